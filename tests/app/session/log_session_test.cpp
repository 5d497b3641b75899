#include "app/session/log_session.h"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include "app/session/documents.h"
#include "tests/app/desk.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::testing;

namespace {

std::string log_file(const char* name) {
  return source_path(std::string("tests/data/logs/") + name).string();
}

}  // namespace

TEST_CASE("a dropped log that dumps its arguments brings its own plan, on the present GPU, and undo takes it back") {
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  Session& session = explorer.session;
  const std::string before = session.history.present().said.scenario.name;
  drop_files(session, {log_file("megatron-ranks.log")});
  CAPTURE(session.notice.text);
  REQUIRE(session.log);
  CHECK(session.log->name == "megatron-ranks.log");
  CHECK(session.attention == Attention::log);
  CHECK(session.history.present().said.scenario.name == "megatron-ranks.log");
  CHECK(session.history.present().said.scenario.cluster.gpu.preset == "h100-sxm");
  CHECK(session.taken.kind == "a training log");
  undo(session);
  CHECK(session.history.present().said.scenario.name == before);
}

TEST_CASE("a log without a plan stands beside the present scenario, and so does one that is dropped with a scenario") {
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  Session& session = explorer.session;
  const LaunchedScenario before = session.history.present().said;
  REQUIRE(open_file(session, log_file("torchtitan-colours.log")));
  CHECK(session.history.present().said == before);
  REQUIRE(open_log_file(session, log_file("megatron-ranks.log"), PlanOfLog::the_present));
  CHECK(session.history.present().said == before);
  close_log(session);
  CHECK_FALSE(session.log);
}

TEST_CASE("lines of a log can be pasted; prose leaves all as it was") {
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  Session& session = explorer.session;
  paste_text(session,
             "step:  1  loss: 8.1  memory: 40.1GiB(50.7%)  tps: 1,234  tflops: 72.1  mfu: 7.3%\n"
             "step: 10  loss: 7.1  memory: 47.6GiB(60.1%)  tps: 7,134  tflops: 412.1  mfu: 41.3%\n");
  REQUIRE(session.log);
  CHECK(session.log->name == "the clipboard");
  close_log(session);
  paste_text(session, "Dear all, no log.");
  CHECK_FALSE(session.log);
}

TEST_CASE("calibrating keeps a GPU preset of the log's name and puts it into the scenario, whose range is no wider") {
  const tests::TemporaryFolder folder;
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  Session& session = explorer.session;
  CHECK_FALSE(calibrate_on_log(session, folder.path(".")));
  drop_files(session, {log_file("megatron-ranks.log")});
  const double before = session.report.time->step.value;
  const auto width = [&] { return session.report.time->range.high / session.report.time->range.low; };
  const double range = width();
  REQUIRE(calibrate_on_log(session, folder.path(".")));
  CAPTURE(session.notice.text);
  const Gpu& gpu = session.history.present().said.scenario.cluster.gpu;
  CHECK(gpu.preset == "megatron-ranks");
  CHECK(gpu.calibration.runs == std::vector<std::string>{"megatron-ranks.log"});
  const double measured = 1.5005, after = session.report.time->step.value;
  CHECK(std::abs(std::log(after / measured)) < std::abs(std::log(before / measured)));
  CHECK(width() < 1.001 * range);  // a run alone says little of others, and the longer step has other shares
  CHECK(session.presets->gpu("megatron-ranks") != nullptr);
  CHECK(std::filesystem::exists(folder.path("gpus/megatron-ranks.json")));
  undo(session);
  CHECK_FALSE(session.history.present().said.scenario.cluster.gpu.calibration.stands());
  redo(session);
  REQUIRE(calibrate_on_log(session, folder.path(".")));  // the same log again counts once
  CHECK(session.history.present().said.scenario.cluster.gpu.calibration.runs.size() == 1);
}

TEST_CASE("a folder that can't be made is said, and the scenario stays") {
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  drop_files(explorer.session, {log_file("megatron-ranks.log")});
  CHECK_FALSE(calibrate_on_log(explorer.session, "/proc/nowhere"));
  CHECK(explorer.session.notice.bad);
  CHECK_FALSE(explorer.session.history.present().said.scenario.cluster.gpu.calibration.stands());
}
