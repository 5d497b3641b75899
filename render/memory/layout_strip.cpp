#include "render/memory/layout_strip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/base/rule_words.h"
#include "core/scenario/plan_schedule.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float column_min = 9, cell_min = 5, cell_max = 18;
constexpr float label_width = 64, lane_height = 34, lane_gap = 8;

std::size_t ranks_of(const Report& report) {
  return report.memory.stages.size();
}

std::size_t rows_of(const Report& report) {
  const auto chunks =
      static_cast<std::size_t>(ways_of(report.scenario.plan).chunks_per_rank(report.scenario.plan.virtual_stages));
  return ranks_of(report) > 1 ? std::max<std::size_t>(chunks, 1) : 1;
}

/// Rows are lower where there are many.
float row_height(const Theme& theme, std::size_t rows) {
  if (rows <= 8) return theme.snapped_px(rows <= 2 ? 26 : rows <= 4 ? 20 : 13);
  constexpr float rows_height_max = 120;
  return std::max(theme.snapped_px(4), std::floor(theme.px(rows_height_max) / static_cast<float>(rows)));
}

std::int64_t blocks_of(const StageContent& stage) {
  return (stage.embedding ? 1 : 0) + stage.layers() + (stage.mtp_layers > 0 ? 1 : 0) + (stage.head ? 1 : 0);
}

std::int64_t most_blocks(const Report& report) {
  std::int64_t most = 1;
  for (const StageContent& stage : report.layout) most = std::max(most, blocks_of(stage));
  return most;
}

/// What a rank's passes take over the step.
Seconds busy_of(const Report& report, std::size_t rank) {
  return report.timeline && rank < report.timeline->busy.size() ? report.timeline->busy[rank] : Seconds{};
}

Seconds busiest(const Report& report) {
  Seconds most;
  for (std::size_t r = 0; r < ranks_of(report); ++r) most = max(most, busy_of(report, r));
  return most;
}

struct BlockColors {
  ImU32 dense, moe, end;
};

BlockColors block_colors(const Theme& theme) {
  return {blend(theme.raised, theme.text, 0.34F), blend(theme.raised, theme.accent, 0.75F),
          blend(theme.raised, theme.text, 0.14F)};
}

/// One block, with its letter where it has one and there is room.
void draw_cell(ImDrawList& draw, const Theme& theme, const Rect& cell, ImU32 color, const char* letter) {
  draw.AddRectFilled(cell.min, cell.max, color, cell.width() > theme.px(5) ? theme.px(design::bar_radius) : 0);
  const bool fits = text_width(theme, TextRole::secondary, letter) <= cell.width() && cell.height() >= theme.px(10);
  if (*letter == '\0' || !fits) return;
  draw_text_centered(draw, theme, TextRole::secondary, {cell.center().x, text_top(theme, TextRole::secondary, cell)},
                     theme.text, letter);
}

void draw_cells(ImDrawList& draw, const Theme& theme, const Rect& box, const StageContent& stage, float width) {
  const BlockColors colors = block_colors(theme);
  const float gap = width >= theme.px(7) ? theme.px(2) : 1;
  const float inset = theme.px(box.height() < theme.px(18) ? 1 : 3);
  Rect cell{{box.min.x + theme.px(3), box.min.y + inset}, {0, box.max.y - inset}};
  const auto add = [&](std::int64_t count, ImU32 color, const char* letter) {
    for (std::int64_t i = 0; i < count; ++i, cell.min.x += width) {
      cell.max.x = cell.min.x + width - gap;
      draw_cell(draw, theme, cell, color, letter);
    }
  };
  add(stage.embedding ? 1 : 0, colors.end, "E");
  add(stage.dense_layers, colors.dense, "");
  add(stage.moe_layers, colors.moe, "");
  add(stage.mtp_layers > 0 ? 1 : 0, colors.end, "M");
  add(stage.head ? 1 : 0, colors.end, "L");
  const std::string count = std::to_string(stage.layers());
  const bool fits = cell.min.x + theme.px(8) + text_width(theme, TextRole::secondary, count) <= box.max.x;
  if (!fits || box.height() < theme.px(18)) return;
  draw_text_right(draw, theme, TextRole::secondary,
                  {box.max.x - theme.px(4), text_top(theme, TextRole::secondary, box)}, theme.dim, count);
}

/// A stretch of a box in one colour.
struct Band {
  float top = 0, bottom = 0;
  ImU32 color = 0;

