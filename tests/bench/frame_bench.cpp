// How long a frame of the whole window takes on software GL, 1760 x 1080.
#include <imgui.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "app/explorer/state/explorer.h"
#include "app/explorer/window.h"
#include "core/base/kept_memory.h"
#include "render/picture/offscreen.h"
#include "tests/bench/drawn.h"
#include "tests/bench/scenarios.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

/// Of this thread alone, whatever else the machine does.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

constexpr int width = 1760, height = 1080;

/// One frame, painted and read back, so that the GL's work is counted too.
void paint(Offscreen& offscreen, Explorer& explorer, const Theme& theme) {
  offscreen.frame(width, height, theme.panel, [&] { draw_explorer(explorer, theme); });
}

/// The time of reading the pixels back, which a window on a screen doesn't need.
Timing read_back(Offscreen& offscreen) {
  return time_of([&] { return offscreen.pixels().rgba.size(); });
}

/// Without the time of reading back.
Timing less(const Timing& timing, double reading) {
  return {timing.median - reading, timing.p10 - reading, timing.p90 - reading, timing.runs};
}

/// The grown Run view: still, while its tokens are dragged, and while the split is; beside the whole window's frame.
void time_run_view(Offscreen& offscreen, const Presets& presets, const Theme& theme, double reading, double window) {
  Explorer run = make_explorer(presets, *presets.launched("gpt4-25k-a100"), {}, Settings{});
  run.grown = "run";
  const auto finished = [&] {
    paint(offscreen, run, theme);
    (void)offscreen.pixels();
  };
  const Timing still = less(time_of(finished), reading);
  print("a frame of the Run view, GPT-4", still, 16e-3);
  double tokens = 13e12;
  const Timing dragged = less(time_of([&] {
                                Scenario scenario = run.session.history.present().said.scenario;
                                scenario.run.tokens = tokens = tokens > 20e12 ? 13e12 : tokens * 1.01;
                                edit_scenario(run.session, scenario, "run.tokens");
                                finished();
                              }),
                              reading);
  print("  in which the tokens changed", dragged, 16e-3);
  bool narrow = false;
  const Timing split = less(time_of([&] {
                              Scenario scenario = run.session.history.present().said.scenario;
                              narrow = !narrow;
                              scenario.plan.tp = narrow ? 4 : 8;
                              scenario.plan.dp = narrow ? 416 : 208;
                              scenario.plan.global_batch = narrow ? 7072 : 7280;
                              edit_scenario(run.session, scenario, "plan.tp");
                              finished();
                            }),
                            reading);
  print("  in which TP changed", split, 16e-3);
  std::printf("  over the window's frame: %.2f still, %.2f and %.2f while dragging\n", still.median / window,
              dragged.median / window, split.median / window);
}

/// The grown Step view: still, and while the split is dragged, where each frame also tries better hardware.
void time_step_view(Offscreen& offscreen, const Presets& presets, const Theme& theme, double reading) {
  for (const char* preset : {"gpt4-25k-a100", "deepseek-v3-2048-h800"}) {
    Explorer step = make_explorer(presets, *presets.launched(preset), {}, Settings{});
    step.grown = "step";
    const auto finished = [&] {
      paint(offscreen, step, theme);
      (void)offscreen.pixels();
    };
    do finished();
    while (step.of<StepState>().measured.shown && step.of<StepState>().measured.comparison.runs.empty());
    const std::string name = "a frame of the Step view, " + step.session.history.present().said.scenario.name;
    print(name.c_str(), less(time_of(finished), reading), 16e-3);
    const std::int64_t batch = step.session.history.present().said.scenario.plan.global_batch;
    bool small = false;
    print("  in which the batch changed",
          less(time_of([&] {
                 Scenario scenario = step.session.history.present().said.scenario;
                 small = !small;
                 scenario.plan.global_batch = small ? 2 * batch : batch;
                 edit_scenario(step.session, scenario, "plan.global_batch");
                 finished();
               }),
               reading),
          16e-3);
  }
}

/// Frames of the Search view in its first seconds, beside its threads, or with slices between them.
void time_search_view(Offscreen& offscreen, const Presets& presets, const Theme& theme, double reading) {
  for (const unsigned threads : {SearchState::search_threads(), 0U})
    for (const char* preset : {"gpt4-25k-a100", "deepseek-v3-2048-h800"}) {
      Explorer explorer = make_explorer(presets, *presets.launched(preset), {}, Settings{});
      explorer.grown = "search", explorer.of<SearchState>().threads = threads;
      std::vector<double> frames, own;
      for (const double begin = seconds_now(); seconds_now() < begin + 5;) {
        const double from = seconds_now();
        offscreen.frame(width, height, theme.panel, [&] {
          const double cpu = thread_seconds();
          draw_explorer(explorer, theme);
          own.push_back(thread_seconds() - cpu);
        });
        (void)offscreen.pixels();
        frames.push_back(seconds_now() - from - reading);
      }
      own.erase(own.begin());  // in which the window is made
      std::sort(frames.begin(), frames.end()), std::sort(own.begin(), own.end());
      const auto at = [](const std::vector<double>& sorted, double share) {
        return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))] * 1e3;
      };
      std::printf("a frame while %s is searched, %s: %.1f ms, nine of ten under %.1f, the longest %.1f (aim 16)\n",
                  preset, threads > 0 ? "on a thread" : "between frames", at(frames, 0.5), at(frames, 0.9),
                  at(frames, 1));
      std::printf(
          "  of it the window's own work, without painting: %.1f ms, nine of ten under %.1f, the longest %.1f\n",
          at(own, 0.5), at(own, 0.9), at(own, 1));
    }
}

void time_frames(Offscreen& offscreen, const Theme& theme) {
  const Presets presets = shipped_presets();

  Explorer gpt4 = make_explorer(presets, *presets.launched("gpt4-25k-a100"), {}, Settings{});
  const auto finished = [&](Explorer& explorer) {
    paint(offscreen, explorer, theme);
    (void)offscreen.pixels();  // waits until the frame is painted
  };
  const Timing still = time_of([&] { finished(gpt4); });
  const Timing reading = read_back(offscreen);
  print("frame and reading it back, GPT-4", still, 0);
  print("  of it reading back", reading, 0);
  print("a frame, GPT-4", less(still, reading.median), 16e-3);

  time_run_view(offscreen, presets, theme, reading.median, still.median - reading.median);
  time_step_view(offscreen, presets, theme, reading.median);
  time_search_view(offscreen, presets, theme, reading.median);

  bool wide = false;
  const Timing edited = time_of([&] {
    Scenario scenario = gpt4.session.history.present().said.scenario;
    wide = !wide;
    scenario.plan.tp = wide ? 4 : 8;
    scenario.plan.dp = wide ? 416 : 208;
    scenario.plan.global_batch = wide ? 7072 : 7280;
    edit_scenario(gpt4.session, scenario, "plan.tp");
    finished(gpt4);
  });
  print("a frame in which TP changed, GPT-4", less(edited, reading.median), 16e-3);

  Explorer deep = make_explorer(presets, {deep_pipeline(presets), {}}, {}, Settings{});
  const Timing many = time_of([&] { finished(deep); });
  print("a frame, 64 stages x 1024 micro-batches", less(many, reading.median), 16e-3);
}

}  // namespace

int main() {
  keep_freed_memory();
  return drawn(time_frames);
}
