/* The library of 3D scenes: for each scene its keys and the function that builds it. y points up. */
#ifndef MODULUS_SCENE_SCENES3_H
#define MODULUS_SCENE_SCENES3_H

#include "scene/library3/build3.h"

/* ---- Spheres between walls: sphere_scenes.c ------------------------------------------------------------------------ */

extern const struct scene_key SPHERES_KEYS[], POOL3_KEYS[];
void build_spheres(struct build3 *build);
void build_pool3(struct build3 *build);

/* ---- Boxes that stand: box_scenes.c -------------------------------------------------------------------------------- */

extern const struct scene_key PYRAMID3_KEYS[], TOWER3_KEYS[], WALL3_KEYS[], MASS_RATIO3_KEYS[], DOMINOES3_KEYS[];
void build_pyramid3(struct build3 *build);
void build_tower3(struct build3 *build);
void build_wall3(struct build3 *build);
void build_mass_ratio3(struct build3 *build);
void build_dominoes3(struct build3 *build);

/* ---- What friction holds: friction_scenes.c ------------------------------------------------------------------------ */

extern const struct scene_key CARD_HOUSE3_KEYS[], ARCH3_KEYS[], INCLINE3_KEYS[], GRIP3_KEYS[];
void build_card_house3(struct build3 *build);
void build_arch3(struct build3 *build);
void build_incline3(struct build3 *build);
void build_grip3(struct build3 *build);

/* ---- Scenes that show the law of friction: puck_scene.c ------------------------------------------------------------ */

extern const struct scene_key PUCKS3_KEYS[];
void build_pucks3(struct build3 *build);

/* ---- Free rotation, a drum, a landscape: moving_scenes.c ----------------------------------------------------------- */

extern const struct scene_key SPINNER3_KEYS[], WASHER3_KEYS[], MESH3_KEYS[];
void build_spinner3(struct build3 *build);
void build_washer3(struct build3 *build);
void build_mesh3(struct build3 *build);

/* ---- Joined bodies: joint_scenes.c --------------------------------------------------------------------------------- */

extern const struct scene_key NET3_KEYS[], RAGDOLLS3_KEYS[], BRIDGE3_KEYS[], VEHICLE3_KEYS[];
void build_net3(struct build3 *build);
void build_ragdolls3(struct build3 *build);
void build_bridge3(struct build3 *build);
void build_vehicle3(struct build3 *build);

#endif
