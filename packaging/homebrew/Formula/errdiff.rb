# SPDX-License-Identifier: GPL-3.0-or-later
# The command with the library, for a tap of Homebrew. A release puts the checksum of its archive in the place of the
# zeros.
class Errdiff < Formula
  desc "Exact error-diffusion dithering of images and holograms"
  homepage "https://example.org/gimp-error-diffusion"
  url "https://example.org/gimp-error-diffusion/releases/gimp-error-diffusion-1.0.0.tar.xz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "GPL-3.0-or-later"

  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "fftw"
  depends_on "giflib"
  depends_on "hdf5"
  depends_on "jpeg-turbo"
  depends_on "lapack"
  depends_on "libimagequant"
  depends_on "libmatio"
  depends_on "libpng"
  depends_on "libtiff"
  # It has not been built on macOS.
  depends_on :linux
  depends_on "little-cms2"
  depends_on "openexr"
  depends_on "webp"
  depends_on "zimg"
  depends_on "zlib-ng-compat"

  def install
    args = %w[
      -Dauto_features=enabled
      -Dcuda=disabled
      -Dplugin=disabled
      -Dtests=disabled
    ]
    system "meson", "setup", "build", *args, *std_meson_args
    system "meson", "compile", "-C", "build", "--verbose"
    system "meson", "install", "-C", "build"
  end

  test do
    # A gray image becomes black and white, and keeps its mean tone: 64 of 255 are 1028 of 4096 pixels.
    (testpath/"gray.pgm").binwrite "P5 64 64 255\n#{"@" * 4096}"
    system bin/"errdiff", "gray.pgm", "dithered.png"
    system bin/"errdiff", "dithered.png", "dithered.pgm", "--levels", "256"
    assert_in_delta 1028, (testpath/"dithered.pgm").binread.count("\xFF".b), 28
  end
end
