#include "app/panels/field_rows.h"

#include <doctest/doctest.h>

#include "core/fields/typed_number.h"
#include "render/text/spoken_value.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// A frame that nothing is drawn in.
struct EmptyFrame {
  Theme theme = dark_theme();
  Presets presets;
  Document document;
  Report report;
  Places places;
  std::string touched, reset, said, filter;
  std::vector<Rect> cards;
  Refusal refused, refusal;
  Explanation tip;

  [[nodiscard]] Frame frame() {
    return {theme,   presets, document, report, places, touched, reset, said,
            refused, refusal, tip,      cards,  filter, {},      {}};
  }
};

}  // namespace

TEST_CASE("a number is rounded to a whole one where the field counts") {
  EmptyFrame empty;
  Scenario scenario;
  set_number(scenario, empty.frame(), "plan.tp", 3.6);
  CHECK(scenario.plan.tp == 4);
  set_number(scenario, empty.frame(), "run.tokens", 1.5e12);
  CHECK(scenario.run.tokens.value_or(0) == 1.5e12);
  CHECK(empty.said.empty());
}

TEST_CASE("a number that the field can't take changes nothing and is said with the field's name") {
  EmptyFrame empty;
  Scenario scenario;
  const Scenario before = scenario;
  for (const double refused : {0.0, -4.0, 1e300, -1e300}) {
    CAPTURE(refused);
    empty.said.clear();
    set_number(scenario, empty.frame(), "plan.tp", refused);
    CHECK(scenario == before);
    CHECK(empty.said.starts_with("Tensor: "));
  }
}

TEST_CASE("a choice is taken from its list by its label") {
  WindowDriver window;
  window.click("plan.recompute");
  window.click("plan.recompute=None");
  CHECK(window.plan().recompute != window.explorer.session.history.present().baseline.scenario.plan.recompute);
  CHECK(window.explorer.session.history.size() == 2);
}

TEST_CASE("a figure that no slider suits is typed") {
  WindowDriver window("gpt4-25k-a100", {1760, 2700, 1});
  window.show_rarer_fields();
  window.set_value("cluster.pue", "1.25");
  CHECK(window.scenario().cluster.pue == 1.25);
  window.set_value("run.mtbf_gpu_hours", "40k");
  CHECK(window.scenario().run.mtbf_gpu_hours.value_or(0) == 40000);
}

TEST_CASE("auto, typed, leaves a figure to its default again") {
  WindowDriver window("gpt4-25k-a100", {1760, 2700, 1});
  window.show_rarer_fields();
  window.set_value("run.checkpoint_interval_seconds", "600");
  CHECK(window.scenario().run.checkpoint_interval_seconds == 600);
  window.set_value("run.checkpoint_interval_seconds", "auto");
  CHECK_FALSE(window.scenario().run.checkpoint_interval_seconds.has_value());
}

TEST_CASE("a figure is typed with its unit as it is shown, or without") {
  WindowDriver window("gpt4-25k-a100", {1760, 2700, 1});
  window.show_rarer_fields();
  window.set_value("run.checkpoint_seconds", "90 s");
  CHECK(window.scenario().run.checkpoint_seconds == 90);
  window.set_value("run.electricity_usd_per_kwh", "$0.12/kWh");
  CHECK(window.scenario().run.electricity_usd_per_kwh == 0.12);
  window.set_value("run.mtbf_gpu_hours", "31,500 h");
  CHECK(window.scenario().run.mtbf_gpu_hours.value_or(0) == 31500);
  // Opening the box and leaving it with Enter changes nothing, whatever it shows.
  const Scenario before = window.scenario();
  window.click("run.electricity_usd_per_kwh.value");
  window.key(ImGuiKey_Enter);
  CHECK(window.scenario() == before);
  CHECK(window.explorer.session.refusal.path.empty());
}

TEST_CASE("long times and many bytes are shown in units that people say, and are taken so") {
  WindowDriver window("gpt4-25k-a100", {1760, 2700, 1});
  window.show_rarer_fields();
  window.set_value("run.node_repair_seconds", "36 hours");
  CHECK(window.scenario().run.node_repair_seconds == 36 * 3600);
  window.set_value("run.node_repair_seconds", "2 days");
  CHECK(window.scenario().run.node_repair_seconds == 2 * 86'400);
  ImGui::SetClipboardText("");
  window.point_at(window.place("run.node_repair_seconds.value").center());
  window.click(window.place("run.node_repair_seconds.value").center(), ImGuiMouseButton_Right);
  CHECK(std::string(ImGui::GetClipboardText()) == "2 days");
  window.set_value("run.node_repair_seconds", "300");
  CHECK(window.scenario().run.node_repair_seconds == 300);
}

TEST_CASE("what is shown of a number can be typed back") {
  int tried = 0;
  for (const Field& field : fields()) {
    if (field.kind != FieldKind::real || field.unit == Unit::none) continue;
    for (const double value : {5e-6, 0.5, 45.0, 900.0, 86'400.0, 3e7, 2.5e9, 7e12}) {
      if (value < field.min || value > field.max) continue;
      const std::string shown = spoken_value(field, value);
      CAPTURE(field.path);
      CAPTURE(shown);
      CHECK(typed_number(field, shown).value_or(0) == doctest::Approx(value).epsilon(0.06));
      ++tried;
    }
  }
  CHECK(tried > 50);
}
