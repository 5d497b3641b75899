#include "render/lanes/lanes_chart.h"

#include <algorithm>
#include <cmath>

#include "core/lanes/lane_words.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/hatch.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float row_height = 18, row_height_max = 44, row_gap = 4;  // at scale 1
constexpr float least_ink = 0.25F;                                  // of a piece that is busy for a moment only
constexpr float unlit = 0.3F;                                       // of its colour, what is off the critical path

/// So high that the rows fill the height, as far as they may.
float row_height_in(const Theme& theme, float height, std::size_t rows) {
  const float each =
      std::floor((height - theme.snapped_px(row_gap)) / static_cast<float>(std::max<std::size_t>(1, rows)));
  return std::clamp(each - theme.snapped_px(row_gap), theme.snapped_px(row_height), theme.snapped_px(row_height_max));
}

const LayerLanes* layer_of(const RankLanes& lanes, const LanePiece& piece) {
  const PassLanes& pass = lanes.passes[lanes.places[piece.place].lanes];
  return piece.span < 0 ? nullptr : &pass.layers[pass.spans[static_cast<std::size_t>(piece.span)].lanes];
}

const LaneBar* bar_of(const RankLanes& lanes, const LanePiece& piece) {
  const LayerLanes* layer = layer_of(lanes, piece);
  return layer == nullptr || piece.bar < 0 ? nullptr : &layer->bars[static_cast<std::size_t>(piece.bar)];
}

ImU32 color_of_pass(const Theme& theme, LanePass pass) {
  if (pass == LanePass::forward) return theme.forward;
  return pass == LanePass::backward_weight ? theme.backward_weight : theme.backward;
}

ImU32 color_of_kernel(const Theme& theme, const LaneBar& bar, const Block& block) {
  if (bar.operation < 0) return theme.dim;
  const OperationKind kind = block.operations[static_cast<std::size_t>(bar.operation)].kind;
  ImU32 color = theme.forward;
  if (bar.phase == OperationPhase::recompute) color = theme.recompute;
  if (bar.phase == OperationPhase::input_gradient) color = theme.backward;
  if (bar.phase == OperationPhase::weight_gradient) color = theme.backward_weight;
  return kind == OperationKind::memory_bound ? blend(color, theme.panel, 0.45F) : color;
}

ImU32 color_of_layer(const Theme& theme, const RankLanes& lanes, const LanePiece& piece) {
  const PassLanes& pass = lanes.passes[lanes.places[piece.place].lanes];
  const LayerLanes* layer = layer_of(lanes, piece);
  const ImU32 color = color_of_pass(theme, pass.pass);
  if (layer == nullptr) return color;
  const bool is_end = layer->block.kind == BlockKind::embedding || layer->block.kind == BlockKind::head;
  if (is_end) return theme.ends;
  const bool odd = pass.spans[static_cast<std::size_t>(piece.span)].layer % 2 == 1;
  return odd ? blend(color, theme.panel, 0.22F) : color;
}

std::optional<BlockOperation> operation_of(const RankLanes& lanes, const LanePiece& piece) {
  const LaneBar* bar = bar_of(lanes, piece);
  if (bar == nullptr || bar->operation < 0) return std::nullopt;
  const Block& block = layer_of(lanes, piece)->block;
  return BlockOperation{block.kind, block.operations[static_cast<std::size_t>(bar->operation)].name};
}

/// One row on its ground.
class RowDrawing {
 public:
  RowDrawing(ImDrawList& draw, const Theme& theme, const Rect& box, const LanesSource& source, const LaneRow& row)
      : draw_(draw), theme_(theme), box_(box), source_(source), row_(row) {}

  std::optional<LanesHover> run(ImVec2 pointer) {
    draw_.AddRectFilled(box_.min, box_.max, theme_.raised, theme_.px(design::bar_radius));
    const double finest = source_.range.length() / std::max(1.0, static_cast<double>(box_.width()));
    pieces_in(source_.lanes, source_.rows, row_, source_.range, finest, source_.scratch);
    std::optional<LanesHover> under;
    for (const LanePiece& piece : source_.scratch) {
      const Rect bar = rect_of(piece);
      draw_piece(piece, bar);
      if (is_picked(piece)) draw_.AddRect(bar.min, bar.max, theme_.accent, 0, 0, theme_.px(1.5F));
      if (box_.contains(pointer) && pointer.x >= bar.min.x && pointer.x < bar.max.x) under = LanesHover{row_, piece};
    }
    if (under) draw_.AddRect(rect_of(under->piece).min, rect_of(under->piece).max, theme_.text, 0, 0, theme_.px(1.5F));
    return under;
  }

 private:
  ImDrawList& draw_;
  const Theme& theme_;
  const Rect& box_;
  const LanesSource& source_;
  const LaneRow& row_;

