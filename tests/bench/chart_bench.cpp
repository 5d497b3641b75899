// How long a frame of the Gantt chart takes on software GL, from a thousand bars to two million at three zooms, while
// somebody zooms: every frame shows another range. Strips, a followed micro-batch and a cursor are on. All sizes take
// turns in every round, so that whatever else the machine does burdens all alike; of each size and zoom the round in
// which it was burdened least counts. Beside the time on the clock stands what all threads worked together, which
// others' work doesn't lengthen.
#include <glad/gl.h>
#include <imgui.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "core/base/kept_memory.h"
#include "core/pipeline/held_index.h"
#include "render/gantt/gantt.h"
#include "render/gantt/gantt_canvas.h"
#include "render/picture/offscreen.h"
#include "tests/bench/drawn.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

constexpr int width = 1760, height = 1080;
constexpr double frame_aim = 16.6e-3, ratio_aim = 1.5;
constexpr int frames_per_turn = 100, rounds_usual = 5;
constexpr std::array<double, 3> zooms = {1, 20, 400};

struct Chart {
  Timeline timeline;
  TimelineIndex index;
  HeldIndex held;
  GanttCanvas canvas = {};
};

/// ZB-H1: three passes per micro-batch on every rank.
Chart chart_of(std::int32_t ranks, std::int32_t micro_batches) {
  const Outcome<Schedule> schedule = make_schedule({ScheduleKind::zb_h1, ranks, 1, micro_batches});
  PassTimes times;
  times.stages.assign(static_cast<std::size_t>(ranks), {Seconds{1}, Seconds{0}, Seconds{1.1}, Seconds{0.9}});
  Chart chart;
  chart.timeline = simulate(value_of(schedule), times);
  chart.index = build_timeline_index(chart.timeline, {});
  chart.held = build_held_index(chart.timeline, std::vector<double>(static_cast<std::size_t>(ranks), 1));
  return chart;
}

double cpu_seconds() {
  std::timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Of the frames of one turn, in seconds.
struct Turn {
  double p99 = 1e9, median = 1e9, work = 1e9;  // on the clock; of all threads, a frame on average
};

Turn turn_of(Offscreen& offscreen, const Theme& theme, Chart& chart, double zoom) {
  GanttSource source{chart.timeline, chart.index, {"rank", true, true}, TimeUnit::units};
  source.held = &chart.held;
  source.canvas = &chart.canvas;
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
    glFinish();
  };
  for (int i = 0; i < 5; ++i) paint();
  const double before = cpu_seconds();
  const std::vector<double> seconds = sorted_frames(paint, frames_per_turn);
  return {quantile(seconds, 0.99), quantile(seconds, 0.5), (cpu_seconds() - before) / frames_per_turn};
}

constexpr std::array<std::array<int, 2>, 6> sizes = {
    {{8, 42}, {16, 208}, {32, 1040}, {64, 2600}, {128, 4096}, {128, 5208}}};
using Turns = std::array<std::array<Turn, zooms.size()>, sizes.size()>;

void print_turns(const std::vector<Chart>& charts, const Turns& least, int rounds) {
  std::printf(
      "a frame of the chart, %d x %d: p99, median, work of all threads, and their ratios to a thousand bars'; the "
      "least of %d rounds of %d frames each; aim %g ms, ratio %g\n",
      width, height, rounds, frames_per_turn, frame_aim * 1e3, ratio_aim);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    std::printf("%9zu bars", charts[i].timeline.records.size());
    for (std::size_t zoom = 0; zoom < zooms.size(); ++zoom) {
      const Turn& turn = least[i][zoom];
      const Turn& few = least[0][zoom];
      std::printf("   zoom %3.0f %5.1f %5.1f %5.1f ms (%.2f %.2f %.2f)", zooms[zoom], turn.p99 * 1e3, turn.median * 1e3,
                  turn.work * 1e3, turn.p99 / few.p99, turn.median / few.median, turn.work / few.work);
    }
    std::printf("\n");
  }
}

void time_charts(Offscreen& offscreen, const Theme& theme, int rounds) {
  std::vector<Chart> charts;
  for (const auto& [ranks, micro_batches] : sizes) charts.push_back(chart_of(ranks, micro_batches));
  Turns least = {};
  for (int round = 0; round < rounds; ++round)
    for (std::size_t zoom = 0; zoom < zooms.size(); ++zoom)
      for (std::size_t i = 0; i < charts.size(); ++i) {
        const Turn turn = turn_of(offscreen, theme, charts[i], zooms[zoom]);
        Turn& best = least[i][zoom];
        best = {std::min(best.p99, turn.p99), std::min(best.median, turn.median), std::min(best.work, turn.work)};
      }
  print_turns(charts, least, rounds);
}

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();
  const int rounds = argc > 1 ? std::atoi(argv[1]) : rounds_usual;
  return drawn([&](Offscreen& offscreen, const Theme& theme) { time_charts(offscreen, theme, rounds); });
}
