#include "app/panels/notes.h"

#include <doctest/doctest.h>

#include <map>
#include <string>

#include "tests/app/panels/stop_of.h"
#include "tests/gui/drawn_words.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::map<std::string, float> heights_of(const WindowDriver& window) {
  std::map<std::string, float> heights;
  for (const Place& place : window.explorer.places.all)
    if (place.name.starts_with("plan.") || place.name.starts_with("cluster.") || place.name.starts_with("run."))
      if (!place.name.ends_with(".reset")) heights[place.name] = place.rect.min.y;
  return heights;
}

int tip_vertices() {
  return ImGui::GetForegroundDrawList()->VtxBuffer.Size;
}

}  // namespace

TEST_CASE("no control moves up or down, whatever is said of them") {
  for (const WindowSize size : {WindowSize{1760, 1080, 1}, WindowSize{1280, 720, 1}}) {
    WindowDriver window("gpt4-25k-a100", size);
    const auto before = heights_of(window);
    REQUIRE(before.contains("plan.tp"));
    const Rect notes = window.place("panel.notes");
    const auto stands = [&] {
      return heights_of(window) == before && window.place("panel.notes").min.y == notes.min.y;
    };
    window.set_value("plan.tp", "many");
    CHECK_FALSE(window.explorer.session.refusal.path.empty());
    CHECK(stands());
    window.set_value("plan.tp", "6");
    CHECK_FALSE(window.explorer.session.report.valid);
    CHECK(stands());
    window.set_value("plan.tp", "4");
    CHECK_FALSE(window.explorer.session.report.fits);
    CHECK(stands());
    window.set_value("plan.micro_batch", "4");
    CHECK(stands());
    window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(stands());
  }
}

TEST_CASE("the notes say what was refused, what followed and what is wrong, each with its field, the worst first") {
  WindowDriver window;
  CHECK(control_notes(window.view_frame()).empty());
  window.set_value("plan.tp", "6");
  std::vector<ControlNote> notes = control_notes(window.view_frame());
  const auto wrong = std::find_if(notes.begin(), notes.end(), [&](const ControlNote& note) {
    return note.color == window.theme().bad && note.words.starts_with("Tensor: ");
  });
  CHECK(wrong != notes.end());
  window.set_value("plan.tp", "4");
  notes = control_notes(window.view_frame());
  REQUIRE_FALSE(notes.empty());
  CHECK(notes.front().words.starts_with("→ data parallel "));
  window.set_value("plan.tp", "many");
  CHECK(control_notes(window.view_frame()).front().words.starts_with("Tensor: “many” isn't a number"));
}

TEST_CASE(
    "a control says nothing after a drag until the pointer has left it and returned, and then beside the charts") {
  WindowDriver window;
  const ImVec2 knob = stop_of(window, "plan.tp", 8), there = stop_of(window, "plan.tp", 4);
  window.frames(2);
  REQUIRE(tip_vertices() == 0);
  window.drag(knob, there);
  window.frames(120);
  CHECK(tip_vertices() == 0);
  window.point_at(window.place("verdict.memory").max);
  window.point_at({window.place("plan.tp").center().x, window.place("plan.tp").center().y});
  window.frames(120);
  REQUIRE(tip_vertices() > 0);
  const float charts = window.place("view.memory").min.x;
  for (const ImDrawVert& vertex : ImGui::GetForegroundDrawList()->VtxBuffer) CHECK(vertex.pos.x < charts);
}

TEST_CASE("notes that have room are whole, without a line cut through its middle") {
  for (const WindowSize size : {WindowSize{1760, 1080, 1}, WindowSize{1440, 900, 1}, WindowSize{1024, 640, 1}}) {
    CAPTURE(size.height);
    WindowDriver window("gpt4-25k-a100", size);
    window.set_value("plan.tp", "7");
    REQUIRE(control_notes(window.view_frame()).size() >= 3);
    const Rect notes = window.place("panel.notes");
    std::size_t whole = 0;
    std::string said;
    for (const DrawnRun& run : drawn_runs()) {
      if (!notes.contains(run.rect.center()) || run.clip.min.y < notes.min.y - 1) continue;  // the rows above go on
      CAPTURE(run.words);
      CHECK(run.rect.max.y <= run.clip.max.y + 1);
      whole += run.words.size(), said += run.words;
    }
    const std::string last = control_notes(window.view_frame()).back().words;
    if (size.height == 1080) CHECK(said.ends_with(last.substr(last.rfind(' ') + 1)));
    CHECK(whole > 100);
  }
}
