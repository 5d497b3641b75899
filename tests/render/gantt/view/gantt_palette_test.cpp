#include "render/gantt/view/gantt_palette.h"

#include <set>

#include "tests/render/gantt/gantt_cases.h"

using namespace shardscope;

TEST_CASE("each kind of work has a colour and a name of its own, and idle time no colour") {
  for (const Theme& theme : {dark_theme(), light_theme()}) {
    std::set<ImU32> colors;
    for (std::size_t kind = 0; kind < bar_kinds; ++kind) colors.insert(bar_color(theme, static_cast<BarKind>(kind)));
    CHECK(colors.size() == bar_kinds);
    CHECK(bar_color(theme, BarKind::idle) == 0);
  }
}

TEST_CASE("by pass a bar has its kind's colour, and chunks are shades of it that grow darker") {
  const test::GanttCase made = test::gantt_case(4, 3, 8);
  const Theme theme = dark_theme();
  const GanttPalette by_pass = gantt_palette(theme, GanttColoring::pass, made.timeline());
  CHECK(by_pass.color({PassKind::forward, 2, 5}) == theme.forward);
  CHECK(by_pass.color({PassKind::backward, 0, 5}) == theme.backward);
  CHECK(by_pass.color_of_kind(theme, BarKind::forward) == theme.forward);
  const GanttPalette shaded = gantt_palette(theme, GanttColoring::pass_and_chunk, made.timeline());
  CHECK(shaded.color({PassKind::forward, 0, 5}) == theme.forward);
  const double first = contrast(shaded.color({PassKind::forward, 0, 5}), theme.panel);
  const double middle = contrast(shaded.color({PassKind::forward, 1, 5}), theme.panel);
  const double last = contrast(shaded.color({PassKind::forward, 2, 5}), theme.panel);
  CHECK(first > middle);
  CHECK(middle > last);
  CHECK(last > 1.5);
}

TEST_CASE("by micro-batch the colour follows the micro-batch, backward is darker than forward, digits can be read") {
  const test::GanttCase made = test::gantt_case(4, 1, 200);
  for (const Theme& theme : {dark_theme(), light_theme()}) {
    const GanttPalette palette = gantt_palette(theme, GanttColoring::micro_batch, made.timeline());
    CHECK_FALSE(palette.by_kind());
    CHECK(palette.color({PassKind::forward, 0, 0}) == ordinal_color(theme, 0));
    CHECK(palette.color({PassKind::forward, 0, 199}) == ordinal_color(theme, 1));
    CHECK(palette.color({PassKind::forward, 0, 0}) != palette.color({PassKind::backward, 0, 0}));
    for (std::size_t i = 0; i < palette.fill.size(); ++i) CHECK(contrast(palette.fill[i], palette.ink[i]) >= 4.5);
  }
}

TEST_CASE("by chunk every chunk has a colour of its own") {
  const test::GanttCase made = test::gantt_case(4, 4, 8);
  const GanttPalette palette = gantt_palette(dark_theme(), GanttColoring::chunk, made.timeline());
  std::set<ImU32> colors;
  for (std::uint16_t chunk = 0; chunk < 4; ++chunk) colors.insert(palette.color({PassKind::forward, chunk, 3}));
  CHECK(colors.size() == 4);
}
