#include <fstream>
#include <sstream>

#include "app/explorer/chart_export.h"
#include "core/plan_search/trial_log.h"
#include "core/scenario_json/parse.h"
#include "core/script/evaluate_loaded.h"
#include "tests/app/commands/run_command.h"
#include "tests/app/sweep/sweep_driver.h"
#include "tests/real_presets.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a field is found by typing, its values are typed, and a second field gives a line for each of its own") {
  SweepDriver driver;
  driver.sweep();
  WindowDriver& window = driver.window;
  window.click("sweep.along");
  window.type("micro");
  window.key(ImGuiKey_Enter);
  driver.sweep();
  CHECK(driver.state().settings.along.path == "plan.micro_batch");
  window.set_value("sweep.along.values", "1,2");
  driver.sweep();
  CHECK(driver.state().settings.along.typed == "1,2");
  REQUIRE(driver.state().drawn.lines.size() == 1);
  CHECK(driver.state().drawn.lines[0].points.size() == 2);
  window.click("sweep.lines");
  window.type("recompute");
  window.key(ImGuiKey_Enter);
  driver.sweep();
  CHECK(driver.state().drawn.lines.size() > 1);
}

TEST_CASE("what stays and what is shown is chosen, never one figure twice") {
  SweepDriver driver;
  driver.sweep();
  driver.window.click("sweep.follow.share");
  driver.sweep();
  CHECK(driver.state().settings.follow == SweepFollow::share);
  driver.window.click("sweep.upper");
  driver.window.click("sweep.upper=MFU");
  driver.window.frames(2);
  CHECK(driver.state().arranged.upper == SweepFigure::mfu);
  CHECK(driver.state().arranged.lower == SweepFigure::tokens);
  driver.window.click("sweep.lower");
  driver.window.click("sweep.lower=Nothing");
  driver.window.frames(2);
  CHECK_FALSE(driver.state().arranged.lower);
}

TEST_CASE("the table that is written is the command's, and the picture has the charts alone") {
  SweepDriver driver;
  driver.ask("strong-scaling");
  WindowDriver& window = driver.window;
  window.click("sweep.csv");
  window.frames(2);
  CHECK(window.explorer.session.picker.mode == PickerMode::save_chart);
  CHECK(window.explorer.session.picker.name.ends_with("GPUs.csv"));
  window.key(ImGuiKey_Escape);
  const TemporaryFolder folder;
  REQUIRE(export_charts(window.explorer, folder.path("sweep.csv")));
  std::ostringstream written;
  written << std::ifstream(folder.path("sweep.csv")).rdbuf();
  SweepCommand command;
  command.scenario = "llama2-7b-256-a100", command.question = "strong-scaling", command.format = OutputFormat::csv;
  CHECK(written.str() == run_command(command).out);
  CHECK(export_charts(window.explorer, folder.path("sweep 800x600.png")));
  CHECK(export_charts(window.explorer, folder.path("sweep.svg")));
  std::ostringstream drawn;
  drawn << std::ifstream(folder.path("sweep.svg")).rdbuf();
  CHECK(drawn.str().find("MFU over GPUs") != std::string::npos);
  CHECK(drawn.str().find("Strong scaling") == std::string::npos);
  CHECK_FALSE(export_charts(window.explorer, folder.path("sweep.txt")));
}

TEST_CASE("the rows as JSON lines run again to the same figures") {
  SweepDriver driver;
  driver.ask("weak-scaling");
  driver.window.click("sweep.trials");
  driver.window.frames(2);
  CHECK(driver.window.explorer.session.picker.name.ends_with("GPUs.jsonl"));
  driver.window.key(ImGuiKey_Escape);
  const TemporaryFolder folder;
  REQUIRE(export_charts(driver.window.explorer, folder.path("rows.jsonl")));
  std::ifstream written(folder.path("rows.jsonl"));
  std::size_t lines = 0;
  for (std::string line; std::getline(written, line); ++lines) {
    const Outcome<ParsedScenario> again = parse_scenario(scenario_of_line(line), real_presets());
    REQUIRE(succeeded(again));
    const SweepRow& row = driver.state().drawn.rows.at(lines);
    CHECK(report_fields(evaluate_loaded(value_of(again)), swept_fields()) == row.figures);
  }
  CHECK(lines == driver.state().drawn.rows.size());
}

TEST_CASE("the command that prints the rows is copied") {
  SweepDriver driver;
  driver.sweep();
  driver.window.click("sweep.command");
  driver.window.frames(2);
  CHECK(
      std::string(ImGui::GetClipboardText()).starts_with("shardscope sweep llama2-7b-256-a100 --vary 'cluster.gpus="));
}
