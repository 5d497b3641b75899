#include "render/gantt/gantt_canvas.h"

#include <algorithm>
#include <array>

#include "render/picture/gl.h"
#include "tests/render/gantt/gantt_drawn.h"

using namespace shardscope;

namespace {

/// The one texture of a draw list that isn't Dear ImGui's own.
ImTextureID texture_of(const ImDrawList& draw) {
  for (const ImDrawCmd& command : draw.CmdBuffer)
    if (command.TexRef._TexID != ImTextureID_Invalid) return command.TexRef._TexID;
  return ImTextureID_Invalid;
}

/// Writes a colour that no chart has into a texture's corner. Whether it was there already: nothing was filled since.
bool mark(ImTextureID texture) {
  constexpr std::array<unsigned char, 4> color = {1, 2, 3, 4};
  GLint width = 0, height = 0;
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(texture));
  glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
  glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &height);
  std::vector<unsigned char> pixels(color.size() * static_cast<std::size_t>(width * height));
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, color.data());
  glBindTexture(GL_TEXTURE_2D, 0);
  return std::equal(color.begin(), color.end(), pixels.begin());
}

}  // namespace

TEST_CASE("a chart that shows the same is filled once, and anew where time, size, colours or theme change") {
  const test::GanttCase made = test::gantt_case(16, 1, 2000);
  Offscreen screen = make_screen();
  screen.activate();
  GanttCanvas canvas;
  GanttSource source = made.source();
  source.canvas = &canvas;
  const auto fills = [&](const GanttView& view, float width = 1360, bool dark = true) {
    const Theme theme = with_fonts(dark ? dark_theme() : light_theme(), screen);
    ImTextureID texture = ImTextureID_Invalid;
    screen.frame(1360, 440, theme.panel, [&] {
      ImDrawList& draw = *ImGui::GetBackgroundDrawList();
      (void)draw_gantt(draw, {{0, 0}, {width, 440}}, source, view, theme, {-1, -1});
      texture = texture_of(draw);
    });
    REQUIRE(texture != ImTextureID_Invalid);
    return !mark(texture);
  };
  CHECK(fills({}));
  CHECK_FALSE(fills({}));
  GanttView view;
  view.micro_batch = 7;
  view.cursor = 100;
  CHECK_FALSE(fills(view));
  CHECK(fills({}, 1300));
  view.coloring = GanttColoring::micro_batch;
  CHECK(fills(view));
  CHECK(fills(view, 1360, false));
  view.time = {10, 4000};
  CHECK(fills(view, 1360, false));
  CHECK_FALSE(fills(view, 1360, false));
}
