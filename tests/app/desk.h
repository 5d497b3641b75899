// The presets and an explorer on one of them, for tests of the window's parts.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "app/explorer/state/explorer.h"
#include "app/explorer/window.h"
#include "tests/source_path.h"

namespace shardscope::testing {

/// Read once; the tests share them.
inline const Presets& shipped_presets() {
  static const Presets presets = [] {
    const Outcome<Presets> loaded = load_presets(source_path("presets"));
    REQUIRE(succeeded(loaded));
    return value_of(loaded);
  }();
  return presets;
}

inline Explorer explorer_on(std::string_view preset) {
  const LaunchedScenario* scenario = shipped_presets().launched(preset);
  REQUIRE(scenario != nullptr);
  return make_explorer(shipped_presets(), *scenario, {}, Settings{});
}

/// What a view is given in a frame of the explorer, without a window.
inline ViewFrame frame_on(Explorer& explorer) {
  static const Theme theme = dark_theme();
  static WindowOutput output;
  output = {};
  return frame_of(explorer, theme, output);
}

/// The explorer after one edit of the present scenario.
inline void edit(Explorer& explorer, std::string_view path, void (*change)(Scenario&)) {
  Scenario scenario = explorer.session.history.present().said.scenario;
  change(scenario);
  edit_scenario(explorer.session, std::move(scenario), path);
}

}  // namespace shardscope::testing
