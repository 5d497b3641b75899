#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "app/explorer/command_palette.h"
#include "core/fields/fields.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using shardscope::tests::WindowDriver;

TEST_CASE("the palette lists every view, scenario and lesson, and every field that the window has a control for") {
  WindowDriver driver;
  const ViewFrame frame = driver.view_frame();
  const std::vector<PaletteEntry> entries = palette_entries(driver.explorer, frame);
  std::set<std::string> fields_listed;
  const auto count = [&](std::string_view kind) {
    return std::count_if(entries.begin(), entries.end(), [&](const PaletteEntry& entry) { return entry.kind == kind; });
  };
  for (const PaletteEntry& entry : entries) fields_listed.insert(entry.field);
  CHECK(count("view") > static_cast<std::ptrdiff_t>(view_count));
  CHECK(count("scenario") == static_cast<std::ptrdiff_t>(frame.presets.scenarios.size()));
  CHECK(count("lesson") == static_cast<std::ptrdiff_t>(driver.explorer.of<LessonsState>().library.lessons.size()));
  for (const Field& field : fields())
    if (field.no_control.empty()) CHECK(fields_listed.contains(std::string(field.path)));
}

TEST_CASE("what is typed finds what is meant first") {
  WindowDriver driver;
  const ViewFrame frame = driver.view_frame();
  const std::vector<PaletteEntry> entries = palette_entries(driver.explorer, frame);
  struct Case {
    const char *typed, *first;
  };
  for (const Case& each : {Case{"undo", "Undo"}, Case{"virtual", "Virtual stages"}, Case{"plan.tp", "Tensor"},
                           Case{"zero: one", "ZeRO: one copy between all"}, Case{"search plans", "Search"}}) {
    CAPTURE(each.typed);
    const auto found = found_entries(entries, each.typed);
    REQUIRE_FALSE(found.empty());
    CHECK(found.front()->name == each.first);
  }
  for (const char* kind : {"lesson", "term", "scenario"}) {  // a kind by its own name lists what is of it
    const auto found = found_entries(entries, kind);
    const auto of_kind = [&](const PaletteEntry* entry) { return entry->kind == kind; };
    CHECK(std::count_if(found.begin(), found.begin() + 9, of_kind) >= 8);
  }
  CHECK(found_entries(entries, "lesson bubble").front()->name == "The bubble, and interleaving");
  CHECK(found_entries(entries, "qqqq").empty());
  CHECK(found_entries(entries, "").size() == entries.size());
}
