#include "render/picture/offscreen.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <glad/gl.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <string>

#include "render/picture/read_pixels.h"

namespace shardscope {

/// Has a name of its own outside of this file, as Offscreen::Impl holds one.
struct EglContext {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
};

namespace {

constexpr int settle_frames = 3;
constexpr int size_max = 16384;

std::vector<Problem> no_picture(const std::string& why) {
  return {{Severity::error, "", "can't draw without a display: " + why, "offscreen"}};
}

/// Dear ImGui's backend closes the library that its function pointers lead into when the first of its users shuts down,
/// and keeps the pointers. Never unloading the library keeps them good.
void pin_opengl() {
  dlopen("libOpenGL.so.0", RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
}

Outcome<EglContext> create_context() {
  pin_opengl();
  const auto get_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_display == nullptr) return no_picture("EGL has no platform displays (Debian: libegl1, libegl-mesa0)");
  EglContext made;
  made.display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (made.display == EGL_NO_DISPLAY || eglInitialize(made.display, nullptr, nullptr) == EGL_FALSE)
    return no_picture("no EGL surfaceless platform (Debian: libegl-mesa0, libgl1-mesa-dri)");
  const EGLint config_wish[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_NONE};
  const EGLint context_wish[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  eglBindAPI(EGL_OPENGL_API);
  if (eglChooseConfig(made.display, config_wish, &config, 1, &configs) == EGL_FALSE || configs == 0)
    return no_picture("EGL offers no OpenGL configuration");
  made.context = eglCreateContext(made.display, config, EGL_NO_CONTEXT, context_wish);
  if (made.context == EGL_NO_CONTEXT) return no_picture("no OpenGL 3.3 core context");
  if (eglMakeCurrent(made.display, EGL_NO_SURFACE, EGL_NO_SURFACE, made.context) == EGL_FALSE) {
    eglDestroyContext(made.display, made.context);
    return no_picture("EGL can't make a context without a surface current");
  }
  return made;
}

}  // namespace

struct Offscreen::Impl {
  EglContext egl;
  ImGuiContext* imgui = nullptr;
  GLuint framebuffer = 0, color = 0;
  int width = 0, height = 0;
  Fonts fonts;

  explicit Impl(EglContext made) : egl(made) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  ~Impl() {
    ImGuiContext* before = ImGui::GetCurrentContext();
    activate();
    if (imgui != nullptr) {
      ImGui_ImplOpenGL3_Shutdown();
      ImGui::DestroyContext(imgui);
    }
    if (framebuffer != 0) glDeleteFramebuffers(1, &framebuffer);
    if (color != 0) glDeleteRenderbuffers(1, &color);
    eglMakeCurrent(egl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(egl.display, egl.context);
    ImGui::SetCurrentContext(before == imgui ? nullptr : before);
  }

  void activate() {
    eglBindAPI(EGL_OPENGL_API);
    eglMakeCurrent(egl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, egl.context);
    ImGui::SetCurrentContext(imgui);
  }

  void resize(int new_width, int new_height) {
    if (framebuffer == 0) {
      glGenFramebuffers(1, &framebuffer);
      glGenRenderbuffers(1, &color);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    if (new_width == width && new_height == height) return;
    width = new_width;
    height = new_height;
    glBindRenderbuffer(GL_RENDERBUFFER, color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
  }
};

Offscreen::Offscreen(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Offscreen::Offscreen(Offscreen&&) noexcept = default;
Offscreen& Offscreen::operator=(Offscreen&&) noexcept = default;
Offscreen::~Offscreen() = default;

Outcome<Offscreen> Offscreen::create() {
  const Outcome<EglContext> context = create_context();
  if (!succeeded(context)) return problems_of(context);
  auto impl = std::make_unique<Impl>(value_of(context));
  if (gladLoadGL(eglGetProcAddress) == 0) return no_picture("OpenGL 3.3 doesn't load");
  ImGuiContext* before = ImGui::GetCurrentContext();
  impl->imgui = ImGui::CreateContext();
  ImGui::SetCurrentContext(impl->imgui);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().LogFilename = nullptr;
  impl->fonts = load_fonts(*ImGui::GetIO().Fonts, usual_font_folders());
  ImGui::GetIO().FontDefault = impl->fonts.regular;
  if (!ImGui_ImplOpenGL3_Init("#version 330 core")) {
    ImGui::DestroyContext(impl->imgui);
    impl->imgui = nullptr;
    ImGui::SetCurrentContext(before);
    return no_picture("Dear ImGui's OpenGL backend doesn't start");
  }
  return Offscreen(std::move(impl));
}

const Fonts& Offscreen::fonts() const {
  return impl_->fonts;
}

void Offscreen::activate() {
  impl_->activate();
}

void Offscreen::frame(int width, int height, ImU32 background, const std::function<void()>& draw, float seconds) {
  impl_->activate();
  impl_->resize(std::clamp(width, 1, size_max), std::clamp(height, 1, size_max));
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(static_cast<float>(impl_->width), static_cast<float>(impl_->height));
  io.DeltaTime = seconds;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  draw();
  ImGui::Render();
  const ImVec4 clear = ImGui::ColorConvertU32ToFloat4(background);
  glViewport(0, 0, impl_->width, impl_->height);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(clear.x, clear.y, clear.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

Image Offscreen::pixels() {
  impl_->activate();
  glBindFramebuffer(GL_FRAMEBUFFER, impl_->framebuffer);
  return read_pixels(impl_->width, impl_->height);
}

Image Offscreen::picture(int width, int height, ImU32 background, const std::function<void()>& draw) {
  for (int i = 0; i < settle_frames; ++i) frame(width, height, background, draw);
  return pixels();
}

}  // namespace shardscope
