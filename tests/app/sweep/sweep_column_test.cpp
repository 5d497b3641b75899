#include <fstream>
#include <sstream>

#include "app/explorer/chart_export.h"
#include "tests/app/commands/run_command.h"
#include "tests/app/sweep/sweep_driver.h"
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

TEST_CASE("the command that prints the rows is copied") {
  SweepDriver driver;
  driver.sweep();
  driver.window.click("sweep.command");
  driver.window.frames(2);
  CHECK(
      std::string(ImGui::GetClipboardText()).starts_with("shardscope sweep llama2-7b-256-a100 --vary 'cluster.gpus="));
}
