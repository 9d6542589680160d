# SPDX-License-Identifier: GPL-3.0-or-later
# The command with the library or, with `withPlugin`, the plug-in for GIMP 3 and the operation for GEGL; default.nix has
# both. A release puts the hash of its archive in the place of the one here, which is all zeros.
{
  lib,
  stdenv,
  fetchurl,
  fftwFloat,
  gdk-pixbuf,
  gegl,
  gettext,
  giflib,
  gimp,
  glib,
  gtk3,
  hdf5,
  itstool,
  lapack,
  lcms2,
  libimagequant,
  libjpeg,
  libpng,
  libtiff,
  libwebp,
  matio,
  meson,
  ninja,
  openexr,
  pkg-config,
  zimg,
  zlib,
  withPlugin ? false,
}:

stdenv.mkDerivation (finalAttrs: {
  pname = if withPlugin then "gimp-plugin-error-diffusion" else "errdiff";
  version = "1.0.0";

  outputs = [ "out" ] ++ lib.optional (!withPlugin) "dev";

  src = fetchurl {
    url = "https://example.org/gimp-error-diffusion/releases/gimp-error-diffusion-${finalAttrs.version}.tar.xz";
    hash = "sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
  };

  nativeBuildInputs = [
    meson
    ninja
    pkg-config
  ]
  ++ lib.optionals withPlugin [
    gettext
    itstool
  ];

  buildInputs = [
    fftwFloat
    giflib
    hdf5
    lapack
    lcms2
    libimagequant
    libjpeg
    libpng
    libtiff
    libwebp
    matio
    openexr
    zimg
    zlib
  ]
  ++ lib.optionals withPlugin [
    gdk-pixbuf
    gegl
    gimp
    glib
    gtk3
  ];

  # With -O3, which vectorizes more loops, and without assertions.
  mesonBuildType = "release";
  mesonFlags = [
    (lib.mesonEnable "cuda" false)
    (lib.mesonEnable "tests" false)
    (lib.mesonEnable "plugin" withPlugin)
  ]
  ++ lib.optionals withPlugin [
    (lib.mesonOption "gimp" "3")
    (lib.mesonOption "plugindir" "${placeholder "out"}/${gimp.targetPluginDir}")
    (lib.mesonOption "gegldir" "${placeholder "out"}/lib/gegl-0.4")
  ];
  mesonInstallTags = lib.optionals withPlugin [
    "plugin"
    "i18n"
    "gegl"
    "metainfo"
  ];

  # A gray image becomes black and white, and keeps its mean tone: 64 of 255 are 1028 of 4096 pixels.
  doInstallCheck = !withPlugin && stdenv.buildPlatform.canExecute stdenv.hostPlatform;
  installCheckPhase = ''
    runHook preInstallCheck
    { printf 'P5 64 64 255\n'; head -c 4096 /dev/zero | tr '\000' '\100'; } >gray.pgm
    $out/bin/errdiff gray.pgm dithered.png
    $out/bin/errdiff dithered.png dithered.pgm --levels 256
    white=$(tail -c 4096 dithered.pgm | tr -cd '\377' | wc -c)
    [ "$white" -gt 1000 ] && [ "$white" -lt 1056 ]
    runHook postInstallCheck
  '';

  # gimp-with-plugins starts GIMP with these. GEGL looks nowhere else if GEGL_PATH is set.
  passthru = lib.optionalAttrs withPlugin {
    wrapArgs = lib.concatStringsSep " " [
      "--prefix GEGL_PATH : ${finalAttrs.finalPackage}/lib/gegl-0.4"
      "--suffix GEGL_PATH : ${gegl}/lib/gegl-0.4"
    ];
  };

  meta = {
    description = "Exact error-diffusion dithering";
    homepage = "https://example.org/gimp-error-diffusion";
    license = lib.licenses.gpl3Plus;
    platforms = lib.platforms.linux;
  }
  // lib.optionalAttrs (!withPlugin) { mainProgram = "errdiff"; };
})
