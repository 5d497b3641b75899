// How long a frame of the Gantt chart takes on software GL, from a thousand bars to two million at three zooms, while
// somebody zooms: every frame shows another range. Strips, a followed micro-batch and a cursor are on.
#include <imgui.h>

#include <array>
#include <cmath>
#include <cstdio>

#include "core/pipeline/held_index.h"
#include "render/gantt.h"
#include "render/offscreen.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

constexpr int width = 1760, height = 1080;
constexpr double frame_aim = 16.6e-3, ratio_aim = 1.5;
constexpr int frames_a_case = 200;

struct Chart {
  Timeline timeline;
  TimelineIndex index;
  HeldIndex held;
};

/// ZB-H1: three passes a micro-batch on every rank.
Chart chart_of(std::int32_t ranks, std::int32_t micro_batches) {
  const Outcome<Schedule> schedule = make_schedule(ScheduleKind::zb_h1, ranks, 1, micro_batches);
  PassTimes times;
  times.stages.assign(static_cast<std::size_t>(ranks), {Seconds{1}, Seconds{0}, Seconds{1.1}, Seconds{0.9}});
  Chart chart;
  chart.timeline = simulate(value_of(schedule), times);
  chart.index = build_timeline_index(chart.timeline, {});
  chart.held = build_held_index(chart.timeline, std::vector<double>(static_cast<std::size_t>(ranks), 1));
  return chart;
}

/// p99 of a frame, what reading the pixels back takes left out.
double p99_of(Offscreen& offscreen, const Theme& theme, const Chart& chart, double zoom, double reading) {
  GanttSource source{chart.timeline, chart.index, {"rank", true, true}, TimeUnit::units};
  source.held = &chart.held;
  int frame = 0;
  const auto paint = [&] {
    const double wave = 1 + 0.2 * std::sin(frame++ * 0.1);
    GanttView view = zoom_about({}, gantt_extent(source), chart.index.step * (0.4 + 0.02 * wave), zoom * wave);
    view.micro_batch = chart.timeline.micro_batches / 2;
    view.cursor = chart.index.step * 0.41;
    offscreen.frame(width, height, theme.panel, [&] {
      draw_gantt(*ImGui::GetBackgroundDrawList(), {{20, 20}, {width - 20, height - 20}}, source, view, theme,
                 {800, 500});
    });
    (void)offscreen.pixels();
  };
  return p99_of_frames(paint, frames_a_case) - reading;
}

}  // namespace

int main() {
  Outcome<Offscreen> made = Offscreen::create();
  if (!succeeded(made)) {
    std::fprintf(stderr, "%s\n", line_of(problems_of(made).front(), "").c_str());
    return 1;
  }
  Offscreen& offscreen = std::get<0>(made);
  offscreen.activate();
  Theme theme = dark_theme();
  theme.fonts = offscreen.fonts();
  apply_theme(ImGui::GetStyle(), theme);
  constexpr std::array<std::array<int, 2>, 6> sizes = {
      {{8, 42}, {16, 208}, {32, 1040}, {64, 2600}, {128, 4096}, {128, 5208}}};
  constexpr std::array<double, 3> zooms = {1, 20, 400};
  std::array<double, zooms.size()> least = {};
  double reading = -1;
  std::printf("p99 of a frame of the chart, %d x %d, %d frames each; aim %g ms, and %g of a thousand bars'\n", width,
              height, frames_a_case, frame_aim * 1e3, ratio_aim);
  for (const auto& [ranks, micro_batches] : sizes) {
    const Chart chart = chart_of(ranks, micro_batches);
    std::printf("%9zu bars", chart.timeline.records.size());
    for (std::size_t i = 0; i < zooms.size(); ++i) {
      if (reading < 0) {
        (void)p99_of(offscreen, theme, chart, 1, 0);  // warm
        reading = time_of([&] { return offscreen.pixels().rgba.size(); }).median;
      }
      const double p99 = p99_of(offscreen, theme, chart, zooms[i], reading);
      if (least[i] == 0) least[i] = p99;
      std::printf("   zoom %3.0f %6.2f ms (%.2f)", zooms[i], p99 * 1e3, p99 / least[i]);
    }
    std::printf("\n");
    std::fflush(stdout);
  }
  return 0;
}
