// Undo and redo as a list of values.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace shardscope {

/// Edits between two seal() calls are one step, so a drag undoes as one.
template <class Value>
class UndoList {
 public:
  /// So many steps can be undone, older ones are forgotten: a day's work, some megabytes.
  static constexpr std::size_t steps_max = 1000;
  static constexpr std::size_t entries_max = steps_max + 1;  // with what the first of them began from

  explicit UndoList(Value first) { entries_.push_back(std::move(first)); }

  [[nodiscard]] const Value& present() const { return entries_[position_]; }
  /// The entry before the present one; the present one where there is none.
  [[nodiscard]] const Value& previous() const { return entries_[position_ == 0 ? 0 : position_ - 1]; }

  /// Makes `value` the present one and forgets what was undone. Replaces the newest entry while a step is open.
  void edit(Value value) {
    if (value == present()) return;
    entries_.resize(position_ + 1, value);
    if (open_) {
      entries_[position_] = std::move(value);
      return;
    }
    entries_.push_back(std::move(value));
    if (entries_.size() > entries_max) entries_.erase(entries_.begin());
    position_ = entries_.size() - 1;
    open_ = true;
  }

  /// Ends the open step: the next edit is a new one. A step that came back to where it began leaves no entry.
  void seal() {
    const bool came_back = open_ && position_ > 0 && entries_[position_] == entries_[position_ - 1];
    if (came_back) {
      entries_.pop_back();
      --position_;
    }
    open_ = false;
  }

  /// The present entry becomes this one, without a step.
  void replace_present(Value value) {
    entries_[position_] = std::move(value);
    open_ = false;
  }

  /// Whether edits still go into the newest step.
  [[nodiscard]] bool step_is_open() const { return open_; }
  [[nodiscard]] bool can_undo() const { return position_ > 0; }
  [[nodiscard]] bool can_redo() const { return position_ + 1 < entries_.size(); }
  void undo() {
    seal();
    if (can_undo()) --position_;
  }
  void redo() {
    seal();
    if (can_redo()) ++position_;
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// Which entry is the present one; those behind it were undone.
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] const Value& at(std::size_t position) const { return entries_[position]; }
  /// Undoes or redoes up to there; nothing where there is no such entry.
  void go_to(std::size_t position) {
    seal();
    if (position < entries_.size()) position_ = position;
  }

 private:
  std::vector<Value> entries_;
  std::size_t position_ = 0;
  bool open_ = false;
};

}  // namespace shardscope
