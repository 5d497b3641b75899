// The parts of the window's frame that window.cpp puts together, a source each.
#pragma once

#include "app/explorer/state/explorer.h"
#include "app/panels/frame.h"

namespace shardscope {

struct WindowOutput;  // window.h

/// Which scenario is open, the tabs, undo and redo, files, theme and zoom.
void top_bar(Explorer& explorer, const Frame& frame, const Rect& area);

/// Its box with the scenario's name, with the list of presets and recent files behind it.
void scenario_box(Explorer& explorer, const Frame& frame, const Rect& box);

/// The strip of open scenarios below; no height where there is one scenario.
[[nodiscard]] float document_tabs_height(const Explorer& explorer, const Theme& theme);
void document_tabs(Session& session, const Frame& frame, const Rect& strip);

/// The scenario's fields with what is said of them, and what would be worth changing; edits are taken.
void panel_area(Explorer& explorer, const Theme& theme, const Rect& area, WindowOutput& output);
/// Whether a lesson asks for what the views and notes would say: nothing of it is shown before it is answered.
[[nodiscard]] bool waits_for_answer(const Explorer& explorer);

/// Four views as cards with borders that are dragged, or the one that is grown over all of `area`. `compact`: Step and
/// Cluster share a card.
void draw_views(Explorer& explorer, const ViewFrame& frame, const Rect& area, bool compact);

/// A view as the card that it is among others (ViewEntry::draw_in_card), alone over all of `area`.
void draw_card_alone(Explorer& explorer, const ViewFrame& frame, const Rect& area, const ViewEntry& view);

/// Opens the dialog for a new file, or on the document's own.
void ask_where_to_save(Session& session);
/// Writes the document's own file; asks where it has none.
void save(Session& session);

/// Chooses a file to open or save.
void file_dialog(Explorer& explorer, const Frame& frame);
/// What to do with unsaved edits on closing.
void close_dialog(Explorer& explorer, const Frame& frame);
/// What a dialog of the desktop's own answered to that question of the picker's: the path that was taken, or nothing
/// where it was cancelled. Where something else is asked since, or nothing any more, it isn't heard.
void take_native_answer(Explorer& explorer, const std::string& path, int question);

}  // namespace shardscope
