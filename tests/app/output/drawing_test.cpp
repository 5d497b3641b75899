#include "app/output/drawing.h"

#include <doctest/doctest.h>
#include <imgui.h>

#include "app/files/files.h"
#include "render/text/text.h"
#include "tests/gui/read_png.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

void draw_words(const Theme& theme) {
  ImDrawList& draw = *ImGui::GetForegroundDrawList();
  draw.AddRectFilled({20, 40}, {80, 60}, theme.forward);
  draw_text(draw, theme, TextRole::body, {10, 10}, theme.text, "Tensor & pipeline");
}

}  // namespace

TEST_CASE("the file's ending says whether a frame is written as pixels or as vectors with true text") {
  const TemporaryFolder folder;
  for (const Theme& theme : {dark_theme(), light_theme()}) {
    REQUIRE_FALSE(write_drawing({folder.path("a.png"), 300, 200, theme}, draw_words).has_value());
    const Outcome<Image> image = read_png(folder.path("a.png"));
    REQUIRE(succeeded(image));
    CHECK(value_of(image).width == 300);
    CHECK(value_of(image).height == 200);
    REQUIRE_FALSE(write_drawing({folder.path("a.svg"), 300, 200, theme}, draw_words).has_value());
    const Outcome<std::string> text = read_text_file(folder.path("a.svg"), 1 << 24);
    REQUIRE(succeeded(text));
    const std::string& drawing = value_of(text);
    CHECK(drawing.find("width=\"300\" height=\"200\"") != std::string::npos);
    CHECK(drawing.find(">Tensor &amp; pipeline</text>") != std::string::npos);
    CHECK(drawing.find("<image") == std::string::npos);
  }
}

TEST_CASE("a file that can't be written is named") {
  const TemporaryFolder folder;
  for (const char* name : {"missing/a.png", "missing/a.svg"}) {
    const std::optional<Problem> problem = write_drawing({folder.path(name), 300, 200, dark_theme()}, draw_words);
    REQUIRE(problem.has_value());
    CHECK(line_of(*problem, {}).find("missing") != std::string::npos);
  }
}

TEST_CASE("pictures are .png and .svg alone") {
  CHECK(is_picture("a.png"));
  CHECK(is_picture("a b.svg"));
  for (const char* other : {"a.csv", "png", "a.svg.gz", ""}) CHECK_FALSE(is_picture(other));
}

TEST_CASE("a drawing beside a window gives the window's context back") {
  ImGuiContext* window = ImGui::CreateContext();
  ImGui::SetCurrentContext(window);
  const TemporaryFolder folder;
  std::optional<Problem> problem;
  beside_the_window([&] { problem = write_drawing({folder.path("a.svg"), 300, 200, dark_theme()}, draw_words); });
  CHECK_FALSE(problem.has_value());
  CHECK(ImGui::GetCurrentContext() == window);
  ImGui::DestroyContext(window);
}
