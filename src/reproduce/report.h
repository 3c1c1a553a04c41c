/* The report: figures and one page, from the data of a finished run and from nothing else. */
#ifndef MODULUS_REPRODUCE_REPORT_H
#define MODULUS_REPRODUCE_REPORT_H

#include "reproduce/experiments.h"

md_status report_write(const struct study *study, md_error *error);

#endif
