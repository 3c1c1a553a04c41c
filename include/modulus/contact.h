/** @file
 * Contacts with friction: several rows of a problem that belong together.
 *
 * A contact has a normal row, one or two tangents (one in 2D), and optionally torsion (friction against spinning about the
 * normal) and rolling friction. lambda_n >= 0 is the impulse along the normal, lambda_t that along the tangents, and
 * w_t = A lambda + q the sliding velocity. Coulomb's law:
 *
 *     |lambda_t| <= mu lambda_n;   if the bodies slide, |lambda_t| = mu lambda_n, and lambda_t opposes w_t.
 *
 * Laws of friction (docs/paper-notes.md, section "Friction in 3D"):
 *
 *     box    each tangent by itself, |lambda_t1| <= mu lambda_n and |lambda_t2| <= mu lambda_n: a pyramid instead of the
 *            cone. The force is up to 41 % too large on the diagonals, and not opposite to the motion. Exact in 2D.
 *     disc   both tangents share the disc of radius mu lambda_n: Coulomb's law
 *     cone   normal and tangents share the cone, with the term of De Saxce and Feng: Coulomb's law as well. The same
 *            solutions as the disc, another iteration
 *
 * Torsion is bounded by torsion lambda_n, and rolling by rolling lambda_n: a disc with the laws disc and cone, two
 * intervals with the law box. A patch is several contacts in a plane with one friction constraint.
 *
 *     md_problem *problem = md_problem_create(NULL);
 *     md_problem_begin_bodies(problem, 6);
 *     md_body body = {{0, 0, -1}, 1, {6, 0, 0, 0, 6, 0, 0, 0, 6}};
 *     md_problem_add_body(problem, &body);
 *     md_contact contact = md_contact_default();
 *     contact.body[0] = 0;
 *     contact.mu = 0.5;
 *     contact.normal.jacobian[0][2] = 1;         // and the tangents
 *     md_problem_add_contact(problem, &contact);
 */
#ifndef MODULUS_CONTACT_H
#define MODULUS_CONTACT_H

#include <modulus/lcp.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Laws of friction. With one tangent, box and disc are the same. */
typedef enum md_friction { MD_FRICTION_DISC, MD_FRICTION_BOX, MD_FRICTION_CONE, MD_FRICTION_COUNT } md_friction;

/** "disc", "box", "cone". */
MD_API const char *md_friction_name(md_friction law);

/** A row of a contact, between the bodies of the contact. */
typedef struct md_contact_row {
    md_real jacobian[2][6]; /**< the first 3 (2D) or all 6 numbers of each body */
    md_real bias;           /**< b_i */
    md_real compliance;     /**< c_i >= 0, added to A_ii */
    md_real lambda0;        /**< warm start: the impulse */
    md_real y0;             /**< warm start: the modulus variable; NaN for lambda0 */
} md_contact_row;

/** A contact. Its rows are added in the order of the fields. */
typedef struct md_contact {
    int32_t body[2];           /**< indices of bodies, or MD_NO_BODY */
    md_friction law;           /**< default disc */
    int32_t tangents;          /**< 0, 1 or 2; default 2 */
    md_real mu;                /**< coefficient of friction, >= 0 */
    md_real torsion;           /**< m, >= 0: bound of the torsional impulse per normal impulse; 0: no row */
    md_real rolling;           /**< m, >= 0: the same for rolling; 0: no rows */
    md_contact_row normal;     /**< used always */
    md_contact_row tangent[2]; /**< the first `tangents` are used */
    md_contact_row spin;       /**< about the normal; used if torsion > 0 */
    md_contact_row roll[2];    /**< about the tangents; the first `tangents` are used if rolling > 0 */
} md_contact;

/** Two tangents, the law disc, no friction, no bodies, a cold start. */
MD_API md_contact md_contact_default(void);

/** Adds the rows of a contact to a structured problem: normal, tangents, torsion, rolling. */
MD_API md_status md_problem_add_contact(md_problem *problem, const md_contact *contact);

/* ---- Patches ------------------------------------------------------------------------------------------------------ */

/** Points of a patch, at most. */
#define MD_MAX_PATCH_POINTS 4

/** A patch: points of two faces that touch, each with its normal row, and one friction constraint for all of them, at a
 *  centre that the caller chooses. With N the sum of the normal impulses:
 *
 *      disc   |(lambda_t1, lambda_t2, lambda_s)| <= mu N: a ball of the tangents and torsion; a disc without torsion
 *      box    each of the three by itself, |lambda| <= mu N
 *
 *  and rolling is bounded by rolling N as that of a contact. The torsion row is the velocity r omega of a point that turns
 *  about the normal at the distance r from the centre, m/s. With r the mean distance of the points from the centre, weighted
 *  by their normal impulses, mu N is the limit of Coulomb friction at the points when the patch slides, and mu N r its torque
 *  when the patch spins; the ball is an approximation between the two, known as the limit surface (Goyal, Ruina and
 *  Papadopoulos 1991; Howe and Cutkosky 1996). Four points have 7 rows in place of 12.
 *
 *  All sweep methods and apgd solve patches; nsgs sweeps their rows as pgs does. `exact` refuses them, and so does the form blocks
 *  unless bodies have 6 degrees of freedom and patches the law disc without rolling. */
