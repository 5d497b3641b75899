// Any view of the window as a picture, drawn without a display.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "app/launch/launch_state.h"
#include "core/problem.h"
#include "core/scenario/presets.h"
#include "core/scenario/scenario.h"

namespace shardscope {

struct Lab;

struct DrawOptions {
  std::string view = "window";
  int width = 1760, height = 1080;
  float scale = 1;
  std::string theme = "dark";
  std::string to;
};

/// Draws the view and writes the picture to options.to, a PNG, or an SVG with true text by its ending. `taken`: where
/// the scenario came from, and what of that wasn't understood, as the view of the launch shows it; `launch`: whose
/// rules and text it shows, else those of where it came from. `lab`: whose values and view a picture of the lab has;
/// null: those that it opens with.
[[nodiscard]] Outcome<std::monostate> draw_view(const Presets& presets, const Scenario& scenario,
                                                const DrawOptions& options, const TakenIn& taken = {},
                                                const std::optional<LaunchView>& launch = {}, const Lab* lab = nullptr);

}  // namespace shardscope
