#include <doctest/doctest.h>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click on the scenario box and on a line opens that preset") {
  WindowDriver window;
  window.click("scenario");
  window.click("scenario=llama3-405b-16k-h100");
  CHECK(window.scenario().preset == "llama3-405b-16k-h100");
  CHECK(window.explorer.session.report.scenario.preset == "llama3-405b-16k-h100");
  CHECK_FALSE(window.shows("scenario=llama3-405b-16k-h100"));
  CHECK_FALSE(window.explorer.session.history.present().edited());
}

TEST_CASE("typing above the list of scenarios narrows it") {
  WindowDriver window;
  window.click("scenario");
  CHECK(window.shows("scenario=gpt4-25k-a100"));
  CHECK(window.shows("scenario=mixtral-8x7b-512-h100"));
  window.type("MIXT");
  CHECK_FALSE(window.shows("scenario=gpt4-25k-a100"));
  CHECK(window.shows("scenario=mixtral-8x7b-512-h100"));
  window.key(ImGuiKey_Escape);
  CHECK_FALSE(window.shows("scenario=mixtral-8x7b-512-h100"));
  CHECK(window.scenario().preset == "gpt4-25k-a100");
}

TEST_CASE("Enter opens the first match of what was typed, and the keys work after") {
  WindowDriver window;
  window.click("scenario");
  window.type("palm");
  window.key(ImGuiKey_Enter);
  window.frames(2);
  CHECK(window.scenario().preset == "palm-540b-6144-tpu-v4");
  CHECK_FALSE(window.explorer.list_open);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.scenario().preset == "gpt4-25k-a100");
  window.click("scenario");
  window.type("no such name");
  window.key(ImGuiKey_Enter);
  CHECK(window.scenario().preset == "gpt4-25k-a100");
  window.key(ImGuiKey_Escape);
  window.key(ImGuiKey_Escape);
  CHECK_FALSE(window.explorer.list_open);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Q);
  CHECK(window.explorer.session.closing);
}
