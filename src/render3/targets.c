#include "render3/targets.h"

#include "base/error.h"

static md_status check_frame(const struct gl *gl, md_error *error)
{
    return gl->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
               ? MD_OK
               : md_fail(error, MD_ERROR_FILE, "the OpenGL driver refuses a picture of this size");
}

static md_status create_shadow(struct targets *targets, const struct gl *gl, md_error *error)
{
    static const GLint PARAMETERS[][2] = {{GL_TEXTURE_MIN_FILTER, GL_LINEAR},
                                          {GL_TEXTURE_MAG_FILTER, GL_LINEAR},
                                          {GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE},
                                          {GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE},
                                          {GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE},
                                          {GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL}};
    gl->GenTextures(1, &targets->shadow_texture);
    gl->BindTexture(GL_TEXTURE_2D, targets->shadow_texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, SHADOW_SIZE, SHADOW_SIZE, 0, GL_DEPTH_COMPONENT,
                   GL_UNSIGNED_INT, NULL);
    for (size_t i = 0; i < sizeof PARAMETERS / sizeof *PARAMETERS; ++i) {
        gl->TexParameteri(GL_TEXTURE_2D, (GLenum)PARAMETERS[i][0], PARAMETERS[i][1]);
    }
    gl->GenFramebuffers(1, &targets->shadow_frame);
    gl->BindFramebuffer(GL_FRAMEBUFFER, targets->shadow_frame);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, targets->shadow_texture, 0);
    gl->DrawBuffer(GL_NONE);
    gl->ReadBuffer(GL_NONE);
    return check_frame(gl, error);
}

md_status targets_create(struct targets *targets, const struct gl *gl, md_error *error)
{
    *targets = (struct targets){0};
    gl->GenFramebuffers(1, &targets->sampled_frame);
    gl->GenFramebuffers(1, &targets->averaged_frame);
    gl->GenRenderbuffers(1, &targets->sampled_colour);
    gl->GenRenderbuffers(1, &targets->sampled_depth);
    gl->GenRenderbuffers(1, &targets->averaged_colour);
    return create_shadow(targets, gl, error);
}

static void attach(const struct targets *targets, const struct gl *gl, GLuint buffer, GLenum place, GLenum format,
                   int samples)
{
    gl->BindRenderbuffer(GL_RENDERBUFFER, buffer);
    gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, targets->width, targets->height);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, place, GL_RENDERBUFFER, buffer);
}

md_status targets_resize(struct targets *targets, const struct gl *gl, int width, int height, md_error *error)
{
    GLint max_samples = 1;
    if (targets->width == width && targets->height == height) {
        return MD_OK;
    }
    gl->GetIntegerv(GL_MAX_SAMPLES, &max_samples);
    const int samples = max_samples < SAMPLES ? max_samples : SAMPLES;
    targets->width = width;
    targets->height = height;
    gl->BindFramebuffer(GL_FRAMEBUFFER, targets->sampled_frame);
    attach(targets, gl, targets->sampled_colour, GL_COLOR_ATTACHMENT0, GL_RGBA8, samples);
    attach(targets, gl, targets->sampled_depth, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, samples);
    md_status status = check_frame(gl, error);
    gl->BindFramebuffer(GL_FRAMEBUFFER, targets->averaged_frame);
    attach(targets, gl, targets->averaged_colour, GL_COLOR_ATTACHMENT0, GL_RGBA8, 0);
    return status == MD_OK ? check_frame(gl, error) : status;
}
