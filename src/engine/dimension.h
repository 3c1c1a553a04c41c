/* Names in the templates of this folder: the code of a world that is the same in 2D and 3D.
 *
 * The template NAME.inc.h is written once and included by src/world2/NAME.c and src/world3/NAME.c. The including file has the
 * functions that depend on the dimension, which the comment at the top of the template lists. It defines DIMENSION as 2 or 3 and
 * includes its world.h before the template. Types such as `struct body` have the same name in both worlds; public names and
 * names of functions between files have a prefix, md2 or md3, which the macros below add.
 */
#ifndef MODULUS_ENGINE_DIMENSION_H
#define MODULUS_ENGINE_DIMENSION_H

#define MD_PASTE(prefix, dimension, name) prefix##dimension##_##name
#define MD_NAME(prefix, dimension, name) MD_PASTE(prefix, dimension, name)
/** The name of a function or type of the world at hand: MD_(body_wake) is md2_body_wake or md3_body_wake. */
#define MD_(name) MD_NAME(md, DIMENSION, name)
/** The same for constants: MD_CONSTANT(STATIC) is MD2_STATIC or MD3_STATIC. */
#define MD_CONSTANT(name) MD_NAME(MD, DIMENSION, name)
/** The world at hand: md2_world or md3_world. */
#define WORLD MD_(world)

#endif
