#include "render/step/roofline.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/text/format.h"
#include "render/text/pass_name.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float radius_least = 2.5F, radius_most = 15;  // at scale 1, of no share and of a fifth of the step
constexpr std::size_t labels_max = 14;

constexpr double intensity_min = 0.01, room_above_peak = 2.2, room_beside_densest = 5;

double highest_peak(const Roofline& roofline) {
  return std::max(roofline.peak.value, roofline.peak_16bit.value);
}

/// Decades from the least, with room above the roof and to the right of what is densest.
LogScale open_scale(double least, double most, float at_low, float at_high) {
  LogScale scale = log_scale(least, most, at_low, at_high);
  scale.high = std::max(most, scale.low * 10);
  return scale;
}

float radius_of(const Theme& theme, const RooflinePoint& point, Seconds step) {
  const double share = step.value > 0 ? point.in_step / step : 0;
  const auto root = static_cast<float>(std::sqrt(std::clamp(share / 0.2, 0.0, 1.0)));
  return theme.px(radius_least + (radius_most - radius_least) * root);
}

/// The memory's slope up to a peak, and the peak on from there. Returns where its words are: above it or, of the lower
/// peak, before its corner, where no operation can be.
Rect draw_roof(ImDrawList& draw, const Theme& theme, const LogPlot& at, FlopsPerSecond peak, BytesPerSecond memory,
               const std::string& words, bool strong) {
  const double knee = peak.value / memory.value;
  const ImVec2 corner = at.pixel(knee, peak.value / flops_per_teraflop);
  const ImU32 color = strong ? theme.text : theme.dim;
  const float thickness = theme.px(1.5F);
  draw.PushClipRect(at.area.min, at.area.max, true);
  if (strong)
    draw.AddLine({at.x.pixel(at.x.low), at.y.pixel(at.x.low * memory.value / flops_per_teraflop)}, corner, color,
                 thickness);
  draw.AddLine(corner, {at.area.max.x, corner.y}, color, thickness);
  draw.PopClipRect();
  const float height = text_height(theme, TextRole::secondary);
  const float width = text_width(theme, TextRole::secondary, words);
  const auto box_at = [&](float right, float y) { return Rect{{right - width, y}, {right, y + height}}; };
  const Rect box = strong
                       ? box_at(at.area.max.x - theme.px(4), std::max(at.area.min.y, corner.y - height - theme.px(2)))
                       : box_at(std::max(corner.x - theme.px(8), at.area.min.x + width), corner.y - height / 2);
  draw_text(draw, theme, TextRole::secondary, box.min, color, words);
  return box;
}

/// The roof as boxes that a label keeps clear of.
void add_roof_boxes(std::vector<Rect>& boxes, const Theme& theme, const LogPlot& at, const RooflinePlot& plot) {
  const float thick = theme.px(2);
  const double peak = highest_peak(plot.roofline), knee = peak / plot.roofline.memory.value;
  const ImVec2 low = at.pixel(at.x.low, at.x.low * plot.roofline.memory.value / flops_per_teraflop);
  const ImVec2 corner = at.pixel(knee, peak / flops_per_teraflop);
  constexpr int pieces = 48;
  for (int i = 0; i < pieces; ++i) {
    const auto along = [&](int n) { return static_cast<float>(n) / pieces; };
    const ImVec2 from{low.x + (corner.x - low.x) * along(i), low.y + (corner.y - low.y) * along(i)};
    const ImVec2 to{low.x + (corner.x - low.x) * along(i + 1), low.y + (corner.y - low.y) * along(i + 1)};
    boxes.push_back({{from.x, to.y - thick}, {to.x, from.y + thick}});
  }
  for (const FlopsPerSecond level : {plot.roofline.peak, plot.roofline.peak_16bit}) {
    const float y = at.y.pixel(level.value / flops_per_teraflop);
    boxes.push_back({{at.x.pixel(level.value / plot.roofline.memory.value), y - thick}, {at.area.max.x, y + thick}});
  }
}

