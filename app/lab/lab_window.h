// The lab's frame below the top bar: its values on the left, two charts, the line below, a source each.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/lab/lab_state.h"

namespace shardscope {

/// Draws into `area` and does what the person asks. The only place where the lab's document changes.
void draw_lab(Lab& lab, const Frame& frame, const Rect& area, const Notice& notice);

/// The lab as a view of the window: over all of it but the top bar.
void draw_view(LabState& state, const ViewFrame& frame, const Rect& area);
/// Whether it plays, or points are still to come.
[[nodiscard]] bool is_working(const LabState& state);

/// Esc: ends what plays, then lets go what is followed and selected, then shows all. Takes every Esc.
bool escape(LabState& state);
/// It becomes a picture: nothing plays, charts and points are of the present values.
void finish(LabState& state);

/// Of a lab that was opened once.
[[nodiscard]] bool can_undo(const LabState& state);
[[nodiscard]] bool can_redo(const LabState& state);
void undo(LabState& state);
void redo(LabState& state);

/// The values as sliders that can be typed too, and all schedules as points: at the window's cursor, over `height`
/// pixels. The document as edited in this frame.
[[nodiscard]] LabDocument lab_panel(Lab& lab, const Frame& frame, float height);
/// The values that the sliders stop at, with `present` among them.
[[nodiscard]] std::vector<double> rank_stops(std::int32_t present);
[[nodiscard]] std::vector<double> micro_batch_stops(std::int32_t present);
[[nodiscard]] std::vector<double> memory_stops(const LabScenario& lab);

/// Two charts, one above the other on the same time axis. A title is a list of all schedules: what was chosen goes into
/// `document`.
void lab_charts(Lab& lab, LabDocument& document, const Frame& frame, const Rect& area);

/// The last line: what is followed and what the ranks do at the moment picked, the buttons that play, and how long the
/// simulation took. What the program has just done, or why it didn't, stands in the place of the words until the next
/// click.
void lab_status(Lab& lab, const Frame& frame, const Rect& area, const Notice& notice);
/// Its words, for less and less room.
[[nodiscard]] std::array<std::string, 4> lab_status_words(const Lab& lab, const Notice& notice);
/// Space plays and pauses, the arrow keys step, + and - change the speed. While the pointer is over the `controls`, the
/// arrows are theirs.
void lab_keys(Lab& lab, const Rect& controls);

}  // namespace shardscope
