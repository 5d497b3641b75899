// app/explorer: the window's state and what changes it. In: presets, a scenario, mouse and keys. Out: frames.
// The state is two values: a History of scenarios (undo is stepping through it) and a ViewState (what is zoomed, grown,
// selected, held), saved but never in the history. The scenario changes in one place, draw_explorer(); panels return an
// edited scenario, views draw a report and keep nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/scenario/scenario.h"

namespace shardscope {

/// A scenario on the desk: as it stands, as it was opened or last saved, and where that was.
struct Document {
  Scenario scenario;
  Scenario baseline;  // the preset or file that it came from: what "back to the preset's value" means
  std::string file;   // empty for a preset that was never saved

  [[nodiscard]] bool edited() const { return scenario != baseline; }
  bool operator==(const Document&) const = default;
};

/// Undo and redo as a list of values. Edits between two seal() calls are one step, so a drag undoes as one.
class History {
 public:
  /// Older entries than this many are forgotten: a day's work, some megabytes.
  static constexpr std::size_t entries_max = 1000;

  explicit History(Document first);

  [[nodiscard]] const Document& present() const { return entries_[position_]; }
  /// The entry before the present one; the present one where there is none.
  [[nodiscard]] const Document& previous() const { return entries_[position_ == 0 ? 0 : position_ - 1]; }

  /// Makes `document` the present one and forgets what was undone. Replaces the newest entry while a step is open.
  void edit(Document document);
  /// Ends the open step: the next edit is a new one. A step that came back to where it began leaves no entry.
  void seal();
  /// Saving changes no scenario: the present entry's baseline and file are replaced without a step.
  void mark_saved(std::string file);

  /// Whether edits still go into the newest step.
  [[nodiscard]] bool step_is_open() const { return open_; }
  [[nodiscard]] bool can_undo() const { return position_ > 0; }
  [[nodiscard]] bool can_redo() const { return position_ + 1 < entries_.size(); }
  void undo();
  void redo();

  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  std::vector<Document> entries_;
  std::size_t position_ = 0;
  bool open_ = false;
};

}  // namespace shardscope
