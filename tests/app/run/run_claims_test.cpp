#include <doctest/doctest.h>

#include "app/panels/cards.h"
#include "render/text/text.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click on a claim opens the scenario behind it, as a step that can be undone") {
  WindowDriver window("llama3-8b-1024-h100");
  window.click("verdict.run");
  const Scenario before = window.scenario();
  window.click("run.claims.agrees");
  window.click("run.claim.gpt4-flops");
  CHECK(window.scenario().model.preset == "gpt4");
  CHECK(window.scenario().flops_convention == FlopsConvention::six_nd);
  CHECK(window.explorer.grown == "run");
  CHECK(window.explorer.session.history.present().edited());  // the preset counts otherwise
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.scenario() == before);
}

TEST_CASE("a long verdict stands below its numbers where they would have a narrow column beside it") {
  WindowDriver window("gpt4-25k-a100", WindowSize{1280, 1200});
  window.click("verdict.run");
  window.frames(3);
  const float line = text_height(window.theme(), TextRole::secondary);
  // Its sentence, its numbers and its verdict: two lines, two lines and one.
  CHECK(window.place("run.claim.h100-100k-100days").height() < 8 * line);
}

TEST_CASE("a verdict's count shows its claims alone, and a second click all") {
  WindowDriver window("gpt4-25k-a100");
  window.click("verdict.run");
  window.click("run.claims.impossible");
  CHECK(window.explorer.of<RunState>().arranged.only == ClaimStanding::impossible);
  CHECK(window.shows("run.claim.h100-4000-years"));
  CHECK_FALSE(window.shows("run.claim.cluster-100k-power"));
  window.click("run.claims.impossible");
  CHECK_FALSE(window.explorer.of<RunState>().arranged.only.has_value());
  CHECK(window.shows("run.claim.cluster-100k-power"));
}

TEST_CASE("a claim without a scenario unfolds its arithmetic and changes nothing; a second click folds it") {
  WindowDriver window("gpt4-25k-a100");
  window.click("verdict.run");
  const Scenario before = window.scenario();
  window.click("run.claims.differs");
  window.point_at(window.place("run.claims.agrees").center());
  window.frames(2);
  const float folded = window.place("run.claim.cluster-100k-energy").height();
  const auto below = [&](const char* name) {
    window.point_at(window.place("run.claim.cluster-100k-energy").center());
    for (int i = 0; i < 30 && !window.shows(name); ++i) window.wheel(-1), window.frames(2);
  };
  below("run.claim.ib-rates");
  window.click("run.claim.ib-rates");
  window.frames(2);
  CHECK(window.scenario() == before);
  CHECK(window.explorer.of<RunState>().arranged.open_claim == "ib-rates");
  CHECK(window.place("run.claim.ib-rates").height() > folded);
  window.click("run.claim.ib-rates");
  CHECK(window.explorer.of<RunState>().arranged.open_claim.empty());
}

TEST_CASE("keys go from the verdicts to the claims, from one to the next, and open one, large or small") {
  for (const WindowSize size : {WindowSize{1760, 1080}, WindowSize{1280, 720}}) {
    CAPTURE(size.width);
    WindowDriver window("llama3-8b-1024-h100", size);
    window.click("verdict.run");
    window.click("run.claims.impossible");
    window.key(ImGuiKey_DownArrow);
    window.key(ImGuiKey_DownArrow);
    window.key(ImGuiKey_UpArrow);
    window.key(ImGuiKey_DownArrow);
    window.key(ImGuiKey_Space);
    CHECK(window.scenario().model.preset == "llama3-70b");
    CHECK(window.scenario().cluster.gpus == 1);  // the second, 4,000 years
  }
}

TEST_CASE("keys scroll the list of claims with them") {
  WindowDriver window("gpt4-25k-a100", {1280, 720});
  window.click("verdict.run");
  window.click("run.claims.agrees");
  CHECK_FALSE(window.shows("run.claim.3d-65536"));
  constexpr int claims_max = 30;
  for (int i = 0; i < claims_max && !window.shows("run.claim.3d-65536"); ++i) {
    window.key(ImGuiKey_DownArrow);
    window.frames(2);
  }
  CHECK(window.shows("run.claim.3d-65536"));
}
