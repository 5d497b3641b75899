#include "app/explorer/history.h"

#include <utility>

namespace shardscope {

History::History(Document first) {
  entries_.push_back(std::move(first));
}

void History::edit(Document document) {
  if (document == present()) return;
  entries_.resize(position_ + 1);
  if (open_) {
    entries_[position_] = std::move(document);
    return;
  }
  entries_.push_back(std::move(document));
  if (entries_.size() > entries_max) entries_.erase(entries_.begin());
  position_ = entries_.size() - 1;
  open_ = true;
}

void History::seal() {
  const bool came_back = open_ && position_ > 0 && entries_[position_] == entries_[position_ - 1];
  if (came_back) {
    entries_.pop_back();
    --position_;
  }
  open_ = false;
}

void History::mark_saved(std::string file) {
  Document& document = entries_[position_];
  document.baseline = document.scenario;
  document.file = std::move(file);
  open_ = false;
}

void History::undo() {
  seal();
  if (can_undo()) --position_;
}

void History::redo() {
  seal();
  if (can_redo()) ++position_;
}

}  // namespace shardscope
