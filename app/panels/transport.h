// The buttons that play a schedule: back, play or pause, on, slower, faster, with the speed and the moment.
#pragma once

#include <string>
#include <string_view>

#include "app/panels/view.h"

namespace shardscope {

/// What a frame plays at most: after a sleep playing goes on where it was.
inline constexpr float longest_frame_seconds = 0.1F;

enum class TransportAction { none, back, toggle, on, slower, faster };

/// What presses each button, in words; empty: no key does.
struct TransportKeys {
  std::string_view back, on, slower, faster;
};

struct Transport {
  std::string_view name;  // its buttons are noted as "NAME.play", …
  bool running = false;
  bool enabled = true;
  std::string speed, time;  // in words
  std::string_view speed_help;
  TransportKeys keys = {};  // Space plays
  bool compact = false;     // less room for the words
};

/// With its left upper corner at `at`. What was clicked.
[[nodiscard]] TransportAction draw_transport(const Frame& frame, const Transport& transport, ImVec2 at);

/// While a moment of the step is played or held: "at 12.3 s" and words that lead back to the whole step, up to `right`
/// on a line of secondary text, noted under that name. Returns where they begin; `right` where there is none.
float moment_exit(const ViewFrame& frame, const char* name, const Rect& line, float right);
[[nodiscard]] float moment_exit_width(const ViewFrame& frame);

[[nodiscard]] float transport_width(const Theme& theme, bool compact = false);
[[nodiscard]] float transport_height(const Theme& theme);

}  // namespace shardscope