  [[nodiscard]] Rect rect_of(const LanePiece& piece) const {
    const auto x_of = [&](double time) {
      const double share = (time - source_.range.start) / source_.range.length();
      return box_.min.x + box_.width() * static_cast<float>(std::clamp(share, 0.0, 1.0));
    };
    const float from = x_of(piece.start), to = std::max(x_of(piece.end), from + 1);
    return {{from, box_.min.y}, {std::min(to, box_.max.x), box_.max.y}};
  }

  /// Whether the step ends later as soon as the piece does.
  [[nodiscard]] bool is_lit(const LanePiece& piece) const {
    if (source_.critical == nullptr || row_.kind == LaneRowKind::waits) return true;
    if (!(*source_.critical)[piece.place]) return false;
    const PassLanes& pass = source_.lanes.passes[source_.lanes.places[piece.place].lanes];
    if (piece.traffic >= 0) return pass.is_critical(pass.traffic[static_cast<std::size_t>(piece.traffic)].slack);
    if (piece.span < 0) return true;
    const LaneBar* bar = bar_of(source_.lanes, piece);
    return pass.is_critical(pass.spans[static_cast<std::size_t>(piece.span)].slack + (bar == nullptr ? 0 : bar->slack));
  }

  [[nodiscard]] bool is_picked(const LanePiece& piece) const {
    return source_.picked && row_ == LaneRow{LaneRowKind::lane, LaneKind::compute} &&
           operation_of(source_.lanes, piece) == source_.picked;
  }

  [[nodiscard]] ImU32 color_of(const LanePiece& piece) const {
    const ImU32 color = color_of_work(piece);
    return is_lit(piece) ? color : blend(theme_.raised, color, unlit);
  }

  [[nodiscard]] ImU32 color_of_work(const LanePiece& piece) const {
    if (row_.kind == LaneRowKind::waits) return theme_.warn;
    if (row_.kind == LaneRowKind::layers) return color_of_layer(theme_, source_.lanes, piece);
    if (row_.lane != LaneKind::compute) return lane_color(theme_, row_.lane);
    if (const LaneBar* bar = bar_of(source_.lanes, piece))
      return color_of_kernel(theme_, *bar, layer_of(source_.lanes, piece)->block);
    return color_of_pass(theme_, source_.lanes.passes[source_.lanes.places[piece.place].lanes].pass);
  }

  void draw_piece(const LanePiece& piece, const Rect& bar) const {
    const ImU32 color = color_of(piece);
    const ImU32 mixed = blend(theme_.raised, color, least_ink + (1 - least_ink) * piece.share);
    const float edge = bar.width() > theme_.px(6) ? theme_.px(1) : 0;  // bars that touch are told apart
    if (row_.kind == LaneRowKind::waits && bar.width() > theme_.px(10)) {
      draw_hatch_tiled(draw_, theme_, bar, color);
    } else {
      draw_.AddRectFilled(bar.min, {bar.max.x - edge, bar.max.y}, mixed);
    }
    const std::string words = words_of(piece);
    const float room = bar.width() - theme_.px(4);
    if (words.empty() || row_.kind == LaneRowKind::waits || text_width(theme_, TextRole::secondary, words) > room)
      return;
    draw_text_centered(draw_, theme_, TextRole::secondary, {bar.center().x, text_top(theme_, TextRole::secondary, bar)},
                       readable_on(mixed), words);
  }

  /// What stands on a bar that is wide enough: of a layer its number, of all else its name.
  [[nodiscard]] std::string words_of(const LanePiece& piece) const {
    const RankLanes& lanes = source_.lanes;
    const PassLanes& pass = lanes.passes[lanes.places[piece.place].lanes];
    if (piece.span < 0) return {};
    const LayerSpan& span = pass.spans[static_cast<std::size_t>(piece.span)];
    const LayerLanes& layer = pass.layers[span.lanes];
    if (row_.kind == LaneRowKind::layers) return span.layer >= 0 ? std::to_string(span.layer) : name_of(span, layer);
    if (piece.traffic >= 0) return name_of(span, layer);
    const LaneBar* bar = bar_of(lanes, piece);
    return bar == nullptr ? std::string() : std::string(name_of(*bar, layer.block));
  }
};

/// From the end of what the bar waits for to its start.
void draw_wait(ImDrawList& draw, const Theme& theme, const std::vector<Rect>& boxes, const LanesSource& source,
               const LanesHover& hover) {
  const LaneBar* bar = bar_of(source.lanes, hover.piece);
  if (bar == nullptr || bar->waits_for < 0) return;
  const LayerLanes& layer = *layer_of(source.lanes, hover.piece);
  const LaneBar& before = layer.bars[static_cast<std::size_t>(bar->waits_for)];
  const PassPlace& place = source.lanes.places[hover.piece.place];
  const PassLanes& pass = source.lanes.passes[place.lanes];
  const LayerSpan& span = pass.spans[static_cast<std::size_t>(hover.piece.span)];
  const auto point = [&](double of_layer, LaneKind lane) -> std::optional<ImVec2> {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (source.rows.rows[i] != LaneRow{LaneRowKind::lane, lane}) continue;
      const double share = (place.moment(pass.moment(span, of_layer)) - source.range.start) / source.range.length();
      return ImVec2{boxes[i].min.x + boxes[i].width() * static_cast<float>(share), boxes[i].center().y};
    }
    return std::nullopt;
  };
  const auto from = point(before.end, before.lane), to = point(bar->start, bar->lane);
  if (!from || !to) return;
  draw.PushClipRect(boxes.front().min, boxes.back().max, true);
  draw.AddLine(*from, *to, theme.text, theme.px(1.5F));
  draw.AddCircleFilled(*to, theme.px(3), theme.text);
  draw.PopClipRect();
}

