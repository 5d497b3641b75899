// A window on the Sweep view, waited for: rows are made between frames, so that a test sees the same each time.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "app/sweep/sweep_cards.h"
#include "tests/gui/window_driver.h"

namespace shardscope::tests {

struct SweepDriver {
  WindowDriver window;

  explicit SweepDriver(std::string_view preset = "llama2-7b-256-a100", WindowSize size = {}, unsigned threads = 0)
      : window(preset, size) {
    state().threads = threads;
    window.click("tab.sweep");
  }

  [[nodiscard]] SweepState& state() { return window.explorer.of<SweepState>(); }

  /// Frames until every row is there.
  void sweep(int frames_max = 2000) {
    window.frames(2);
    for (int i = 0; i < frames_max && (!state().progress.done || is_working(state())); ++i) window.frames(1);
    REQUIRE(state().progress.done);
    window.frames(2);
  }
  void ask(std::string_view question) {
    window.click("sweep.question." + std::string(question));
    sweep();
  }

  /// Where a point of the upper chart was drawn.
  [[nodiscard]] ImVec2 point(std::size_t line, std::size_t point) {
    const SweepFigure figure = state().arranged.upper;
    const Rect area = window.place("sweep.chart." + std::string(entry_of(figure).path));
    LinesChart chart;
    std::vector<PlotLine> lines;
    for (const SweptLine& each : state().drawn.lines) {
      PlotLine& made = lines.emplace_back();
      for (const SweptPoint& swept : each.points) made.points.push_back({swept.x, swept.figures[index_of(figure)]});
    }
    const ViewFrame frame = window.view_frame();
    chart.lines = lines, chart.y_unit = entry_of(figure).unit;
    chart.mark_x = present_value(state(), frame), chart.mark_y = (*state().present)[index_of(figure)];
    if (figure == SweepFigure::memory) chart.limit = state().drawn.capacity;
    const auto layout = lay_out_lines(window.theme(), area, chart);
    REQUIRE(layout.has_value());
    return layout->place(lines.at(line).points.at(point));
  }
};

}  // namespace shardscope::tests
