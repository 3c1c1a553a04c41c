/* An OpenGL context without a window, and the functions of OpenGL that the renderer calls. */
#ifndef MODULUS_RENDER3_CONTEXT_H
#define MODULUS_RENDER3_CONTEXT_H

#include <EGL/egl.h>
#include <GL/glcorearb.h>

#include <modulus/base.h>

/* GL_FUNCTION(name, type): the functions, which are asked for by name at run time, so that only EGL is linked. */
#define GL_FUNCTIONS                                                                                                   \
    GL_FUNCTION(ActiveTexture, PFNGLACTIVETEXTUREPROC)                                                                 \
    GL_FUNCTION(AttachShader, PFNGLATTACHSHADERPROC)                                                                   \
    GL_FUNCTION(BindBuffer, PFNGLBINDBUFFERPROC)                                                                       \
    GL_FUNCTION(BindFramebuffer, PFNGLBINDFRAMEBUFFERPROC)                                                             \
    GL_FUNCTION(BindRenderbuffer, PFNGLBINDRENDERBUFFERPROC)                                                           \
    GL_FUNCTION(BindTexture, PFNGLBINDTEXTUREPROC)                                                                     \
    GL_FUNCTION(BindVertexArray, PFNGLBINDVERTEXARRAYPROC)                                                             \
    GL_FUNCTION(BlendFunc, PFNGLBLENDFUNCPROC)                                                                         \
    GL_FUNCTION(BlitFramebuffer, PFNGLBLITFRAMEBUFFERPROC)                                                             \
    GL_FUNCTION(BufferData, PFNGLBUFFERDATAPROC)                                                                       \
    GL_FUNCTION(CheckFramebufferStatus, PFNGLCHECKFRAMEBUFFERSTATUSPROC)                                               \
    GL_FUNCTION(Clear, PFNGLCLEARPROC)                                                                                 \
    GL_FUNCTION(ClearColor, PFNGLCLEARCOLORPROC)                                                                       \
    GL_FUNCTION(CompileShader, PFNGLCOMPILESHADERPROC)                                                                 \
    GL_FUNCTION(CreateProgram, PFNGLCREATEPROGRAMPROC)                                                                 \
    GL_FUNCTION(CreateShader, PFNGLCREATESHADERPROC)                                                                   \
    GL_FUNCTION(DeleteShader, PFNGLDELETESHADERPROC)                                                                   \
    GL_FUNCTION(DepthMask, PFNGLDEPTHMASKPROC)                                                                         \
    GL_FUNCTION(Disable, PFNGLDISABLEPROC)                                                                             \
    GL_FUNCTION(DrawArrays, PFNGLDRAWARRAYSPROC)                                                                       \
    GL_FUNCTION(DrawBuffer, PFNGLDRAWBUFFERPROC)                                                                       \
    GL_FUNCTION(DrawElementsInstancedBaseVertex, PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXPROC)                             \
    GL_FUNCTION(Enable, PFNGLENABLEPROC)                                                                               \
    GL_FUNCTION(EnableVertexAttribArray, PFNGLENABLEVERTEXATTRIBARRAYPROC)                                             \
    GL_FUNCTION(FramebufferRenderbuffer, PFNGLFRAMEBUFFERRENDERBUFFERPROC)                                             \
    GL_FUNCTION(FramebufferTexture2D, PFNGLFRAMEBUFFERTEXTURE2DPROC)                                                   \
    GL_FUNCTION(GenBuffers, PFNGLGENBUFFERSPROC)                                                                       \
    GL_FUNCTION(GenFramebuffers, PFNGLGENFRAMEBUFFERSPROC)                                                             \
    GL_FUNCTION(GenRenderbuffers, PFNGLGENRENDERBUFFERSPROC)                                                           \
    GL_FUNCTION(GenTextures, PFNGLGENTEXTURESPROC)                                                                     \
    GL_FUNCTION(GenVertexArrays, PFNGLGENVERTEXARRAYSPROC)                                                             \
    GL_FUNCTION(GetError, PFNGLGETERRORPROC)                                                                           \
    GL_FUNCTION(GetIntegerv, PFNGLGETINTEGERVPROC)                                                                     \
    GL_FUNCTION(GetProgramInfoLog, PFNGLGETPROGRAMINFOLOGPROC)                                                         \
    GL_FUNCTION(GetProgramiv, PFNGLGETPROGRAMIVPROC)                                                                   \
    GL_FUNCTION(GetUniformLocation, PFNGLGETUNIFORMLOCATIONPROC)                                                       \
    GL_FUNCTION(LinkProgram, PFNGLLINKPROGRAMPROC)                                                                     \
    GL_FUNCTION(PixelStorei, PFNGLPIXELSTOREIPROC)                                                                     \
    GL_FUNCTION(PolygonOffset, PFNGLPOLYGONOFFSETPROC)                                                                 \
    GL_FUNCTION(ReadBuffer, PFNGLREADBUFFERPROC)                                                                       \
    GL_FUNCTION(ReadPixels, PFNGLREADPIXELSPROC)                                                                       \
    GL_FUNCTION(RenderbufferStorageMultisample, PFNGLRENDERBUFFERSTORAGEMULTISAMPLEPROC)                               \
    GL_FUNCTION(ShaderSource, PFNGLSHADERSOURCEPROC)                                                                   \
    GL_FUNCTION(TexImage2D, PFNGLTEXIMAGE2DPROC)                                                                       \
    GL_FUNCTION(TexParameteri, PFNGLTEXPARAMETERIPROC)                                                                 \
    GL_FUNCTION(Uniform1f, PFNGLUNIFORM1FPROC)                                                                         \
    GL_FUNCTION(Uniform1i, PFNGLUNIFORM1IPROC)                                                                         \
    GL_FUNCTION(Uniform3fv, PFNGLUNIFORM3FVPROC)                                                                       \
    GL_FUNCTION(Uniform4fv, PFNGLUNIFORM4FVPROC)                                                                       \
    GL_FUNCTION(UniformMatrix4fv, PFNGLUNIFORMMATRIX4FVPROC)                                                           \
    GL_FUNCTION(UseProgram, PFNGLUSEPROGRAMPROC)                                                                       \
    GL_FUNCTION(VertexAttribDivisor, PFNGLVERTEXATTRIBDIVISORPROC)                                                     \
    GL_FUNCTION(VertexAttribPointer, PFNGLVERTEXATTRIBPOINTERPROC)                                                     \
    GL_FUNCTION(Viewport, PFNGLVIEWPORTPROC)

struct gl {
#define GL_FUNCTION(name, type) type name;
    GL_FUNCTIONS
#undef GL_FUNCTION
};

struct context {
    EGLDisplay display;
    EGLContext context;
    struct gl gl;
};

/** Creates a context of OpenGL 3.3 and makes it current. All objects of OpenGL end with it. */
md_status context_create(struct context *context, md_error *error);
void context_destroy(struct context *context);

#endif