std::vector<Rect> draw_roofs(ImDrawList& draw, const Theme& theme, const LogPlot& at, const RooflinePlot& plot) {
  std::vector<Rect> words;
  const Roofline& roofline = plot.roofline;
  const bool two =
      std::abs(roofline.peak.value / roofline.peak_16bit.value - 1) > 0.01 && roofline.peak_16bit.value > 0;
  const auto roof = [&](FlopsPerSecond peak, std::string_view name, bool strong) {
    words.push_back(draw_roof(draw, theme, at, peak, roofline.memory,
                              std::string(name) + " " + format_flops_rate(peak).text(), strong));
  };
  const bool own_above = !two || roofline.peak.value > roofline.peak_16bit.value;
  if (own_above) roof(roofline.peak, plot.precision, true);
  if (two) roof(roofline.peak_16bit, "16 bits", !own_above);
  if (!own_above) roof(roofline.peak, plot.precision, false);
  // Where no operation is: between what memory bounds and the products.
  const double middle = std::pow(highest_peak(roofline) / roofline.memory.value, 0.6);
  const ImVec2 on = at.pixel(middle, middle * roofline.memory.value / flops_per_teraflop);
  const std::string bandwidth = format_bandwidth(roofline.memory).text();
  const float height = text_height(theme, TextRole::secondary);
  const ImVec2 right{on.x - theme.px(8), on.y - height};
  draw_text_right(draw, theme, TextRole::secondary, right, theme.text, bandwidth);
  words.push_back(
      {{right.x - text_width(theme, TextRole::secondary, bandwidth), right.y}, {right.x, right.y + height}});
  add_roof_boxes(words, theme, at, plot);
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

/// Beside a point of that radius, at one of eight places, clear of `taken`; nothing where there is no room.
std::optional<Rect> label_beside(ImVec2 at, float reach, ImVec2 size, const Rect& bounds, std::span<const Rect> taken) {
  const float slant = reach * 0.72F;
  const std::array<ImVec2, 8> corners = {{{at.x + reach, at.y - size.y / 2},
                                          {at.x - reach - size.x, at.y - size.y / 2},
                                          {at.x + slant, at.y + slant},
                                          {at.x - slant - size.x, at.y + slant},
                                          {at.x - size.x / 2, at.y + reach},
                                          {at.x + slant, at.y - slant - size.y},
                                          {at.x - slant - size.x, at.y - slant - size.y},
                                          {at.x - size.x / 2, at.y - reach - size.y}}};
  for (const ImVec2 corner : corners) {
    const Rect label{corner, {corner.x + size.x, corner.y + size.y}};
    if (label.min.x < bounds.min.x || label.max.x > bounds.max.x) continue;
    if (label.min.y < bounds.min.y || label.max.y > bounds.max.y) continue;
    if (std::none_of(taken.begin(), taken.end(), [&](const Rect& other) { return label.overlaps(other); }))
      return label;
  }
  return std::nullopt;
}

/// Names of the largest points, where they stand clear of all points, of the roof and of each other.
void draw_labels(ImDrawList& draw, const Theme& theme, const LogPlot& at, const RooflinePlot& plot,
                 std::vector<Rect> taken) {
  const auto radius = [&](const RooflinePoint& point) { return radius_of(theme, point, plot.step); };
  for (const RooflinePoint& point : plot.points) {
    const ImVec2 place = place_of(point, at);
    const float half = radius(point) * 0.85F;  // a circle leaves its box's corners
    taken.push_back({{place.x - half, place.y - half}, {place.x + half, place.y + half}});
  }
  for (std::size_t i = 0; i < std::min(labels_max, plot.points.size()); ++i) {
    const RooflinePoint& point = plot.points[i];
    const std::string name = point.label();
    const ImVec2 size{text_width(theme, TextRole::secondary, name), text_height(theme, TextRole::secondary)};
    const auto label = label_beside(place_of(point, at), radius(point) + theme.px(4), size, at.area, taken);
    if (!label) continue;
    draw_text(draw, theme, TextRole::secondary, label->min, theme.text, name);
    taken.push_back(*label);
  }
}

std::string shape_line(const OperationRow& row) {
  const OperationKind kind = row.operation.kind;
  const bool product = kind == OperationKind::matrix || kind == OperationKind::grouped_matrix;
  return (product ? "m × n × k: " : "") + shape_words(row);
}

void add_rates(Explanation& words, const Operation& operation, FlopsPerSecond flops, BytesPerSecond bytes,
               const Roofline& roofline) {
  if (flops.value > 0)
    words.lines.push_back(format_flops_rate(flops).text() + ": " +
                          format_percent(flops / roofline.peak_of(operation)).text() + " of its precision's peak");
  words.lines.push_back(format_bandwidth(bytes).text() + ": " + format_percent(bytes / roofline.memory).text() +
                        " of the memory's bandwidth");
}

std::string_view source_of(const Operation& operation) {
  return operation.kind == OperationKind::memory_bound ? "bytes over the bandwidth that kernels reach"
                                                       : "this program's constants: tiles, waves, memory";
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
  return bytes.value > 0 ? arithmetic.value / bytes.value : 0;
}

double RooflinePoint::flop_rate() const {
  return in_step.value > 0 ? arithmetic.value / in_step.value : 0;
}

std::string RooflinePoint::label() const {
  return std::string(name_of(row.operation.name)) + (backward ? ", backward" : ", forward");
}

std::vector<RooflinePoint> roofline_points(const OperationTable& table) {
  std::vector<RooflinePoint> points;
  for (const OperationRow& row : table.rows) {
    const bool backward = is_backward(row.phase);
    const std::optional<std::size_t> known = point_of(points, row);
    if (!known) points.push_back({row, backward, {}, {}, {}, {}});
    RooflinePoint& point = known ? points[*known] : points.back();
    point.in_step += row.in_step();
    point.flops += row.flops * row.runs;
    point.arithmetic += row.arithmetic * row.runs;
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
      return blend(theme.forward, theme.text, 0.5F);
    case OperationKind::attention:
      return blend(theme.forward, theme.panel, 0.45F);
    case OperationKind::memory_bound:
      break;
  }
  return theme.dim;
}

ImVec2 place_of(const RooflinePoint& point, const LogPlot& axes) {
  const double least = axes.x.low, along = std::max(point.intensity(), least);
  const double byte_rate = point.in_step.value > 0 ? (point.bytes / point.in_step).value : 0;
  const double rate = point.intensity() > least ? point.flop_rate() : byte_rate * least;
  const ImVec2 at = axes.pixel(along, rate / flops_per_teraflop);
  return {std::clamp(at.x, axes.area.min.x, axes.area.max.x), std::clamp(at.y, axes.area.min.y, axes.area.max.y)};
}

LogPlot roofline_axes(const Theme& theme, const Rect& area, const RooflinePlot& plot) {
  const float left = text_width(theme, TextRole::secondary, "10,000") + theme.px(8);
  const float bottom = text_height(theme, TextRole::secondary) + theme.px(8);
  const Rect inside{{area.min.x + left, area.min.y + theme.px(8)}, {area.max.x, area.max.y - bottom}};
  double thinnest = 1, densest = highest_peak(plot.roofline) / plot.roofline.memory.value;
  for (const RooflinePoint& point : plot.points) {
    if (point.intensity() > 0) thinnest = std::min(thinnest, point.intensity());
    densest = std::max(densest, point.intensity());
  }
  const LogScale x =
      open_scale(std::max(thinnest, intensity_min), densest * room_beside_densest, inside.min.x, inside.max.x);
  const double peak = highest_peak(plot.roofline) / flops_per_teraflop;
  double slowest = plot.roofline.memory.value / flops_per_teraflop * std::max(thinnest, intensity_min);
  for (const RooflinePoint& point : plot.points)
    if (point.intensity() > x.low) slowest = std::min(slowest, point.flop_rate() / flops_per_teraflop);
  return {inside, x, open_scale(std::max(slowest * 0.8, 1e-3), peak * room_above_peak, inside.max.y, inside.min.y)};
}

std::optional<std::size_t> draw_roofline(ImDrawList& draw, const Theme& theme, const Rect& area,
                                         const RooflinePlot& plot, ImVec2 pointer) {
  const LogPlot at = roofline_axes(theme, area, plot);
  draw_log_plot(draw, theme, at, "FLOP per byte", "TFLOP/s");
  const std::vector<Rect> taken = draw_roofs(draw, theme, at, plot);
  std::optional<std::size_t> hovered;
  float nearest = theme.px(6);                          // beyond a point's edge
  for (std::size_t i = plot.points.size(); i-- > 0;) {  // small ones over large ones
    const ImVec2 place = place_of(plot.points[i], at);
    const float radius = radius_of(theme, plot.points[i], plot.step);
    const float distance = std::hypot(pointer.x - place.x, pointer.y - place.y) - radius;
    if (distance < nearest) nearest = std::max(distance, -radius), hovered = i;
  }
  for (std::size_t i = 0; i < plot.points.size(); ++i)
    draw_point(draw, theme, plot.points[i], place_of(plot.points[i], at), radius_of(theme, plot.points[i], plot.step),
               hovered == i || plot.lit == i);
  draw_labels(draw, theme, at, plot, taken);
  return hovered;
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

Explanation explain_point(const RooflinePoint& point, const Roofline& roofline, Seconds step) {
  const Operation& operation = point.row.operation;
  Explanation words{point.label(), "", {}, {}};
  words.value = format_seconds(point.in_step).text() + " per step, " + format_percent(point.in_step / step).text();
  words.lines.push_back(shape_line(point.row));
  add_rates(words, point.row.operation, point.flops / point.in_step, point.bytes / point.in_step, roofline);
  if (point.arithmetic.value > 0)
    words.lines.push_back(fixed(point.intensity(), point.intensity() < 1    ? 2
                                                   : point.intensity() < 10 ? 1
                                                                            : 0) +
                          " FLOP per byte" +
                          (point.flops.value > 0 ? ""
                                                 : ", " + format_flops_rate(point.arithmetic / point.in_step).text() +
                                                       " that no MFU counts"));
  else
    words.lines.emplace_back("moves bytes and computes nothing: drawn at the left edge");
  words.source = source_of(operation);
  return words;
}

Explanation explain_operation(const OperationRow& row, const Roofline& roofline, Seconds step) {
  Explanation words{
      std::string(name_of(row.operation.name)) + ", " + std::string(name_of_pass(row.phase).word), "", {}, {}};
  words.value = format_seconds(row.in_step()).text() + " per step, " + format_percent(row.in_step() / step).text();
  words.lines.push_back(shape_line(row));
  words.lines.push_back(format_seconds(row.each).text() + " each, " + fixed(row.runs, row.runs < 10 ? 1 : 0) +
                        " times per step");
  add_rates(words, row.operation, row.flop_rate(), row.byte_rate(), roofline);
  words.source = source_of(row.operation);
  return words;
}

}  // namespace shardscope
