/* Colours of bodies, joints and contacts in pictures of 2D and 3D scenes. */
#ifndef MODULUS_DRAW_PAINTS_H
#define MODULUS_DRAW_PAINTS_H

#include <stdbool.h>
#include <stdint.h>

struct colour {
    double red, green, blue;
};

struct paint {
    struct colour fill, outline;
};

#define COLOUR(hex)                                                                                                    \
    {                                                                                                                  \
        ((hex) >> 16 & 255) / 255.0, ((hex) >> 8 & 255) / 255.0, ((hex)&255) / 255.0                                   \
    }

/* Light tints of the palette of Okabe and Ito, which is safe for colour blindness; none is close to the red of the
 * contacts. */
static const struct paint BODY_PAINTS[] = {
    {COLOUR(0xB5D9F0), COLOUR(0x2C6E9B)}, {COLOUR(0xA9DCC9), COLOUR(0x1F7A5C)}, {COLOUR(0xF4E6A6), COLOUR(0x8F7A16)},
    {COLOUR(0xA3BFE3), COLOUR(0x2A4F87)}, {COLOUR(0xE3CBE0), COLOUR(0x84507A)},
};
#define BODY_PAINT_COUNT ((uint32_t)(sizeof BODY_PAINTS / sizeof *BODY_PAINTS))
static const struct paint STATIC_PAINT = {COLOUR(0x6B737C), COLOUR(0x3B424A)};
static const struct paint KINEMATIC_PAINT = {COLOUR(0xF0C48A), COLOUR(0x9A6212)};
static const struct paint SENSOR_PAINT = {COLOUR(0xB87F00), COLOUR(0xB87F00)};
static const struct colour JOINT_COLOUR = COLOUR(0x6A3D9A);
static const struct colour CONTACT_COLOUR = COLOUR(0xD7191C);
/* Contacts by their residual, from solved to worst: the colours of the playground (web/src/page/palette.ts). */
static const struct colour GRADE_COLOURS[] = {COLOUR(0x0060A8), COLOUR(0x7A8A12), COLOUR(0xB97F00), COLOUR(0xCC5200),
                                              COLOUR(0xB01010)};

static inline struct colour towards_white(struct colour colour, double share)
{
    return (struct colour){colour.red + share * (1 - colour.red), colour.green + share * (1 - colour.green),
                           colour.blue + share * (1 - colour.blue)};
}

/** Chooses the colours of a dynamic body by a hash of its number, so that rows of bodies do not form stripes. */
static inline struct paint paint_of_body(int32_t body, bool asleep)
{
    uint32_t mixed = (uint32_t)body * 0x9e3779b1u;
    mixed = (mixed ^ mixed >> 15) * 0x85ebca6bu;
    struct paint paint = BODY_PAINTS[(mixed ^ mixed >> 13) % BODY_PAINT_COUNT];
    if (asleep) {
        paint.fill = towards_white(paint.fill, 0.6);
        paint.outline = towards_white(paint.outline, 0.4);
    }
    return paint;
}

#endif
