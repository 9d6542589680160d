/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Light on a plane parallel to the hologram, sampled on the hologram's pixel grid extended on all
 * sides, and its propagation to other planes by the angular spectrum method; or its Fourier
 * transform, for the focal plane of a lens. */
#ifndef ERRDIFF_HOLOGRAM_PLANE_H
#define ERRDIFF_HOLOGRAM_PLANE_H

#include "transfer.h"
#include "window.h"

#include <stdint.h>

struct errdiff_plane {
    errdiff_field light;           /* allocated with fftwf_malloc */
    int left, top;                 /* position of the hologram's pixel (0, 0) */
    int field_width, field_height; /* the hologram's size */
    const errdiff_optics *optics;
    bool is_tapered;          /* propagation takes the highest frequencies away */
    errdiff_complex *factors; /* NULL, or a table of the transfer function, for planes that are
                               * propagated many times over the same distance, also backward */
    double factors_distance;  /* the distance that the table is for; 0: it is still empty */
    int threads;              /* 0: one for each processor, as in errdiff_hologram_options */
};

/* The bytes of a plane's light and, if it keeps them, its factors. */
uint64_t errdiff_plane_bytes(const struct errdiff_plane *plane, bool keeps_factors);

/* Sets all of a plane but the memory for its light, as errdiff_plane_make does. */
void errdiff_plane_lay_out(struct errdiff_plane *plane, int width, int height,
                           const errdiff_optics *optics, double depth);

/* Makes a plane with a hologram in its middle and zeros around it. The discrete transform is
 * periodic, so light that leaves the plane at one edge comes back at the opposite one. The plane is
 * so large that such light does not reach the window. It also contains all that is seen `depth`
 * micrometers behind the hologram (in front of it if negative). NaN and infinity count as 0.
 * Returns false if there is not enough memory. Release the plane in either case; *optics must
 * outlive it. */
bool errdiff_plane_make(struct errdiff_plane *plane, const errdiff_field *field,
                        const errdiff_optics *optics, double depth);

/* Gives the plane a table of the transfer function. Returns false if there is not enough memory. */
bool errdiff_plane_keep_factors(struct errdiff_plane *plane);

void errdiff_plane_release(struct errdiff_plane *plane);

/* Replaces the light by that of a hologram as large as the first one, and reads the hologram's
 * pixels. */
void errdiff_plane_load(struct errdiff_plane *plane, const errdiff_field *field);
void errdiff_plane_store(const struct errdiff_plane *plane, errdiff_field *field);

/* The parameters of the factors by which propagation over `distance` multiplies the plane's
 * frequencies. */
struct errdiff_plane_transfer errdiff_plane_transfer_of(const struct errdiff_plane *plane,
                                                        double distance);

/* Propagates the light by `distance` micrometers, backward if negative. Evanescent waves are
 * dropped. In Fourier geometry it is taken to the focal plane of the lens, or back if `distance` is
 * negative, and keeps all frequencies. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or
 * ERRDIFF_CANCELLED. */
errdiff_status errdiff_plane_propagate(struct errdiff_plane *plane, double distance,
                                       errdiff_progress_share *share);

/* The pixels of the plane whose centers lie in the viewer's window. */
struct errdiff_rectangle errdiff_plane_window(const struct errdiff_plane *plane);

/* The margin that the view filter keeps: the distance over which diffraction spreads an edge of
 * light on its way from the hologram to the window, the width of a Fresnel zone and half of it
 * again; in Fourier geometry, where diffraction by the hologram's edges alone spreads it, 1/128 of
 * the display's whole image. */
double errdiff_view_margin(const errdiff_optics *optics);

/* The share of the light that a view filter with this margin keeps, `beyond` micrometers outside
 * the window: all of it in the margin, and less and less over the same width again. */
double errdiff_view_share(double beyond, double margin);

/* Removes the light that misses the viewer's window. A sharp edge would cut the light of pixels in
 * two, as diffraction spreads it, and bring noise into the window. So a margin around the window is
 * kept whole, and fades out over the same width again. */
void errdiff_plane_filter(struct errdiff_plane *plane);

/* Sets everything outside the viewer's window to 0. */
void errdiff_plane_crop(struct errdiff_plane *plane);

#endif
