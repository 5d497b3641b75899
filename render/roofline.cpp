#include "render/roofline.h"

#include <algorithm>
#include <cmath>

#include "render/format.h"
#include "render/log_axis.h"
#include "render/scatter.h"
#include "render/text.h"

namespace shardscope {

namespace {

constexpr float radius_least = 2.5F, radius_most = 15;  // at scale 1, of no share and of a fifth of the step
constexpr std::size_t labels_max = 9;

struct Geometry {
  Rect plot;
  LogScale x, y;

  [[nodiscard]] ImVec2 place(const RooflinePoint& point) const {
    return {std::clamp(x.pixel(point.intensity()), plot.min.x, plot.max.x),
            std::clamp(y.pixel(point.flop_rate() / 1e12), plot.min.y, plot.max.y)};
  }
};

double highest_peak(const Roof& roof) {
  return std::max(roof.peak.value, roof.peak_16bit.value);
}

Geometry geometry_of(const Theme& theme, const Rect& area, const RooflinePlot& plot) {
  const float left = text_width(theme, TextRole::secondary, "1,000") + theme.px(8);
  const float bottom = text_height(theme, TextRole::secondary) + theme.px(8);
  const Rect inside{{area.min.x + left, area.min.y + theme.px(8)}, {area.max.x, area.max.y - bottom}};
  double slowest = plot.roof.memory.value, densest = highest_peak(plot.roof) / plot.roof.memory.value;
  for (const RooflinePoint& point : plot.points) {
    slowest = std::min(slowest, point.flop_rate());
    densest = std::max(densest, point.intensity());
  }
  return {inside, log_scale(1, densest * 2, inside.min.x, inside.max.x),
          log_scale(std::max(slowest, 1e9) / 1e12, highest_peak(plot.roof) / 1e12, inside.max.y, inside.min.y)};
}

float radius_of(const Theme& theme, const RooflinePoint& point, Seconds step) {
  const double share = step.value > 0 ? point.in_step / step : 0;
  const auto root = static_cast<float>(std::sqrt(std::clamp(share / 0.2, 0.0, 1.0)));
  return theme.px(radius_least + (radius_most - radius_least) * root);
}

/// The memory's slope up to a peak, and the peak on from there. Returns where its words are.
Rect draw_roof(ImDrawList& draw, const Theme& theme, const Geometry& at, FlopsPerSecond peak, BytesPerSecond memory,
               const std::string& words, bool strong) {
  const double knee = peak.value / memory.value;
  const ImVec2 corner{at.x.pixel(knee), at.y.pixel(peak.value / 1e12)};
  const ImU32 color = strong ? theme.text : theme.dim;
  const float thickness = theme.px(1.5F);
  draw.PushClipRect(at.plot.min, at.plot.max, true);
  if (strong) draw.AddLine({at.x.pixel(1), at.y.pixel(memory.value / 1e12)}, corner, color, thickness);
  draw.AddLine(corner, {at.plot.max.x, corner.y}, color, thickness);
  draw.PopClipRect();
  const float height = text_height(theme, TextRole::secondary);
  const float y = std::max(at.plot.min.y, corner.y - height - theme.px(2));
  const float right = at.plot.max.x - theme.px(4);
  draw_text_right(draw, theme, TextRole::secondary, {right, y}, color, words);
  return {{right - text_width(theme, TextRole::secondary, words), y}, {right, y + height}};
}

std::vector<Rect> draw_roofs(ImDrawList& draw, const Theme& theme, const Geometry& at, const RooflinePlot& plot) {
  std::vector<Rect> words;
  const Roof& roof = plot.roof;
  const bool two = std::abs(roof.peak.value / roof.peak_16bit.value - 1) > 0.01 && roof.peak_16bit.value > 0;
  if (two)
    words.push_back(draw_roof(draw, theme, at, roof.peak_16bit, roof.memory,
                              "16 bits " + format_flops_rate(roof.peak_16bit).text(),
                              roof.peak_16bit.value > roof.peak.value));
  words.push_back(draw_roof(draw, theme, at, roof.peak, roof.memory,
                            std::string(plot.precision) + " " + format_flops_rate(roof.peak).text(),
                            !two || roof.peak.value > roof.peak_16bit.value));
  const double middle = std::sqrt(highest_peak(roof) / roof.memory.value);
  const ImVec2 on{at.x.pixel(middle), at.y.pixel(middle * roof.memory.value / 1e12)};
  draw_text_right(draw, theme, TextRole::secondary,
                  {on.x - theme.px(8), on.y - text_height(theme, TextRole::secondary)}, theme.text,
                  format_bandwidth(roof.memory).text());
  return words;
}

void draw_point(ImDrawList& draw, const Theme& theme, const RooflinePoint& point, ImVec2 at, float radius, bool lit) {
  const ImU32 color = operation_color(theme, point.row.operation.kind);
  if (point.backward)
    draw.AddCircle(at, radius, color, 0, theme.px(1.6F));
  else
    draw.AddCircleFilled(at, radius, with_alpha(color, 0.85F));
  if (lit) draw.AddCircle(at, radius + theme.px(3), theme.text, 0, theme.px(1.5F));
}

/// Names of the largest points, where they stand clear of the others.
void draw_labels(ImDrawList& draw, const Theme& theme, const Geometry& at, const RooflinePlot& plot,
                 std::span<const Rect> taken) {
  std::vector<ImVec2> places, sizes;
  for (const RooflinePoint& point : plot.points) {
    const bool named = places.size() < labels_max;  // the others only keep labels off their points
    places.push_back(at.place(point));
    sizes.push_back(named ? ImVec2{text_width(theme, TextRole::secondary, point.row.operation.name),
                                   text_height(theme, TextRole::secondary)}
                          : ImVec2{});
  }
  const std::vector<std::optional<Rect>> labels = place_labels(places, sizes, at.plot, theme.px(14), taken);
  for (std::size_t i = 0; i < std::min(labels_max, labels.size()); ++i)
    if (labels[i])
      draw_text(draw, theme, TextRole::secondary, labels[i]->min, theme.text, plot.points[i].row.operation.name);
}

std::string shape_line(const OperationRow& row) {
  const OperationKind kind = row.operation.kind;
  const bool product = kind == OperationKind::matrix || kind == OperationKind::grouped_matrix;
  return (product ? "m × n × k: " : "") + shape_words(row);
}

void add_rates(Explanation& words, FlopsPerSecond flops, BytesPerSecond bytes, const Roof& roof) {
  if (flops.value > 0)
    words.lines.push_back(format_flops_rate(flops).text() + ": " + format_percent(flops / roof.peak).text() +
                          " of the precision's peak");
  words.lines.push_back(format_bandwidth(bytes).text() + ": " + format_percent(bytes / roof.memory).text() +
                        " of the memory's bandwidth");
}

std::string_view source_of(const Operation& operation) {
  return operation.kind == OperationKind::memory_bound ? "bytes over the bandwidth that kernels reach"
                                                       : "core/hardware/operation_time.h: tiles, waves, memory";
}

bool same_kernel(const OperationRow& a, const OperationRow& b) {
  const Operation &x = a.operation, &y = b.operation;
  return x.name == y.name && x.kind == y.kind && x.m == y.m && x.n == y.n && x.k == y.k && x.count == y.count &&
         x.forward_bytes == y.forward_bytes && x.attention_flops == y.attention_flops;
}

bool is_backward(OperationPhase phase) {
  return phase == OperationPhase::input_gradient || phase == OperationPhase::weight_gradient;
}

}  // namespace

double RooflinePoint::intensity() const {
  return flops.value > 0 && bytes.value > 0 ? flops.value / bytes.value : 1;
}

double RooflinePoint::flop_rate() const {
  if (!(in_step.value > 0)) return 0;
  return (flops.value > 0 ? flops.value : bytes.value) / in_step.value;
}

std::vector<RooflinePoint> roofline_points(const OperationTable& table) {
  std::vector<RooflinePoint> points;
  for (const OperationRow& row : table.rows) {
    const bool backward = is_backward(row.phase);
    const std::optional<std::size_t> known = point_of(points, row);
    if (!known) points.push_back({row, backward, {}, {}, {}});
    RooflinePoint& point = known ? points[*known] : points.back();
    point.in_step += row.in_step();
    point.flops += row.flops * row.runs;
    point.bytes += row.bytes * row.runs;
  }
  std::stable_sort(points.begin(), points.end(),
                   [](const RooflinePoint& a, const RooflinePoint& b) { return a.in_step > b.in_step; });
  return points;
}

std::optional<std::size_t> point_of(std::span<const RooflinePoint> points, const OperationRow& row) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i].backward == is_backward(row.phase) && same_kernel(points[i].row, row)) return i;
  return std::nullopt;
}

