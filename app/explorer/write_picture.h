// Any view of the window as a picture, drawn without a display.
#pragma once

#include <string>
#include <variant>

#include "app/session/document/take_in.h"
#include "core/base/problem.h"
#include "core/presets/presets.h"
#include "render/text/themes.h"

namespace shardscope {

struct Explorer;

struct DrawOptions {
  std::string view = {};      // of picture_names() (app/explorer/state/view_list.h); empty: the whole window
  int width = 0, height = 0;  // 0: the view's own
  float scale = 1;
  ThemeName theme = ThemeName::dark;
  std::string to;
  std::string log = {};     // a training log that is open beside the scenario
  bool keeps_back = false;  // what other plans come to, as in a lesson that asks for it
};

/// Draws the view and writes the picture to options.to, a PNG, or an SVG with true text by its ending. `taken`: where
/// the scenario came from, and what of that wasn't understood, as the view of the launch shows it.
[[nodiscard]] Outcome<std::monostate> write_picture(const Presets& presets, const LaunchedScenario& said,
                                                    const DrawOptions& options, const TakenIn& taken = {});

/// Draws what an explorer shows, as it is set: its view, colours, zoom, what is picked. Of the options the size, scale,
/// theme and file count.
[[nodiscard]] Outcome<std::monostate> write_picture(Explorer explorer, const DrawOptions& options);

}  // namespace shardscope
