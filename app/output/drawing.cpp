#include "app/output/drawing.h"

#include <imgui.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <thread>

#include "app/files/files.h"
#include "render/picture/frame_svg.h"
#include "render/picture/offscreen.h"
#include "render/picture/png.h"

namespace shardscope {

namespace {

std::optional<int> read_side(std::string_view digits) {
  int side = 0;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, side);
  const bool good = read.ec == std::errc() && read.ptr == end;
  return good && side >= picture_side_min && side <= picture_side_max ? std::optional(side) : std::nullopt;
}

}  // namespace

std::optional<PictureSize> read_picture_size(std::string_view word) {
  const std::size_t cross = std::min(word.find('x'), word.size());
  const std::optional<int> width = read_side(word.substr(0, cross));
  const std::optional<int> height = read_side(word.substr(std::min(cross + 1, word.size())));
  return width && height ? std::optional(PictureSize{*width, *height}) : std::nullopt;
}

bool is_picture(std::string_view file) {
  return file.ends_with(".png") || file.ends_with(".svg");
}

std::optional<Problem> write_drawing(const Drawing& drawing, const std::function<void(const Theme&)>& draw) {
  static std::mutex one_at_a_time;  // Dear ImGui's present context is the process's, and Python draws on any thread
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  Outcome<Offscreen> made = Offscreen::create();
  if (!succeeded(made)) return problems_of(made).front();
  Offscreen& offscreen = std::get<0>(made);
  Theme theme = drawing.theme;
  theme.fonts = offscreen.fonts();
  offscreen.activate();
  const bool as_paths = drawing.to.ends_with(".svg");
  if (as_paths) theme.fonts.hatch = -1;  // lines of their own
  ImGuiStyle& style = ImGui::GetStyle();
  apply_theme(style, theme);
  if (as_paths) style.AntiAliasedLines = style.AntiAliasedLinesUseTex = style.AntiAliasedFill = false;
  const Image image = offscreen.picture(drawing.width, drawing.height, theme.panel, [&] { draw(theme); });
  if (!as_paths) return write_png(drawing.to, image);
  std::string why = write_text_file(drawing.to, frame_svg(*ImGui::GetDrawData(), theme.fonts, theme.panel));
  if (why.empty()) return std::nullopt;
  return Problem{Severity::error, "--to", std::move(why), "draw-option"};
}

void beside_the_window(const std::function<void()>& draw) {
  ImGuiContext* window = ImGui::GetCurrentContext();
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
  draw();  // in the page's own context, into a framebuffer of the picture's
#else
  std::thread(draw).join();
#endif
  ImGui::SetCurrentContext(window);
}

}  // namespace shardscope
