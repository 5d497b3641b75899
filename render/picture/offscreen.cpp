#include "render/picture/offscreen.h"

#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <utility>

#include "render/picture/gl.h"
#include "render/picture/picture_context.h"
#include "render/picture/read_pixels.h"

namespace shardscope {

namespace {

constexpr int settle_frames = 2;  // before the one that is painted

}  // namespace

struct Offscreen::Impl {
  PictureContext context;
  ImGuiContext* imgui = nullptr;
  GLuint framebuffer = 0, color = 0;
  int width = 0, height = 0;
  Fonts fonts;

  explicit Impl(PictureContext made) : context(std::move(made)) {}
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
    context.end();
    ImGui::SetCurrentContext(before == imgui ? nullptr : before);
  }

  void activate() {
    context.make_current();
    ImGui::SetCurrentContext(imgui);
  }

  void lay_out(int new_width, int new_height, const std::function<void()>& draw, float seconds) {
    activate();
    resize(std::clamp(new_width, 1, picture_side_max), std::clamp(new_height, 1, picture_side_max));
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
    io.DeltaTime = seconds;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    draw();
    ImGui::Render();
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
  Outcome<PictureContext> context = PictureContext::create();
  if (!succeeded(context)) return problems_of(context);
  auto impl = std::make_unique<Impl>(std::move(std::get<0>(context)));
  ImGuiContext* before = ImGui::GetCurrentContext();
  impl->imgui = ImGui::CreateContext();
  ImGui::SetCurrentContext(impl->imgui);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().LogFilename = nullptr;
  impl->fonts = load_fonts(*ImGui::GetIO().Fonts, usual_font_folders());
  ImGui::GetIO().FontDefault = impl->fonts.regular;
  if (!ImGui_ImplOpenGL3_Init(shader_version)) {
    ImGui::DestroyContext(impl->imgui);
    impl->imgui = nullptr;
    ImGui::SetCurrentContext(before);
    return std::vector<Problem>{
        {Severity::error, "", "can't draw without a display: Dear ImGui's OpenGL backend doesn't start", "offscreen"}};
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
  impl_->lay_out(width, height, draw, seconds);
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
  for (int i = 0; i < settle_frames; ++i) impl_->lay_out(width, height, draw, usual_seconds);
  frame(width, height, background, draw);
  return pixels();
}

}  // namespace shardscope
