// A window on the Search view, waited for: the search goes on between frames, so that a test sees the same each time.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "app/search/search_cards.h"
#include "tests/gui/window_driver.h"

namespace shardscope::tests {

struct SearchDriver {
  WindowDriver window;

  explicit SearchDriver(std::string_view preset = "gpt2-xl-8-a100", WindowSize size = {}, unsigned threads = 0)
      : window(preset, size) {
    state().threads = threads;
    if (preset == "gpt2-xl-8-a100") {  // few and short plans: a test looks at all of them
      Scenario scenario = window.scenario();
      scenario.plan.global_batch = 64;
      edit_as_step(window.explorer.session, scenario, "plan.global_batch");
      state().settings.within[index_of(PlanAxis::pp)] = ValueRange{1, 4};
      state().settings.within[index_of(PlanAxis::cp)] = ValueRange{1, 1};
      state().settings.within[index_of(PlanAxis::micro_batch)] = ValueRange{1, 2};
    }
    window.click("tab.search");
  }

  [[nodiscard]] SearchState& state() { return window.explorer.of<SearchState>(); }

  /// Frames until the search is done, or so many.
  void search(int frames_max = 4000) {
    window.frames(1);
    for (int i = 0; i < frames_max && !(state().progress.done && !is_working(state())); ++i) window.frames(1);
    REQUIRE(state().progress.done);
    window.frames(2);
  }
};

}  // namespace shardscope::tests
