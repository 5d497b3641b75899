#include <algorithm>

#include "app/lab/lab_window.h"
#include "core/fields/fields.h"
#include "tests/app/lab/lab_driver.h"
#include "tests/gui/drawn_words.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

ImVec2 stop_of(LabDriver& window, std::string_view path, std::span<const double> stops, double value) {
  const auto found = std::find(stops.begin(), stops.end(), value);
  REQUIRE(found != stops.end());
  return window.stop(path, static_cast<int>(found - stops.begin()), static_cast<int>(stops.size()));
}

}  // namespace

TEST_CASE("dragging Ranks changes charts and points in the same frames, and is one step of undo") {
  LabDriver window;
  const std::vector<double> stops = rank_stops(8);
  window.drag(stop_of(window, "lab.ranks", stops, 8), stop_of(window, "lab.ranks", stops, 4));
  CHECK(window.document().values.ranks == 4);
  CHECK(window.run(0).schedule.ranks == 4);
  CHECK(window.run(1).schedule.ranks == 4);
  CHECK(window.document().values.limit() == 8);  // 1F1B's, as long as it isn't set
  window.frames(3);
  CHECK_FALSE(points_are_due(window.lab()));
  CHECK(window.lab().history.size() == 2);
  window.click("button.undo");
  CHECK(window.document().values.ranks == 8);
  CHECK(window.run(0).schedule.ranks == 8);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Y);
  CHECK(window.document().values.ranks == 4);
  CHECK(window.explorer.session.history.size() == 1);  // the explorer's own steps are untouched
}

TEST_CASE("values can be typed, and one that can't be is said under its row") {
  LabDriver window;
  window.set_value("lab.forward", "0.35");
  CHECK(window.document().values.forward == 0.35);
  window.set_value("lab.micro_batches", "40");
  CHECK(window.document().values.micro_batches == 40);
  window.set_value("lab.ranks", "3000");
  CHECK(window.document().values.ranks == 8);
  CHECK(window.explorer.session.refusal.path == "lab.ranks");
  CHECK(window.explorer.session.refusal.words == "3,000 is above 256");
  window.set_value("lab.ranks", "2.5");
  CHECK(window.explorer.session.refusal.words == "2.5 isn't a whole number");
  window.set_value("lab.ranks", "4");
  CHECK(window.explorer.session.refusal.path.empty());
}

TEST_CASE("the memory limit follows 1F1B until it is set, and again once it is put back") {
  LabDriver window;
  window.set_value("lab.memory_limit", "12");
  CHECK(window.document().values.memory_limit == 12);
  CHECK_FALSE(window.lab().charts[1].run);  // ZB-V can't run within it
  CHECK(window.lab().charts[1].problem.find("zb-v can't run within 12") != std::string::npos);
  window.set_value("lab.memory_limit", "16");
  CHECK_FALSE(window.document().values.memory_limit);
  CHECK(window.lab().charts[1].run);
}

TEST_CASE("a slow rank and jitter make the step longer, the same seed the same step") {
  LabDriver window;
  const double even = window.run(0).makespan();
  window.set_value("lab.slow_rank", "3");
  CHECK(window.document().values.stragglers.slow_rank == 3);
  const double slow = window.run(0).makespan();
  CHECK(slow > even * 1.2);
  window.set_value("lab.slow_rank", "-1");
  CHECK(window.run(0).makespan() == even);
  window.set_value("lab.jitter", "20");
  const double jittered = window.run(0).makespan();
  CHECK(jittered != even);
  window.set_value("lab.seed", "2");
  CHECK(window.run(0).makespan() != jittered);
  window.set_value("lab.seed", "1");
  CHECK(window.run(0).makespan() == jittered);
}

