/* The programs that run on the graphics card, or on the processor in its place. */
#ifndef MODULUS_RENDER3_PROGRAMS_H
#define MODULUS_RENDER3_PROGRAMS_H

#include "render3/context.h"

/* Places of the attributes of a vertex and of an instance. */
enum {
    ATTRIBUTE_POSITION,
    ATTRIBUTE_NORMAL,
    ATTRIBUTE_AXES, /* three of them */
    ATTRIBUTE_ORIGIN = ATTRIBUTE_AXES + 3,
    ATTRIBUTE_COLOUR,
    ATTRIBUTE_PATTERN
};

struct programs {
    GLuint solid; /* lit instances */
    GLuint edge;  /* dark lines */
    GLuint mark;  /* instances in their own colour, drawn through thin covers */
    GLuint depth; /* the distance from the light */
    GLuint plane; /* an infinite plane with a grid */
};

md_status programs_create(struct programs *programs, const struct gl *gl, md_error *error);

#endif
