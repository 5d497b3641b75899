#include "render/picture/picture_context.h"

#include <string>

#include "render/picture/gl.h"

#if !defined(__EMSCRIPTEN__)
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#endif

namespace shardscope {

#if defined(__EMSCRIPTEN__)

Outcome<PictureContext> PictureContext::create() {
  return PictureContext{};
}

void PictureContext::make_current() const {}

void PictureContext::end() {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

#else

namespace {

std::vector<Problem> no_picture(const std::string& why) {
  return {{Severity::error, "", "can't draw without a display: " + why, "offscreen"}};
}

/// Dear ImGui's backend closes the library that its function pointers lead into when the first of its users shuts down,
/// and keeps the pointers. Never unloading the library keeps them good.
void pin_opengl() {
  dlopen("libOpenGL.so.0", RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
}

}  // namespace

Outcome<PictureContext> PictureContext::create() {
  pin_opengl();
  const auto get_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_display == nullptr) return no_picture("EGL has no platform displays (Debian: libegl1, libegl-mesa0)");
  PictureContext made;
  made.display_ = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (made.display_ == EGL_NO_DISPLAY || eglInitialize(made.display_, nullptr, nullptr) == EGL_FALSE)
    return no_picture("no EGL surfaceless platform (Debian: libegl-mesa0, libgl1-mesa-dri)");
  const EGLint config_wish[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_NONE};
  const EGLint context_wish[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  eglBindAPI(EGL_OPENGL_API);
  if (eglChooseConfig(made.display_, config_wish, &config, 1, &configs) == EGL_FALSE || configs == 0)
    return no_picture("EGL offers no OpenGL configuration");
  made.context_ = eglCreateContext(made.display_, config, EGL_NO_CONTEXT, context_wish);
  if (made.context_ == EGL_NO_CONTEXT) return no_picture("no OpenGL 3.3 core context");
  const bool current = eglMakeCurrent(made.display_, EGL_NO_SURFACE, EGL_NO_SURFACE, made.context_) == EGL_TRUE;
  if (current && gladLoadGL(eglGetProcAddress) != 0) return made;
  made.end();
  return no_picture(current ? "OpenGL 3.3 doesn't load" : "EGL can't make a context without a surface current");
}

void PictureContext::make_current() const {
  eglBindAPI(EGL_OPENGL_API);
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
}

void PictureContext::end() {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display_, context_);
}

#endif

}  // namespace shardscope
