#include "render3/context.h"

#include <EGL/eglext.h>

#include "base/error.h"

static md_status fail(md_error *error, const char *what)
{
    return md_fail(error, MD_ERROR_FILE,
                   "%s (EGL error 0x%x); on Debian, libgl1-mesa-dri draws without a graphics card", what,
                   (unsigned)eglGetError());
}

static md_status find_functions(struct gl *gl, md_error *error)
{
    bool found = true;
#define GL_FUNCTION(name, type)                                                                                        \
    gl->name = (type)eglGetProcAddress("gl" #name);                                                                    \
    found = found && gl->name != NULL;
    GL_FUNCTIONS
#undef GL_FUNCTION
    return found ? MD_OK : md_fail(error, MD_ERROR_FILE, "the OpenGL driver lacks functions of version 3.3");
}

static md_status open_context(struct context *context, md_error *error)
{
    static const EGLint ATTRIBUTES[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    context->display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (context->display == EGL_NO_DISPLAY || eglInitialize(context->display, NULL, NULL) != EGL_TRUE) {
        return fail(error, "no driver for pictures of 3D scenes was found");
    }
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) {
        return fail(error, "the driver has no OpenGL");
    }
    context->context = eglCreateContext(context->display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, ATTRIBUTES);
    if (context->context == EGL_NO_CONTEXT) {
        return fail(error, "the driver has no OpenGL 3.3");
    }
    return eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, context->context) == EGL_TRUE
               ? MD_OK
               : fail(error, "the driver needs a display");
}

md_status context_create(struct context *context, md_error *error)
{
    *context = (struct context){.display = EGL_NO_DISPLAY, .context = EGL_NO_CONTEXT};
    md_status status = open_context(context, error);
    if (status == MD_OK) {
        status = find_functions(&context->gl, error);
    }
    if (status != MD_OK) {
        context_destroy(context);
    }
    return status;
}

void context_destroy(struct context *context)
{
    if (context->display == EGL_NO_DISPLAY) {
        return;
    }
    eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context->context != EGL_NO_CONTEXT) {
        eglDestroyContext(context->display, context->context);
    }
    eglTerminate(context->display);
    eglReleaseThread();
    *context = (struct context){.display = EGL_NO_DISPLAY, .context = EGL_NO_CONTEXT};
}
