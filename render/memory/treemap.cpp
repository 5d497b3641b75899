#include "render/memory/treemap.h"

#include <algorithm>
#include <numeric>

#include "render/chart/chart.h"
#include "render/text/hatch.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float heading_height = 18, gap = 2, text_margin = 7, map_line_height = 17;

/// The worst aspect ratio of a row of amounts along a side of this length.
double worst_ratio(double least, double most, double sum, double side) {
  const double square = side * side, sum_square = sum * sum;
  return std::max(square * most / sum_square, sum_square / (square * least));
}

/// Lays a row of amounts along the shorter side of `rest` and takes its place off `rest`. `per_pixel` is what one
/// square pixel stands for.
void place_row(Rect& rest, std::span<const double> row, double per_pixel, std::vector<Rect>& out) {
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  const bool upright = rest.width() >= rest.height();  // the row stands along the left side
  const double side = upright ? rest.height() : rest.width();
  const double depth = side > 0 ? sum / per_pixel / side : 0;
  double at = upright ? rest.min.y : rest.min.x;
  for (const double amount : row) {
    const double length = depth > 0 ? amount / per_pixel / depth : 0;
    const auto from = static_cast<float>(at), to = static_cast<float>(at + length);
    const auto d = static_cast<float>(depth);
    out.push_back(upright ? Rect{{rest.min.x, from}, {rest.min.x + d, to}}
                          : Rect{{from, rest.min.y}, {to, rest.min.y + d}});
    at += length;
  }
  if (upright)
    rest.min.x += static_cast<float>(depth);
  else
    rest.min.y += static_cast<float>(depth);
}

struct GroupOfItems {
  std::string_view name;
  double amount = 0;
  std::vector<std::size_t> items;
};

std::vector<GroupOfItems> groups_of(std::span<const TreemapItem> items) {
  std::vector<GroupOfItems> groups;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!(items[i].amount > 0)) continue;
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const GroupOfItems& g) { return g.name == items[i].group; });
    if (group == groups.end()) group = groups.insert(groups.end(), {items[i].group, 0, {}});
    group->amount += items[i].amount;
    group->items.push_back(i);
  }
  for (GroupOfItems& group : groups)
    std::stable_sort(group.items.begin(), group.items.end(),
                     [&](std::size_t a, std::size_t b) { return items[a].amount > items[b].amount; });
  std::stable_sort(groups.begin(), groups.end(),
                   [](const GroupOfItems& a, const GroupOfItems& b) { return a.amount > b.amount; });
  return groups;
}

template <class Item, class Amount>
std::vector<double> amounts_of(const std::vector<Item>& items, Amount amount) {
  std::vector<double> amounts;
  for (const Item& item : items) amounts.push_back(amount(item));
  return amounts;
}

/// The words in at most so many lines, none cut; nothing where they don't fit.
std::vector<std::string> lines_of_words(const Theme& theme, TextRole role, std::string_view words, float width,
                                        std::size_t lines_max) {
  std::vector<std::string> lines;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    const std::string longer = lines.empty() ? std::string(word) : lines.back() + " " + std::string(word);
    if (!lines.empty() && text_width(theme, role, longer) <= width)
      lines.back() = longer;
    else
      lines.emplace_back(word);
    if (text_width(theme, role, lines.back()) > width || lines.size() > lines_max) return {};
  }
  return lines;
}

void draw_map_cell(ImDrawList& draw, const Theme& theme, const Rect& rect, const TreemapItem& item, bool hovered) {
  const ImU32 fill = item.hatched ? theme.raised : item.color;
  draw_bar(draw, rect, hovered ? blend(fill, theme.text, 0.15F) : fill, theme.px(design::bar_radius));
  if (item.hatched) draw_hatch(draw, rect, theme.hatch, theme.px(7), theme.px(1.5F));
  const float room = rect.width() - 2 * theme.px(text_margin);
  if (rect.height() < theme.px(map_line_height + 4) || room < theme.px(24)) return;
  const ImU32 ink = item.hatched ? theme.text : readable_on(fill);
  ImVec2 at{rect.min.x + theme.px(text_margin), rect.min.y + theme.px(5)};
  auto lines_left = static_cast<std::size_t>((rect.height() - theme.px(6)) / theme.px(map_line_height));
  const auto draw_lines = [&](TextRole role, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      draw_text(draw, theme, role, at, ink, line);
      at.y += theme.px(map_line_height);
    }
    lines_left -= lines.size();
  };
  TextRole role = TextRole::strong;
  std::vector<std::string> name = lines_of_words(theme, role, item.name, room, lines_left);
  if (name.empty()) name = lines_of_words(theme, role = TextRole::secondary, item.name, room, lines_left);
  if (name.empty()) return;  // bytes of nobody knows what
  draw_lines(role, name);
  std::string_view rest = item.detail;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    draw_lines(TextRole::secondary, lines_of_words(theme, TextRole::secondary, line, room, lines_left));
  }
}

}  // namespace

