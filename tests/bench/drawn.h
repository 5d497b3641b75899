// What benches of frames begin with: pictures without a display, the dark theme and its fonts.
#pragma once

#include <imgui.h>

#include <cstdio>

#include "render/picture/offscreen.h"
#include "render/text/theme.h"

namespace shardscope::bench {

/// `bench(offscreen, theme)`; the status of the program, 1 with a line where there is no OpenGL.
template <class Bench>
int drawn(Bench&& bench) {
  Outcome<Offscreen> made = Offscreen::create();
  if (!succeeded(made)) {
    std::fprintf(stderr, "%s\n", line_of(problems_of(made).front(), "").c_str());
    return 1;
  }
  Offscreen& offscreen = std::get<0>(made);
  offscreen.activate();
  Theme theme = dark_theme();
  theme.fonts = offscreen.fonts();
  apply_theme(ImGui::GetStyle(), theme);
  bench(offscreen, theme);
  return 0;
}

}  // namespace shardscope::bench
