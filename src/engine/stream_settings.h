/* Visits of solver settings in a snapshot stream. */
#ifndef MODULUS_ENGINE_STREAM_SETTINGS_H
#define MODULUS_ENGINE_STREAM_SETTINGS_H

#include <modulus/lcp.h>

#include "engine/stream.h"

static inline void visit_spec(struct stream *s, md_solver_spec *spec)
{
    visit_choice(s, &spec->method, MD_METHOD_COUNT);
    visit_choice(s, &spec->form, MD_FORM_BLOCKS + 1);
    visit_choice(s, &spec->omega, MD_OMEGA_NUMBER + 1);
    visit_choice(s, &spec->box, MD_BOX_PAPER + 1);
    visit_choice(s, &spec->accelerate, MD_ACCELERATE_ANDERSON + 1);
    visit_any(s, &spec->gamma);
    visit_any(s, &spec->alpha);
    visit_any(s, &spec->omega_number);
    visit_any(s, &spec->relax);
    visit_any(s, &spec->beta);
}

static inline void visit_limits(struct stream *s, md_limits *limits)
{
    visit_double(s, &limits->tol);
    visit_double(s, &limits->tol_scaled);
    visit_double(s, &limits->tol_relative);
    visit_long(s, &limits->max_iterations);
    visit_long(s, &limits->stop_after);
    visit_double(s, &limits->budget_us);
    visit_long(s, &limits->observe_every);
}

#endif