ImU32 operation_color(const Theme& theme, OperationKind kind) {
  switch (kind) {
    case OperationKind::matrix:
      return theme.forward;
    case OperationKind::grouped_matrix:
      return theme.backward;
    case OperationKind::attention:
      return theme.backward_weight;
    case OperationKind::memory_bound:
      return theme.recompute;
  }
  return theme.dim;
}

std::optional<std::size_t> draw_roofline(ImDrawList& draw, const Theme& theme, const Rect& area,
                                         const RooflinePlot& plot, ImVec2 pointer) {
  const Geometry at = geometry_of(theme, area, plot);
  draw.AddRectFilled(at.plot.min, at.plot.max, theme.bg, theme.px(4));
  draw_log_axis_below(draw, theme, at.plot, at.x, "FLOP a byte");
  draw_log_axis_left(draw, theme, at.plot, at.y, "TFLOP/s");
  const std::vector<Rect> taken = draw_roofs(draw, theme, at, plot);
  std::optional<std::size_t> hovered;
  float nearest = theme.px(6);                          // beyond a point's edge
  for (std::size_t i = plot.points.size(); i-- > 0;) {  // small ones over large ones
    const ImVec2 place = at.place(plot.points[i]);
    const float radius = radius_of(theme, plot.points[i], plot.step);
    const float distance = std::hypot(pointer.x - place.x, pointer.y - place.y) - radius;
    if (distance < nearest) nearest = std::max(distance, -radius), hovered = i;
  }
  for (std::size_t i = 0; i < plot.points.size(); ++i)
    draw_point(draw, theme, plot.points[i], at.place(plot.points[i]), radius_of(theme, plot.points[i], plot.step),
               hovered == i || plot.lit == i);
  draw_labels(draw, theme, at, plot, taken);
  return hovered;
}

