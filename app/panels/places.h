// Where each field and view was drawn in a frame, under its JSON path or its name in the window ("plan.tp",
// "view.memory", "button.undo"). Tests click there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/text/rect.h"

namespace shardscope {

struct Place {
  std::string name;
  Rect rect;
};

struct Places {
  std::vector<Place> all;  // in the order drawn; a later one with the same name counts

  void clear() { all.clear(); }
  void note(std::string_view name, const Rect& rect) { all.push_back({std::string(name), rect}); }
  [[nodiscard]] std::optional<Rect> find(std::string_view name) const {
    for (auto place = all.rbegin(); place != all.rend(); ++place)
      if (place->name == name) return place->rect;
    return std::nullopt;
  }
};

}  // namespace shardscope
