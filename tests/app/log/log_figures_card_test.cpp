#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>

#include "tests/app/log/log_window.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the button calibrates the GPU on the log, and the prediction comes nearer") {
  const TemporaryFolder home;
  setenv("XDG_CONFIG_HOME", home.root().c_str(), 1);
  LogWindow window;
  const auto apart = [&] { return std::abs(*window.detail().set.beside->rows[0].difference); };
  const double before = apart();
  window.click("log.calibrate");
  window.frames(3);
  unsetenv("XDG_CONFIG_HOME");
  CHECK(window.scenario().cluster.gpu.calibration.runs == std::vector<std::string>{"megatron-ranks.log"});
  CHECK(apart() < before);
  CHECK(window.explorer.session.notice.text.find("kept as the GPU preset") != std::string::npos);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK_FALSE(window.scenario().cluster.gpu.calibration.stands());
}

TEST_CASE("the log can be closed") {
  LogWindow window;
  window.click("log.close");
  window.frames(2);
  CHECK_FALSE(window.explorer.session.log);
  CHECK_FALSE(window.shows("log.steps"));
}

TEST_CASE("a log of another plan calibrates nothing") {
  LogWindow window;
  window.set_value("plan.micro_batch", "2");
  window.frames(2);
  REQUIRE_FALSE(window.detail().set.plan.differing.empty());
  window.click("log.calibrate");
  CHECK_FALSE(window.scenario().cluster.gpu.calibration.stands());
}

TEST_CASE("each figure of the step says how it comes about, the prediction by its derivation") {
  LogWindow window;
  const auto opened_at = [&](const char* place) {
    window.explorer.derivations.clear();
    window.rest_at(window.place(place).center());
    window.key(ImGuiKey_E);
    REQUIRE(window.explorer.derivations.size() == 1);
    return window.explorer.derivations.back();
  };
  CHECK(opened_at("log.figure.Predicted").name == "time.step_seconds");
  CHECK(opened_at("log.figure.Measured").said.lines.back().find("median") != std::string::npos);
  CHECK(opened_at("log.figure.Unexplained").said.lines.front().starts_with("measured − predicted: "));
  CHECK(opened_at("log.below").said.lines.front().starts_with("measured − predicted: "));
}