ImVec2 roofline_place(const Theme& theme, const Rect& area, const RooflinePlot& plot, std::size_t point) {
  return geometry_of(theme, area, plot).place(plot.points[point]);
}

std::string shape_words(const OperationRow& row) {
  const Operation& operation = row.operation;
  const auto number = [](double value) { return grouped(std::llround(value)); };
  switch (operation.kind) {
    case OperationKind::matrix:
    case OperationKind::grouped_matrix:
      return (operation.count != 1 ? number(operation.count) + " × " : "") + number(operation.m) + " × " +
             number(operation.n) + " × " + number(operation.k);
    case OperationKind::attention:
      return number(operation.keys) + " keys, heads of " + number(operation.head_dim);
    case OperationKind::memory_bound:
      return format_bytes(row.bytes).text();
  }
  return {};
}

Explanation explain_point(const RooflinePoint& point, const Roof& roof, Seconds step) {
  const Operation& operation = point.row.operation;
  Explanation words{std::string(operation.name) + (point.backward ? ", backward" : ", forward"), "", {}, {}};
  words.value = format_seconds(point.in_step).text() + " a step, " + format_percent(point.in_step / step).text();
  words.lines.push_back(shape_line(point.row));
  add_rates(words, point.flops / point.in_step, point.bytes / point.in_step, roof);
  if (point.flops.value > 0)
    words.lines.push_back(fixed(point.intensity(), point.intensity() < 10 ? 1 : 0) + " FLOP a byte");
  words.source = source_of(operation);
  return words;
}

Explanation explain_operation(const OperationRow& row, const Roof& roof, Seconds step) {
  Explanation words{std::string(row.operation.name) + ", " + std::string(name_of(row.phase)), "", {}, {}};
  words.value = format_seconds(row.in_step()).text() + " a step, " + format_percent(row.in_step() / step).text();
  words.lines.push_back(shape_line(row));
  words.lines.push_back(format_seconds(row.each).text() + " each, " + fixed(row.runs, row.runs < 10 ? 1 : 0) +
                        " times a step");
  add_rates(words, row.flop_rate(), row.byte_rate(), roof);
  words.source = source_of(row.operation);
  return words;
}

}  // namespace shardscope