/// How long the row is busy, and the step if it were free; beside the layers what the columns are.
void draw_seconds(ImDrawList& draw, const Theme& theme, const LanesSource& source, const LaneRow& row, const Rect& room,
                  ImU32 ink) {
  const bool heads = row.kind == LaneRowKind::layers && source.if_free != nullptr;
  const auto in_unit = [](Seconds seconds) { return format_seconds(seconds).text(); };
  const auto put = [&](float right, const std::string& words, ImU32 color) {
    if (text_width(theme, TextRole::secondary, words) < right - room.min.x - theme.px(4))
      draw_text_right(draw, theme, TextRole::secondary, {right, room.min.y}, color, words);
  };
  float right = room.max.x;
  if (source.if_free != nullptr) {
    const std::optional<Seconds> step =
        row.kind == LaneRowKind::lane ? (*source.if_free)[index_of(row.lane)] : std::nullopt;
    if (heads || step) put(right, heads ? "step if free" : in_unit(*step), heads ? theme.dim : theme.text);
    right -= theme.px(lane_seconds_width / 2);
  }
  put(right, heads ? "busy" : in_unit(Seconds{source.rows.seconds_of(row, source.lanes)}), ink);
}

}  // namespace

std::optional<BlockOperation> operation_at(const RankLanes& lanes, const LanesHover& hover) {
  const bool of_kernels = hover.row == LaneRow{LaneRowKind::lane, LaneKind::compute};
  return of_kernels ? operation_of(lanes, hover.piece) : std::nullopt;
}

std::string_view lane_row_words(const LaneRow& row) {
  if (row.kind == LaneRowKind::layers) return "Layers";
  return row.kind == LaneRowKind::waits ? "Waits" : entry_of(row.lane).words;
}

ImU32 lane_color(const Theme& theme, LaneKind lane) {
  switch (lane) {
    case LaneKind::compute:
      return theme.forward;
    case LaneKind::tensor:
      return theme.tensor;
    case LaneKind::context:
      return theme.context;
    case LaneKind::expert:
      return theme.expert;
    case LaneKind::data_in:
    case LaneKind::data_out:
      return theme.data;
    case LaneKind::host:
      break;
  }
  return theme.dim;
}

float lanes_chart_height(const Theme& theme, std::size_t rows, float most) {
  if (rows == 0) return 0;
  const float gap = theme.snapped_px(row_gap), each = row_height_in(theme, most, rows) + gap;
  const float whole = std::min(static_cast<float>(rows), std::floor((most - gap) / each));
  return whole < 1 ? 0 : gap + whole * each;
}

std::optional<std::size_t> lane_row_at(const Theme& theme, const Rect& area, std::size_t rows, float y) {
  const float height = row_height_in(theme, area.height(), rows), gap = theme.snapped_px(row_gap);
  const float place = (y - area.min.y - gap) / (height + gap);
  const float row = std::floor(place);
  if (row < 0 || row >= static_cast<float>(rows) || (place - row) * (height + gap) > height) return std::nullopt;
  return static_cast<std::size_t>(row);
}

std::optional<LanesHover> draw_lanes_chart(ImDrawList& draw, const Theme& theme, const Rect& area, float left,
                                           float right, const LanesSource& source, ImVec2 pointer) {
  std::optional<LanesHover> under;
  if (!(source.range.length() > 0) || area.width() < 1) return under;
  std::vector<Rect> boxes;
  const float height = row_height_in(theme, area.height(), source.rows.rows.size());
  float y = area.min.y + theme.snapped_px(row_gap);
  for (const LaneRow& row : source.rows.rows) {
    const Rect box{{area.min.x, y}, {area.max.x, y + height}};
    if (box.max.y > area.max.y + 1) break;
    boxes.push_back(box);
    const float line = text_top(theme, TextRole::secondary, box);
    const ImU32 ink = row.kind == LaneRowKind::waits ? theme.warn : theme.dim;
    draw_fitted(draw, theme, TextRole::secondary, {left, line}, ink, area.min.x - left - theme.px(8),
                lane_row_words(row));
    draw_seconds(draw, theme, source, row, {{area.max.x, line}, {right, box.max.y}}, ink);
    if (const auto hover = RowDrawing(draw, theme, box, source, row).run(pointer)) under = hover;
    y = box.max.y + theme.snapped_px(row_gap);
  }
  if (under) draw_wait(draw, theme, boxes, source, *under);
  return under;
}

}  // namespace shardscope
