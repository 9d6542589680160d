# SPDX-License-Identifier: GPL-3.0-or-later
# The packages of this project for nix: `nix-build -A errdiff`. GIMP with the plug-in is
# `gimp-with-plugins.override { plugins = [ gimp-plugin-error-diffusion ]; }`.
{
  pkgs ? import <nixpkgs> { },
}:

{
  errdiff = pkgs.callPackage ./package.nix { };
  gimp-plugin-error-diffusion = pkgs.callPackage ./package.nix { withPlugin = true; };
}