typedef struct md_patch {
    int32_t body[2];                            /**< indices of bodies, or MD_NO_BODY */
    md_friction law;                            /**< disc (default) or box; a cone has one normal */
    int32_t points;                             /**< 1 to MD_MAX_PATCH_POINTS; default 0, which is refused */
    int32_t tangents;                           /**< 0, 1 or 2; default 2 */
    md_real mu;                                 /**< coefficient of friction, >= 0 */
    bool has_torsion;                           /**< there is a torsion row. Needs two tangents */
    md_real rolling;                            /**< m, >= 0; 0: no rows */
    md_contact_row normal[MD_MAX_PATCH_POINTS]; /**< the first `points` are used */
    md_contact_row tangent[2];                  /**< at the centre; the first `tangents` are used */
    md_contact_row spin;                        /**< r omega about the normal; used if has_torsion */
    md_contact_row roll[2];                     /**< about the tangents; the first `tangents` are used if rolling > 0 */
} md_patch;

/** Two tangents, the law disc, no points, no friction, no bodies, a cold start. */
MD_API md_patch md_patch_default(void);

/** Adds the rows of a patch to a structured problem: the normals, then tangents, torsion, rolling. md_problem_parent tells the
 *  first normal for the friction rows. md_problem_set_friction, md_problem_set_contacts and the law cone refuse a problem with
 *  patches. */
MD_API md_status md_problem_add_patch(md_problem *problem, const md_patch *patch);

/** Number of patches. */
MD_API int32_t md_problem_patches(const md_problem *problem);
/** The first normal row of a patch, counted from 0; -1 if there is no such patch. The other normals follow it. */
MD_API int32_t md_problem_patch_row(const md_problem *problem, int32_t patch);
/** Its number of points, 0 if there is no such patch. */
MD_API int32_t md_problem_patch_points(const md_problem *problem, int32_t patch);

/* ---- Many contacts ------------------------------------------------------------------------------------------------ */

/** Coefficients of contacts that follow each other, one number per contact. */
typedef struct md_contact_set {
    int32_t tangents;       /**< 1 or 2 */
    md_friction law;        /**< of all contacts */
    const md_real *mu;      /**< >= 0 */
    const md_real *torsion; /**< >= 0; NULL: contacts have no such row. Needs two tangents */
    const md_real *rolling; /**< >= 0; NULL: contacts have no such rows */
} md_contact_set;

/** Groups all rows of a problem into contacts, each with rows in the order of md_contact. Sets the bounds of friction;
 *  those of normals stay. */
MD_API md_status md_problem_set_contacts(md_problem *problem, const md_contact_set *contacts);

/** Makes contacts of rows that were given one by one, and forgets other contacts. A row without a parent whose children
 *  follow it directly is a contact: 1 child is a tangent, 2 are two tangents, 3 two tangents and torsion, 4 two tangents
 *  and rolling, 5 all of them; between bodies in 2D, 1 is a tangent and 2 a tangent and rolling. The bounds must be -mu
 *  and mu, with the same mu for both tangents, and for both rows of rolling. Patches stay, and get the law. Other rows keep
 *  their friction, which is that of the law box. */
MD_API md_status md_problem_group_contacts(md_problem *problem, md_friction law);

/** Gives all contacts and patches of a problem another law. */
MD_API md_status md_problem_set_friction_law(md_problem *problem, md_friction law);

/** Number of contacts: those that were added as contacts, and not row by row. */
MD_API int32_t md_problem_contacts(const md_problem *problem);
/** The normal row of a contact, counted from 0; -1 if there is no such contact. The tangents follow it. */
MD_API int32_t md_problem_contact_row(const md_problem *problem, int32_t contact);
/** Its number of tangents, law and coefficient of friction. */
MD_API int32_t md_problem_contact_tangents(const md_problem *problem, int32_t contact);
MD_API md_friction md_problem_contact_law(const md_problem *problem, int32_t contact);
MD_API md_real md_problem_contact_mu(const md_problem *problem, int32_t contact);

/** The residual that Siconos computes, so that figures can be compared with its own: || r - P(r - u^) || / max(|q|, |r|,
 *  |u|) with r = lambda and u = w. P projects each contact onto its friction cone, whatever its law, and every other row
 *  onto its bounds, or the ball of a patch; u^ is u with mu |u_t| added to the normal of a contact. It mixes units. */
MD_API double md_problem_residual_cone(const md_problem *problem, const md_real *lambda, const md_real *w);

#ifdef __cplusplus
}
#endif

#endif
