// app/panels: the controls of the scenario and the strips around the views, in immediate mode.
// In: a scenario and its report, the frame (theme, presets, what to compare with). Out: the scenario as edited this
// frame, equal to the argument when nothing was touched. No panel keeps a copy of a field or calls evaluate().
//
// What every panel needs to draw one frame: how things look, what can be picked, what the present scenario is compared
// with, and where to note what was drawn.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/places.h"
#include "app/session/document/history.h"
#include "app/session/words.h"
#include "core/presets/presets.h"
#include "core/report/report.h"
#include "render/chart/card.h"
#include "render/text/theme.h"

namespace shardscope {

/// What a frame's panels say back.
struct FrameOutput {
  std::string touched, reset, said;
  Refusal refused;
  std::vector<Rect> cards;
  Explanation tip;
};

struct Frame {
  const Theme& theme;
  const Presets& presets;
  const Document& document;  // the present one: its baseline is what "back to the preset's value" means
  const Report& report;      // of the present scenario; its scenario has the defaults filled in
  Places& places;
  std::string& touched;                 // out: JSON path of the field that was edited in this frame
  std::string& reset;                   // out: JSON path of the field that shall go back to the preset's value
  std::string& said;                    // out: a line for the person, such as what was copied or refused
  Refusal& refused;                     // out: a typed value that its field can't take
  const Refusal& refusal;               // the last one, until something is edited
  Explanation& tip;                     // out: what is said beside the pointer
  std::vector<Rect>& cards;             // out: where cards were drawn; the ground around them is painted last
  std::string& filter;                  // what is typed above the open list; one list is open at a time
  std::string_view last_touched;        // the field that the last step edited: what it caused is said beside it
  std::string_view followed;            // what the last step made follow, in words
  std::optional<ImVec2> quiet_at = {};  // where the pointer opened a card that a tip beside it would cover
};

/// The problem's message with its numbers as the window has them: "8,192 isn't a multiple of …". On the command line
/// they stand as they were written.
[[nodiscard]] std::string message_words(const Problem& problem);
[[nodiscard]] std::string with_spoken_numbers(const std::string& message);

/// What is wrong is red, not fitting included; what is worth a thought is amber.
[[nodiscard]] ImU32 problem_color(const Theme& theme, const Problem& problem);

/// The problems to be said under the control of this field, errors first.
[[nodiscard]] std::vector<const Problem*> problems_at(const Frame& frame, std::string_view path);

}  // namespace shardscope