std::vector<Rect> squarified(const Rect& area, std::span<const double> amounts) {
  std::vector<Rect> rects;
  const double sum = std::accumulate(amounts.begin(), amounts.end(), 0.0);
  const double pixels = static_cast<double>(area.width()) * static_cast<double>(area.height());
  if (!(sum > 0) || !(pixels > 0)) return std::vector<Rect>(amounts.size(), Rect{area.min, area.min});
  const double per_pixel = sum / pixels;
  Rect rest = area;
  std::size_t first = 0;
  while (first < amounts.size()) {
    const double side = std::min(rest.width(), rest.height());
    std::size_t last = first;
    double row = 0, ratio = 0;
    for (; last < amounts.size(); ++last) {
      const double amount = amounts[last];
      if (!(amount > 0)) break;
      const double next = worst_ratio(amount / per_pixel, amounts[first] / per_pixel, (row + amount) / per_pixel, side);
      if (last > first && next > ratio) break;
      row += amount, ratio = next;
    }
    if (last == first) break;  // only nothings are left
    place_row(rest, amounts.subspan(first, last - first), per_pixel, rects);
    first = last;
  }
  rects.resize(amounts.size(), Rect{rest.min, rest.min});
  return rects;
}

Treemap lay_out_treemap(const Theme& theme, const Rect& area, std::span<const TreemapItem> items) {
  Treemap map;
  const std::vector<GroupOfItems> groups = groups_of(items);
  const std::vector<Rect> places =
      squarified(area, amounts_of(groups, [](const GroupOfItems& group) { return group.amount; }));
  for (std::size_t g = 0; g < groups.size(); ++g) {
    Rect inside = places[g];
    const float heading = theme.px(heading_height);
    if (inside.height() > 2.5F * heading && inside.width() > theme.px(40)) inside.min.y += heading;
    const std::vector<Rect> rects =
        squarified(inside, amounts_of(groups[g].items, [&](std::size_t item) { return items[item].amount; }));
    for (std::size_t i = 0; i < rects.size(); ++i) {
      Rect cell = rects[i];
      cell.max.x = std::max(cell.min.x, cell.max.x - theme.px(gap));
      cell.max.y = std::max(cell.min.y, cell.max.y - theme.px(gap));
      map.cells.push_back({groups[g].items[i], cell});
    }
    map.groups.push_back({groups[g].name, places[g]});
  }
  return map;
}

std::optional<std::size_t> draw_treemap(ImDrawList& draw, const Theme& theme, const Rect& area,
                                        std::span<const TreemapItem> items, const TreemapView& view) {
  const Treemap map = lay_out_treemap(theme, area, items);
  std::optional<std::size_t> hovered;
  for (const TreemapCell& cell : map.cells)
    if (cell.rect.contains(view.pointer)) hovered = cell.item;
  for (const TreemapGroup& group : map.groups)
    if (group.rect.height() > 2.5F * theme.px(heading_height) &&
        text_width(theme, TextRole::secondary, group.name) <= group.rect.width())
      draw_text(draw, theme, TextRole::secondary, {group.rect.min.x, group.rect.min.y}, theme.dim, group.name);
  for (const TreemapCell& cell : map.cells)
    draw_map_cell(draw, theme, cell.rect, items[cell.item], hovered == cell.item);
  for (const TreemapCell& cell : map.cells)
    if (view.selected == cell.item || (cell.item < view.lit.size() && view.lit[cell.item]))
      draw_selection(draw, theme, cell.rect);
  return hovered;
}

}  // namespace shardscope