  [[nodiscard]] float height() const { return bottom - top; }
  bool operator<(const Band& other) const { return height() > other.height(); }  // the highest first
};

/// A number in the middle of its band; where that is lower than the digits they get a ground of its colour.
void draw_count(ImDrawList& draw, const Theme& theme, const Rect& box, const Band& band, const std::string& count) {
  const float width = text_width(theme, TextRole::secondary, count),
              high = text_height(theme, TextRole::secondary) * 0.75F;
  if (width > box.width() - 1 || high > box.height()) return;
  const float middle = std::clamp((band.top + band.bottom) / 2, box.min.y + high / 2, box.max.y - high / 2);
  const float left = box.center().x - width / 2;
  if (band.height() < high)
    draw.AddRectFilled({std::max(box.min.x, left - 1), middle - high / 2 - 1},
                       {std::min(box.max.x, left + width + 1), middle + high / 2 + 1}, band.color);
  draw_text_centered(draw, theme, TextRole::secondary,
                     {box.center().x, middle - text_height(theme, TextRole::secondary) / 2}, readable_on(band.color),
                     count);
}

/// Filled from below by its blocks' share of the fullest stage's, with the number of layers where that fits.
void draw_filled(ImDrawList& draw, const Theme& theme, const Rect& box, const StageContent& stage, std::int64_t most) {
  const BlockColors colors = block_colors(theme);
  const float height = box.height() / static_cast<float>(most);
  float y = box.max.y;
  const auto add = [&](std::int64_t count, ImU32 color) {
    const float top = y - height * static_cast<float>(count);
    if (count > 0) draw.AddRectFilled({box.min.x, top}, {box.max.x, y}, color);
    y = top;
  };
  add(stage.embedding ? 1 : 0, theme.dim);
  std::array<Band, 3> bands = {};  // two of layers, and what is free
  bands[0] = {y - height * static_cast<float>(stage.dense_layers), y, colors.dense};
  add(stage.dense_layers, colors.dense);
  bands[1] = {y - height * static_cast<float>(stage.moe_layers), y, colors.moe};
  add(stage.moe_layers, colors.moe);
  add((stage.mtp_layers > 0 ? 1 : 0) + (stage.head ? 1 : 0), theme.dim);
  bands[2] = {box.min.y, y, theme.raised};
  std::stable_sort(bands.begin(), bands.begin() + 2);
  if (bands[0].height() < text_height(theme, TextRole::secondary) * 0.75F) std::stable_sort(bands.begin(), bands.end());
  draw_count(draw, theme, box, bands[0], std::to_string(stage.layers()));
}

/// A stack of amounts from the lane's foot up, of which `whole` fills it.
template <std::size_t N>
void draw_stack(ImDrawList& draw, const Rect& bar, const std::array<double, N>& amounts,
                const std::array<ImU32, N>& colors, double whole) {
  float y = bar.max.y;
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) {
    sum += amounts[i];
    const float top = bar.max.y - bar.height() * static_cast<float>(std::min(1.0, sum / whole));
    if (top < y) draw.AddRectFilled({bar.min.x, top}, {bar.max.x, y}, colors[i]);
    y = std::min(y, top);
  }
}

/// Where a rank's bar stands in a lane; the rest of a wide column is for its figure.
Rect bar_in(const Theme& theme, const Rect& lane, const Rect& column) {
  const float inner = column.width() - theme.px(column.width() > theme.px(14) ? 4 : 2);
  const bool figure = column.width() >= theme.px(52);
  const float width = figure ? std::max(theme.px(14), inner * 0.3F) : inner;
  const float left = figure ? column.min.x + theme.px(2) : column.center().x - inner / 2;
  return {{left, lane.min.y}, {left + std::max(1.0F, width), lane.max.y}};
}

/// A share beside its bar, with or without a digit behind the point, as far as there is room.
void draw_figure(ImDrawList& draw, const Theme& theme, const Rect& bar, const Rect& column, ImU32 color, double share) {
  const bool whole = std::abs(share - 1) < 0.0005;
  const std::string rounded = format_percent_to(share, 0).text();
  const float left = bar.max.x + theme.px(5), y = text_top(theme, TextRole::secondary, bar);
  for (const std::string& text : {whole ? rounded : format_percent(share).text(), rounded}) {
    if (left + text_width(theme, TextRole::secondary, text) > column.max.x) continue;
    draw_text(draw, theme, TextRole::secondary, {left, y}, color, text);
    return;
  }
}

