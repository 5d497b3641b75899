#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/presets/user_presets.h"
#include "tests/app/commands/run_command.h"
#include "tests/source_path.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::json;

namespace {

/// Presets of one's own lie in a folder of the test's while it lives.
struct OwnHome {
  TemporaryFolder folder;
  OwnHome() { setenv("XDG_CONFIG_HOME", folder.root().c_str(), 1); }
  ~OwnHome() { unsetenv("XDG_CONFIG_HOME"); }
  OwnHome(const OwnHome&) = delete;
  OwnHome& operator=(const OwnHome&) = delete;
};

std::string log_path(const char* name) {
  return source_path(std::string("tests/data/logs/") + name).string();
}

/// Runs whose steps take `times` as long as predicted.
std::string own_runs(double times, const char* gpu = "a100-80") {
  Json runs = Json::array();
  for (const int dp : {4, 8}) {
    Json scenario = Json::parse(scenario_line);
    scenario["plan"]["dp"] = dp, scenario["plan"]["global_batch"] = 16 * dp;
    scenario["cluster"] = {{"gpu", gpu}, {"gpus", 16 * dp}};
    ReportCommand report;
    report.scenarios = {"-"}, report.format = OutputFormat::json;
    const double step = Json::parse(run_command(report, scenario.dump()).out)["time"]["step_seconds"];
    runs.push_back(
        {{"id", "own-" + std::to_string(dp)}, {"scenario", scenario}, {"measured", {{"step_seconds", times * step}}}});
  }
  return Json{{"shardscope_runs", 1}, {"models", Json::object()}, {"runs", runs}}.dump();
}

}  // namespace

TEST_CASE("runs that are slower than predicted make a GPU preset that predicts them") {
  const OwnHome home;
  CalibrateCommand command;
  command.files = {home.folder.write("runs.json", own_runs(1.08))};
  command.name_kept = "Our Lab", command.json = true;
  const Ran ran = run_command(command);
  CAPTURE(ran.error);
  REQUIRE(ran.status == 0);
  const Json json = Json::parse(ran.out);
  CHECK(json["preset"] == "our-lab");
  for (const Json& run : json["runs"]) {
    CHECK(run["before_seconds"].get<double>() == doctest::Approx(run["measured_seconds"].get<double>() / 1.08));
    CHECK(run["after_seconds"] > 1.015 * run["before_seconds"].get<double>());  // both of one model
    CHECK(run["after_seconds"] < 1.01 * run["measured_seconds"].get<double>());
  }
  Presets presets = real_presets();
  CHECK(add_user_presets(presets, home.folder.root() / "shardscope" / "presets").empty());
  REQUIRE(presets.gpu("our-lab") != nullptr);
  CHECK(presets.gpu("our-lab")->calibration.runs == std::vector<std::string>{"own-4", "own-8"});
}

TEST_CASE("a log calibrates by its own plan, or by the one that is given") {
  const OwnHome home;
  CalibrateCommand command;
  command.files = {log_path("megatron-ranks.log")};
  command.name_kept = "lab";
  CHECK(run_command(command).error.find("--set cluster.gpu=NAME") != std::string::npos);
  command.settings = {"cluster.gpu=h100-sxm"};
  const Ran ran = run_command(command);
  CAPTURE(ran.error);
  CHECK(ran.status == 0);
  CHECK(ran.out.find("Kept as the GPU preset lab") != std::string::npos);
  CHECK(ran.out.find("megatron-ranks.log") != std::string::npos);
}

TEST_CASE("rates calibrate the GPU that is named, and a count of GPUs names none") {
  const OwnHome home;
  const std::filesystem::path table = home.folder.root() / "rates.csv";
  std::ofstream(table) << "m,n,k,time_us\n4096,4096,4096,250\n8192,8192,8192,1700\n";
  CalibrateCommand command;
  command.files = {table.string()};
  command.name_kept = "lab";
  command.settings = {"cluster.gpus=16"};
  CHECK(run_command(command).error.find("--set cluster.gpu=NAME") != std::string::npos);
  command.settings = {"cluster.gpu=a100-80"};
  const Ran ran = run_command(command);
  CAPTURE(ran.error);
  CHECK(ran.status == 0);
}

TEST_CASE("what can't calibrate is refused in a line, and nothing is kept") {
  const OwnHome home;
  CalibrateCommand command;
  command.name_kept = "lab";
  const auto refusal = [&](std::vector<std::string> files) {
    command.files = std::move(files);
    const Ran ran = run_command(command);
    CHECK(ran.status == 1);
    return ran.error;
  };
  CHECK(refusal({home.folder.write("prose.log", "Dear all\n")}).find("no line of it is one of a training log") !=
        std::string::npos);
  CHECK(refusal({home.folder.write("none.json", R"({"shardscope_runs": 1, "runs": []})")}).find("it has no run") !=
        std::string::npos);
  const std::string one = home.folder.write("one.json", own_runs(1.1)),
                    other = home.folder.write("other.json", own_runs(1.1, "h100-sxm"));
  CHECK(refusal({one, other}).find("one calibration is of one GPU") != std::string::npos);
  command.name_kept = "h100-sxm";
  CHECK(refusal({one}).find("is a GPU already") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(home.folder.root() / "shardscope"));
}