TEST_CASE("the slow rank and jitter take what the fields of a run take, under their names") {
  LabDriver window;
  window.set_value("lab.slow_rank", "3");
  const auto set = [&]() -> const Stragglers& { return window.document().values.stragglers; };
  CHECK(set().slow_factor == 1.5);
  window.set_value("lab.slow_factor", "2.5");
  CHECK(set().slow_factor == 2.5);
  for (const char* text : {"0.5", "101"}) {  // it is slower than the others
    window.set_value("lab.slow_factor", text);
    CHECK(set().slow_factor == 2.5);
  }
  window.set_value("lab.jitter", "101");
  CHECK(set().jitter == 0);
  window.set_value("lab.jitter", "100");
  CHECK(set().jitter == find_field("run.jitter")->max);
  const std::vector<DrawnRun> runs = drawn_runs();
  CHECK(
      std::ranges::any_of(runs, [](const DrawnRun& run) { return run.words == find_field("run.slow_factor")->label; }));
}

TEST_CASE("a click on a point opens its schedule below, with Shift above") {
  LabDriver window;
  window.click("point=v-half");
  CHECK(window.document().shown[1] == ScheduleKind::v_half);
  CHECK(window.run(1).kind == ScheduleKind::v_half);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  window.click("point=v-min");
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
  window.frames(2);
  CHECK(window.document().shown[0] == ScheduleKind::v_min);
  CHECK(window.document().shown[1] == ScheduleKind::v_half);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.document() == LabDocument{});
}

TEST_CASE("pointing at a point says which schedule it is") {
  LabDriver window;
  window.point_at(window.place("point=v-min").center());
  CHECK(window.lab().pointed_point == static_cast<std::int32_t>(ScheduleKind::v_min));
  window.point_at(window.place("lab.above.chart").center());
  CHECK(window.lab().pointed_point == -1);
}

TEST_CASE("sliders stop at values that ascend, with the present one among them") {
  for (const std::int32_t present : {1, 8, 17, 200}) {
    LabScenario lab;
    lab.ranks = present;
    lab.memory_limit = 3 * present + 1;
    for (const std::vector<double>& stops : {rank_stops(present), micro_batch_stops(present), memory_stops(lab)}) {
      CHECK(std::is_sorted(stops.begin(), stops.end()));
      CHECK(std::adjacent_find(stops.begin(), stops.end()) == stops.end());
      CHECK(stops.size() < 80);
      CHECK(stops.front() >= 1);
    }
    const std::vector<double> ranks = rank_stops(present), memory = memory_stops(lab);
    CHECK(std::count(ranks.begin(), ranks.end(), present) == 1);
    CHECK(std::count(memory.begin(), memory.end(), 3 * present + 1) == 1);
  }
}

TEST_CASE("only points of the present values are shown, and how many are still to come is said") {
  LabDriver window;
  REQUIRE(window.shows("point=zb-v"));
  Lab& lab = window.lab();
  lab.points_done = 3;  // as while the next ones take long
  window.frames(1);
  CHECK(window.shows("point=gpipe"));
  CHECK_FALSE(window.shows("point=zb-v"));
}

TEST_CASE("in a low window the points' axis is in view") {
  LabDriver window({1280, 720});
  const Rect points = window.place("lab.points");
  CHECK(points.max.y < 720 - 34);
  CHECK(points.height() >= 150);
}

TEST_CASE("every schedule that runs is named at its point, in a window of 1280 x 720 too") {
  for (const WindowSize size : {WindowSize{1280, 720}, {1760, 1080}, {1280, 720, 1.25F}}) {
    CAPTURE(size.width);
    CAPTURE(size.scale);
    LabDriver window(size);
    window.frames(4);
    const Rect points = window.place("lab.points");
    std::string words;
    for (const DrawnRun& run : drawn_runs())
      if (points.overlaps(run.rect)) words += run.words + "\n";
    for (const LabPoint& point : window.lab().points) {
      if (!point.runs()) continue;
      const std::string_view name = short_title_of(point.kind);
      CAPTURE(std::string(name));
      CHECK(words.find(name) != std::string::npos);
    }
  }
}