void draw_time(ImDrawList& draw, const Theme& theme, const Rect& lane, const Rect& column, const StageTime& stage,
               double share) {
  const Rect bar = bar_in(theme, lane, column);
  draw.AddRectFilled(bar.min, bar.max, theme.raised);
  const Seconds sum = stage.forward + stage.recompute + stage.backward_input + stage.backward_weight;
  if (!(sum.value > 0) || !(share > 0)) return;
  draw_stack<4>(draw, bar,
                {stage.forward.value, stage.recompute.value, stage.backward_input.value, stage.backward_weight.value},
                {theme.forward, theme.recompute, theme.backward, theme.backward_weight}, sum.value / share);
  draw_figure(draw, theme, bar, column, share > 0.9995 ? theme.text : theme.dim, share);
}

void draw_memory(ImDrawList& draw, const Theme& theme, const Rect& lane, const Rect& column, const StageMemory& stage,
                 Bytes capacity, Bytes whole) {
  const Rect bar = bar_in(theme, lane, column);
  draw.AddRectFilled(bar.min, bar.max, theme.raised);
  std::array<double, memory_component_count> amounts = {};
  std::array<ImU32, memory_component_count> colors = {};
  for (std::size_t c = 0; c < amounts.size(); ++c) {
    amounts[c] = stage.component(static_cast<MemoryComponent>(c)).value;
    colors[c] = memory_color(theme, static_cast<MemoryComponent>(c));
  }
  draw_stack(draw, bar, amounts, colors, whole.value);
  const bool fits = fits_in(stage.total, capacity);
  const auto place = [&](Bytes bytes) { return bar.max.y - bar.height() * static_cast<float>(bytes / whole); };
  if (!fits) draw.AddRectFilled({bar.min.x, place(stage.total)}, {bar.max.x, place(capacity)}, theme.bad);
  draw_figure(draw, theme, bar, column, fits ? theme.dim : theme.bad, stage.total / capacity);
}

void draw_lanes(ImDrawList& draw, const Theme& theme, const LayoutStrip& strip, const Report& report,
                const Rect& visible) {
  const Seconds most = busiest(report);
  const Bytes capacity = report.memory.capacity, whole = max(capacity, report.memory.peak);
  for (std::size_t r = 0; r < strip.columns.size(); ++r) {
    const Rect& column = strip.columns[r];
    if (!column.overlaps(visible)) continue;
    if (most.value > 0) draw_time(draw, theme, strip.time, column, report.time->stages[r], busy_of(report, r) / most);
    if (capacity.value > 0) draw_memory(draw, theme, strip.memory, column, report.memory.stages[r], capacity, whole);
  }
  if (!(capacity.value > 0)) return;  // unknown: there is no line to stay below
  const float line = strip.memory.max.y - strip.memory.height() * static_cast<float>(capacity / whole);
  for (const Rect& column : strip.columns) {  // across the bar alone: its figure stands beside it
    const Rect bar = bar_in(theme, strip.memory, column);
    draw.AddLine({bar.min.x - theme.px(3), line}, {bar.max.x + theme.px(3), line}, theme.dim, theme.px(1));
  }
}

void draw_labels(ImDrawList& draw, const Theme& theme, const LayoutStrip& strip, std::size_t rows) {
  const float half = text_height(theme, TextRole::secondary) / 2;
  const auto label = [&](float middle, const std::string& text) {
    draw_text(draw, theme, TextRole::secondary, {strip.labels.min.x, middle - half}, theme.dim, text);
  };
  label(strip.time.center().y, "Time");
  label(strip.memory.center().y, "Memory");
  const float pitch = row_height(theme, rows) + theme.px(3);
  const auto stride =
      static_cast<std::size_t>(label_stride(pitch, text_height(theme, TextRole::secondary) - theme.px(2)));
  for (const StripBox& box : strip.boxes)
    if (box.rank == 0 && box.chunk % std::max<std::size_t>(stride, 1) == 0)
      label(box.rect.center().y, rows > 1 ? "Chunk " + std::to_string(box.chunk) : std::string("Stages"));
}

/// The stage's neighbour on the right in its row, where both are neighbours in the model too.
std::optional<StripBorder> border_between(const Theme& theme, const StripBox& left, const StripBox& right) {
  const bool rising = right.stage == left.stage + 1, falling = left.stage == right.stage + 1;
  if (!rising && !falling) return std::nullopt;
  const float x = (left.rect.max.x + right.rect.min.x) / 2;
  const float half = std::min(theme.px(5), left.rect.width() * 0.3F);
  return StripBorder{
      {{x - half, left.rect.min.y}, {x + half, left.rect.max.y}}, std::max(left.stage, right.stage), rising ? 1 : -1};
}

