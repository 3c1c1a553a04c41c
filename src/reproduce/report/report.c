#include "reproduce/report/report.h"

#include <stdio.h>

#include "reproduce/study.h"

static md_status write_page(const struct evidence *evidence, const char *folder, md_error *error)
{
    static void (*const PARTS[])(struct page *, const struct evidence *) = {
        report_head,         report_summary,      report_how_to_read,     report_scenes, report_table1,
        report_by_iteration, report_by_step,      report_table2,          report_claims, report_theorems,
        report_error_time,   report_solver_pairs, report_public_problems, report_method};
    struct page page;
    char path[2400];
    snprintf(path, sizeof path, "%s/index.html", folder);
    const md_status status = md_output_open(&page.out, path, error);
    if (status != MD_OK) {
        return status;
    }
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; ++i) {
        PARTS[i](&page, evidence);
    }
    report_foot(&page);
    return md_output_commit(&page.out, error);
}

md_status report_write(const struct study *study, md_error *error)
{
    struct evidence evidence;
    md_status status = evidence_read(&evidence, study->data, error);
    if (status == MD_OK) {
        status = study_read_machine(study, &evidence.machine, error);
    }
    if (status == MD_OK) {
        status = figures_write(&evidence, study->out, error);
    }
    if (status == MD_OK) {
        status = write_page(&evidence, study->out, error);
    }
    evidence_free(&evidence);
    return status;
}
