#include "render/text/drawn_runs.h"

#include <doctest/doctest.h>

#include <array>

#include "render/text/axis_ink.h"
#include "render/text/text.h"
#include "tests/render/screen.h"

using namespace shardscope;

TEST_CASE("words are found where they were drawn, the topmost of two, and nothing beside them") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const auto said_at = [&](ImVec2 point) {
    std::string words;
    screen.frame(400, 200, IM_COL32_BLACK, [&] {
      ImDrawList& draw = *ImGui::GetBackgroundDrawList();
      draw.AddRectFilled({0, 0}, {400, 200}, theme.panel);
      draw_text(draw, theme, TextRole::body, {20, 20}, theme.text, "Bubble 29.1 %");
      draw_text(draw, theme, TextRole::strong, {200, 20}, theme.text, "8 × 15 × 208 = 24,960");
      draw_text(draw, theme, TextRole::body, {200, 100}, theme.text, "below");
      draw_text(draw, theme, TextRole::body, {200, 100}, theme.text, "above");
      const std::array<const ImDrawList*, 1> lists = {&draw};
      words = words_at(drawn_runs(lists), point);
    });
    return words;
  };
  CHECK(said_at({40, 28}) == "Bubble 29.1 %");
  CHECK(said_at({260, 28}) == "8 × 15 × 208 = 24,960");
  CHECK(said_at({210, 108}) == "above");
  CHECK(said_at({40, 60}).empty());
  CHECK(said_at({390, 190}).empty());
}

TEST_CASE("the number under the point is the one that is meant, whole, with its point and commas") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  std::vector<DrawnRun> runs;
  screen.frame(400, 200, IM_COL32_BLACK, [&] {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw_text(draw, theme, TextRole::body, {20, 20}, theme.text, "8 × 15 × 208 = 24,960 at 30.6 %");
    draw_text(draw, theme, TextRole::body, {20, 60}, axis_ink(theme.text), "40");
    draw_text(draw, theme, TextRole::body, {20, 100}, theme.text, "no figure");
    const std::array<const ImDrawList*, 1> lists = {&draw};
    runs = drawn_runs(lists);
  });
  REQUIRE(runs.size() == 3);
  const Rect& line = runs[0].rect;
  CHECK(number_at(runs, {line.min.x + 1, line.center().y}) == "8");
  CHECK(number_at(runs, {line.max.x - 20, line.center().y}) == "30.6");
  CHECK(number_at(runs, {line.min.x + line.width() * 0.6F, line.center().y}) == "24,960");
  CHECK(number_at(runs, runs[2].rect.center()).empty());
  CHECK(number_at(runs, {390, 190}).empty());
  CHECK_FALSE(runs[0].of_axis);
  CHECK(runs[1].of_axis);
}

TEST_CASE("what begins on the line below, where a line ends, isn't the line's next word") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  std::vector<DrawnRun> runs;
  screen.frame(400, 200, IM_COL32_BLACK, [&] {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float used = draw_text(draw, theme, TextRole::body, {20, 20}, theme.text, "the training of a model");
    draw_text(draw, theme, TextRole::strong, {24 + used, 22 + text_height(theme, TextRole::body)}, theme.text,
              "impossible");
    draw_figure(draw, theme, {20, 100}, 200, theme.text, {"48.4", "s"});
    const std::array<const ImDrawList*, 1> lists = {&draw};
    runs = drawn_runs(lists);
  });
  REQUIRE(runs.size() == 3);
  CHECK(runs[0].words == "the training of a model");
  CHECK(runs[2].words == "48.4 s");  // of another size, on the same base line
}

TEST_CASE("a narrow digit ends no word, and a letter that reaches far joins none") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  for (const TextRole role : {TextRole::body, TextRole::strong, TextRole::secondary, TextRole::title})
    for (const float left : {20.0F, 20.4F})
      for (const char* said : {"118,854 tokens/s", "61 ms, 11 of 117", "near twins folded", "first of those searched",
                               "better than 100.0 % of what fit there", "A, V and Y To AVAIL"}) {
        CAPTURE(said);
        std::vector<DrawnRun> runs;
        screen.frame(400, 200, IM_COL32_BLACK, [&] {
          ImDrawList& draw = *ImGui::GetBackgroundDrawList();
          draw_text(draw, theme, role, {left, 20}, theme.text, said);
          const std::array<const ImDrawList*, 1> lists = {&draw};
          runs = drawn_runs(lists);
        });
        REQUIRE(runs.size() == 1);
        CHECK(runs[0].words == said);
      }
}

TEST_CASE("the words within a place are all that are seen there, in order, and none of its neighbours'") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  std::string words, none;
  screen.frame(400, 200, IM_COL32_BLACK, [&] {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw_text(draw, theme, TextRole::body, {20, 20}, theme.text, "Memory");
    draw_text(draw, theme, TextRole::body, {120, 20}, theme.text, "78 GB");
    draw_text(draw, theme, TextRole::body, {20, 60}, theme.text, "Step");
    draw.PushClipRect({0, 0}, {50, 200});
    draw_text(draw, theme, TextRole::body, {200, 20}, theme.text, "clipped away");
    draw.PopClipRect();
    const std::array<const ImDrawList*, 1> lists = {&draw};
    words = words_within(drawn_runs(lists), {{0, 10}, {400, 50}});
    none = words_within(drawn_runs(lists), {{0, 100}, {400, 150}});
  });
  CHECK(words == "Memory 78 GB");
  CHECK(none.empty());
}

TEST_CASE("a place's words are a table, lines from the top down, cells from the left") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  std::string table;
  screen.frame(400, 200, IM_COL32_BLACK, [&] {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw_text_right(draw, theme, TextRole::strong, {300, 60}, theme.text, "2.1 s");
    draw_text(draw, theme, TextRole::secondary, {20, 61}, theme.text, "Tensor parallel");
    draw_text(draw, theme, TextRole::body, {20, 20}, theme.text, "Rows");
    draw_text(draw, theme, TextRole::body, {20, 180}, theme.text, "Below the card");
    const std::array<const ImDrawList*, 1> lists = {&draw};
    table = table_within(drawn_runs(lists), {{0, 10}, {400, 120}});
  });
  CHECK(table == "Rows\nTensor parallel\t2.1 s\n");
}
