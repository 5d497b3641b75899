// A window on the Compare view.
#pragma once

#include <doctest/doctest.h>

#include "app/compare/compare_cards.h"
#include "tests/gui/window_driver.h"

namespace shardscope::tests {

/// GPT-4's plan, changed to PP 30, beside what it was opened as.
struct CompareDriver {
  WindowDriver window;

  explicit CompareDriver(WindowSize size = {}) : window("gpt4-25k-a100", size) {
    Scenario edited = window.scenario();
    edited.plan.pp = 30, edited.plan.dp = 104;
    edit_as_step(window.explorer.session, edited, "plan.pp");
    window.click("tab.compare");
    window.frames(2);
  }

  [[nodiscard]] CompareState& state() { return window.explorer.of<CompareState>(); }
};

}  // namespace shardscope::tests