std::string contents_in_words(const StageContent& stage) {
  std::vector<std::string> parts;
  if (stage.embedding) parts.emplace_back("embedding");
  if (stage.moe_layers == 0 && stage.layers() > 0) parts.push_back(counted(stage.layers(), "layer", "layers"));
  if (stage.moe_layers > 0 && stage.dense_layers > 0)
    parts.push_back(counted(stage.dense_layers, "dense layer", "dense layers"));
  if (stage.moe_layers > 0) parts.push_back(counted(stage.moe_layers, "MoE layer", "MoE layers"));
  if (stage.mtp_layers > 0) parts.push_back(counted(stage.mtp_layers, "MTP layer", "MTP layers"));
  if (stage.head) parts.emplace_back("final norm, output matrix and loss");
  std::string words;
  for (const std::string& part : parts) words += (words.empty() ? "" : ", ") + part;
  return words.empty() ? "nothing" : words;
}

}  // namespace

float layout_strip_width_min(const Theme& theme, const Report& report) {
  return theme.px(label_width) + theme.px(column_min) * static_cast<float>(ranks_of(report));
}

float layout_strip_height(const Theme& theme, const Report& report) {
  const std::size_t rows = rows_of(report);
  return static_cast<float>(rows) * (row_height(theme, rows) + theme.px(3)) +
         2 * (theme.px(lane_height) + theme.px(lane_gap));
}

LayoutStrip lay_out_strip(const Theme& theme, const Rect& area, const Report& report) {
  LayoutStrip strip;
  const std::size_t ranks = ranks_of(report), rows = rows_of(report);
  strip.labels = {area.min, {area.min.x + theme.px(label_width), area.max.y}};
  const float height = row_height(theme, rows), step = height + theme.px(3);
  const float lanes = area.min.y + static_cast<float>(rows) * step + theme.px(lane_gap) - theme.px(3);
  strip.time = {{strip.labels.max.x, lanes}, {area.max.x, lanes + theme.px(lane_height)}};
  const float memory = strip.time.max.y + theme.px(lane_gap);
  strip.memory = {{strip.labels.max.x, memory}, {area.max.x, memory + theme.px(lane_height)}};
  const float width = (area.max.x - strip.labels.max.x) / static_cast<float>(std::max<std::size_t>(ranks, 1));
  const float gap = width > theme.px(24) ? theme.px(4) : theme.px(1);
  for (std::size_t r = 0; r < ranks; ++r) {
    const float left = strip.labels.max.x + width * static_cast<float>(r);
    strip.columns.push_back({{left, area.min.y}, {left + width, strip.memory.max.y}});
    const StagesOfRank chunks = stages_of_rank(report.scenario.plan, static_cast<std::int64_t>(r),
                                               static_cast<std::int64_t>(ranks), report.layout.size());
    for (std::size_t c = 0; c < std::min(chunks.size(), rows); ++c) {
      const float top = area.min.y + static_cast<float>(c) * step;
      strip.boxes.push_back({{{left + gap / 2, top}, {left + width - gap / 2, top + height}},
                             chunks[c],
                             c,
                             static_cast<std::int32_t>(r)});
    }
  }
  for (std::size_t i = 0; i + rows < strip.boxes.size(); ++i)
    if (strip.boxes[i].chunk == strip.boxes[i + rows].chunk)
      if (const auto border = border_between(theme, strip.boxes[i], strip.boxes[i + rows]))
        strip.borders.push_back(*border);
  const auto most = static_cast<float>(most_blocks(report));
  const float count = width > theme.px(64) ? theme.px(24) : 0;  // for the number of layers
  const float cell = (width - gap - theme.px(4) - count) / most;
  strip.cell = cell >= theme.px(cell_min) ? std::min(cell, theme.px(cell_max)) : 0;
  strip.block = std::max(strip.cell, theme.px(8));
  return strip;
}

