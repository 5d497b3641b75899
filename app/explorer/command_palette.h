// Ctrl+K: everything that can be done or opened, found by a few letters: actions, views, scenarios, lessons, how
// every figure comes about, what every term means, and every field of the scenario, whose value is typed behind it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/explorer/state/explorer.h"
#include "app/panels/view.h"

namespace shardscope {

/// Something that the palette lists.
struct PaletteEntry {
  std::string name;  // what is searched: "Virtual stages"
  std::string kind;  // "field", "figure", "term", "view", "scenario", "lesson", or an action's keys: "Ctrl+Z"; searched
                     // before the name
  std::string detail;  // searched too, with less weight: "plan.virtual_stages"
  std::function<void()> act;
  std::string field = {};    // its path, where choosing it goes on to its value
  std::string narrows = {};  // "term ", where choosing it lists what that finds, and what is typed then narrows it
  std::string help = {};     // said of its line; empty: the detail is
};

/// All of them, in the order in which they are listed where nothing is typed.
[[nodiscard]] std::vector<PaletteEntry> palette_entries(Explorer& explorer, const ViewFrame& frame);

/// Those that fit what is typed, best first.
[[nodiscard]] std::vector<const PaletteEntry*> found_entries(const std::vector<PaletteEntry>& entries,
                                                             std::string_view typed);

/// Opens it on Ctrl+K, draws it while it is open, and does what is chosen; what that asks of the window goes into the
/// frame's requests.
void command_palette(Explorer& explorer, const ViewFrame& frame);

}  // namespace shardscope