LayoutStripHover strip_under(const LayoutStrip& strip, ImVec2 pointer) {
  LayoutStripHover hover;
  for (std::size_t i = 0; i < strip.borders.size() && !hover.border; ++i)
    if (strip.borders[i].rect.contains(pointer)) hover.border = i;
  for (std::size_t i = 0; i < strip.boxes.size() && !hover.box; ++i)
    if (strip.boxes[i].rect.contains(pointer)) hover.box = i;
  for (std::size_t r = 0; r < strip.columns.size() && !hover.rank; ++r)
    if (strip.columns[r].contains(pointer)) hover.rank = static_cast<std::int32_t>(r);
  return hover;
}

void draw_layout_strip(ImDrawList& draw, const Theme& theme, const LayoutStrip& strip, const Report& report,
                       const LayoutStripView& view) {
  const Rect visible{draw.GetClipRectMin(), draw.GetClipRectMax()};
  const std::int64_t most = most_blocks(report);
  for (std::size_t i = 0; i < strip.boxes.size(); ++i) {
    const StripBox& box = strip.boxes[i];
    if (!box.rect.overlaps(visible)) continue;
    const bool lit = view.hover.box == i && view.editable && !view.dragged_border;
    draw.AddRectFilled(box.rect.min, box.rect.max, lit ? blend(theme.raised, theme.text, 0.10F) : theme.raised,
                       box.rect.width() > theme.px(12) ? theme.px(3) : 0);
    const StageContent& stage = report.layout[box.stage];
    if (strip.cell > 0)
      draw_cells(draw, theme, box.rect, stage, strip.cell);
    else
      draw_filled(draw, theme, box.rect, stage, most);
  }
  draw_lanes(draw, theme, strip, report, visible);
  draw_labels(draw, theme, strip, rows_of(report));
  const std::optional<std::size_t> lit = view.dragged_border ? view.dragged_border : view.hover.border;
  if (lit && view.editable && *lit < strip.borders.size()) {
    const Rect& border = strip.borders[*lit].rect;
    draw.AddLine({border.center().x, border.min.y - theme.px(2)}, {border.center().x, border.max.y + theme.px(2)},
                 theme.accent, theme.px(3));
  }
  if (view.selected_stage && static_cast<std::size_t>(*view.selected_stage) < strip.columns.size()) {
    const Rect& column = strip.columns[static_cast<std::size_t>(*view.selected_stage)];
    draw_selection(draw, theme, {{column.min.x, column.min.y - theme.px(1)}, {column.max.x, column.max.y}});
  }
}

std::vector<LegendItem> layout_legend(const Theme& theme, const Report& report) {
  const BlockColors colors = block_colors(theme);
  bool dense = false, moe = false;
  for (const StageContent& stage : report.layout) dense |= stage.dense_layers > 0, moe |= stage.moe_layers > 0;
  std::vector<LegendItem> items;
  if (dense) items.push_back({moe ? "dense layer" : "layer", "", colors.dense});
  if (moe) items.push_back({"MoE layer", "", colors.moe});
  const bool mtp = report.scenario.model.num_nextn_predict_layers > 0;
  items.push_back({mtp ? "E embedding, M MTP, L loss" : "E embedding, L loss", "", colors.end});
  return items;
}

Explanation explain_strip(const Report& report, const LayoutStrip& strip, const LayoutStripHover& hover) {
  if (!hover.rank || static_cast<std::size_t>(*hover.rank) >= report.memory.stages.size()) return {};
  const auto rank = static_cast<std::size_t>(*hover.rank);
  Explanation words;
  if (hover.box) {
    const StripBox& box = strip.boxes[*hover.box];
    words.title = "Stage " + std::to_string(box.stage);
    if (rows_of(report) > 1) words.title += ", chunk " + std::to_string(box.chunk) + " of rank " + std::to_string(rank);
    words.value = contents_in_words(report.layout[box.stage]);
  } else {
    words.title = (rows_of(report) > 1 ? "Rank " : "Stage ") + std::to_string(rank);
  }
  const Seconds most = busiest(report), own = busy_of(report, rank);
  if (most.value > 0)
    words.lines.push_back("busy for " + format_seconds(own).text() + " of the step, " +
                          format_percent(own / most).text() + " of the busiest rank's time");
  const StageMemory& memory = report.memory.stages[rank];
  if (report.memory.capacity.value > 0)
    words.lines.push_back("holds " + format_bytes(memory.total).text() + ", " +
                          format_percent(memory.total / report.memory.capacity).text() + " of the GPU");
  words.hint = hover.border ? "Drag the border: layers go from one stage to the other"
                            : "Drag a block to another stage, or a border";
  return words;
}

}  // namespace shardscope
