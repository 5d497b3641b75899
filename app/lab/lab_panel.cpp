#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/lab/lab_window.h"
#include "app/lab/lab_words.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/title_lists.h"
#include "core/base/number_lists.h"
#include "core/base/saturating.h"
#include "core/fields/fields.h"
#include "core/fields/number_range.h"
#include "render/chart/scatter.h"
#include "render/text/format.h"
#include "render/text/pass_name.h"

namespace shardscope {

namespace {

using namespace lab_bounds;

constexpr float label_width = 104;                                   // "Weight gradient" in whole
constexpr float points_height_min = 150, height_for_all_rows = 740;  // at scale 1

/// `range`: what may be typed into the row.
std::optional<double> bounded_row(const Frame& frame, SliderRow row, const NumberRange& range) {
  row.label_width = label_width;
  const std::optional<double> value = slider_row(frame, row);
  if (!value) return std::nullopt;
  const std::string why = refusal_of(*value, range, units_text);
  if (why.empty()) return value;
  frame.refused = {std::string(row.path), units_text(*value) + " " + why};
  return std::nullopt;
}

void count_row(const Frame& frame, std::string_view path, std::string_view label, std::string_view help,
               std::int32_t& value, std::span<const double> stops, double most) {
  SliderRow row{path, label, static_cast<double>(value), stops, grouped(value)};
  row.help = help;
  if (const auto chosen = bounded_row(frame, row, {1, most, true})) value = static_cast<std::int32_t>(*chosen);
}

void time_row(const Frame& frame, std::string_view path, std::string_view label, std::string_view help, double& value,
              double least) {
  std::vector<double> stops;
  for (int tenth = static_cast<int>(least * 10); tenth <= 30; ++tenth) stops.push_back(tenth / 10.0);
  const std::string exact = units_text(value);
  const std::string text = value * 10 == std::round(value * 10) ? fixed(value, 1) : exact;
  SliderRow row{path, label, value, stops, text};
  row.editable = exact, row.help = help;
  if (const auto chosen = bounded_row(frame, row, {least, time_max, false})) value = *chosen;
}

void pipeline_rows(LabScenario& lab, const Frame& frame) {
  const std::string chunks = grouped(lab.virtual_stages, "chunk", "chunks");
  const std::array<std::string, 2> summaries = {grouped(lab.ranks, "rank", "ranks") + " × " + chunks,
                                                grouped(lab.ranks) + " × " + grouped(lab.virtual_stages)};
  section(frame, "Pipeline", summaries, [&] { return explain_given(lab); });
  count_row(frame, "lab.ranks", "Ranks", "How many devices the model's layers are spread over.", lab.ranks,
            rank_stops(lab.ranks), ranks_max);
  count_row(frame, "lab.micro_batches", "Micro-batches", "How many micro-batches go through the pipeline in one step.",
            lab.micro_batches, micro_batch_stops(lab.micro_batches), micro_batches_max);
  const std::vector<double> chunk_stops = {1, 2, 3, 4, 5, 6, 7, 8};
  count_row(frame, "lab.virtual_stages", "Virtual stages",
            "Chunks of layers on a rank, as " + chunked_schedules() +
                " run them. Schedules that cut the model otherwise have "
                "passes as much longer or shorter: all do the same work.",
            lab.virtual_stages, chunk_stops, chunks_max);
}

void time_rows(LabScenario& lab, const Frame& frame) {
  const std::array<std::string, 2> summaries = {"one chunk, one micro-batch", "one chunk"};
  section(frame, "Times of one pass", summaries);
  time_row(frame, "lab.forward", "Forward", "Units that the forward of one chunk takes.", lab.forward, 0.1);
  time_row(frame, "lab.backward_input", name_of_pass(PassKind::backward_input).part,
           "Units of the backward's part that the stage before waits for.", lab.backward_input, 0);
  time_row(frame, "lab.backward_weight", name_of_pass(PassKind::backward_weight).part,
           "Units of the backward's other part. Nobody waits for it, so some schedules fill bubbles with it.",
           lab.backward_weight, 0);
  time_row(frame, "lab.transfer", "Transfer",
           "Units from one rank to the next. It delays the receiver, keeps nobody busy.", lab.transfer, 0);
}

void memory_row(LabScenario& lab, const Frame& frame) {
  const double one_f_one_b = lab.ranks * lab.virtual_stages;
  const std::array<std::string, 2> summaries = {
      lab.memory_limit ? std::string("chunks per rank") : std::string("chunks per rank, as 1F1B holds"),
      "chunks per rank"};
  section(frame, "Limits", summaries, [&] { return explain_given(lab); });
  const std::vector<double> stops = memory_stops(lab);
  const std::string help = "Chunks that a rank may hold. " + searched_schedules(&Choice::label) +
                           " search within it; of the others, what is held above it is red. At 1F1B's value it "
                           "follows ranks and chunks.";
  SliderRow row{"lab.memory_limit", "Memory", static_cast<double>(lab.limit()), stops, grouped(lab.limit())};
  row.help = help;
  if (const auto chosen = bounded_row(frame, row, {1, ranks_max * chunks_max * micro_batches_max, true})) {
    lab.memory_limit = static_cast<std::int32_t>(*chosen);
    if (*chosen == one_f_one_b) lab.memory_limit.reset();
  }
}

/// A row as the field of a run has it.
SliderRow row_of(std::string_view path, const Field& field, double value, std::span<const double> stops,
                 std::string text) {
  SliderRow row{path, field.label, value, stops, std::move(text)};
  row.help = field.help;
  return row;
}

void slow_rank_row(LabScenario& lab, const Frame& frame) {
  Stragglers& stragglers = lab.stragglers;
  std::vector<double> stops;
  for (std::int32_t rank = -1; rank < lab.ranks; ++rank) stops.push_back(rank);
  const bool slow = stragglers.slow_rank && *stragglers.slow_rank < lab.ranks;
  const std::string text = slow ? "rank " + grouped(*stragglers.slow_rank) : std::string("none");
  SliderRow row =
      row_of("lab.slow_rank", *find_field("run.slow_rank"), slow ? *stragglers.slow_rank : -1.0, stops, text);
  row.editable = slow ? grouped(*stragglers.slow_rank) : "0";
  const auto chosen = bounded_row(frame, row, {-1, static_cast<double>(lab.ranks - 1), true});
  if (!chosen) return;
  stragglers.slow_rank.reset();
  if (*chosen < 0) return;
  stragglers.slow_rank = static_cast<std::int32_t>(*chosen);
  if (stragglers.slow_factor == 1) stragglers.slow_factor = 1.5;
}

void slowness_row(Stragglers& stragglers, const Frame& frame) {
  std::vector<double> factors;
  for (int tenth = 11; tenth <= 30; ++tenth) factors.push_back(tenth / 10.0);
  const double factor = !stragglers.slow_rank && stragglers.slow_factor == 1 ? 1.5 : stragglers.slow_factor;
  const Field& field = *find_field("run.slow_factor");
  SliderRow row = row_of("lab.slow_factor", field, factor, factors, units_text(factor) + " ×");
  row.disabled_because = stragglers.slow_rank ? "" : "No rank is slow.";
  row.editable = units_text(factor);
  if (const auto chosen = bounded_row(frame, row, {1, field.max, false})) stragglers.slow_factor = *chosen;
}

void jitter_rows(Stragglers& stragglers, const Frame& frame, bool low) {
  std::vector<double> shares, seeds;
  for (int percent = 0; percent <= 50; percent += 2) shares.push_back(percent);
  for (int seed = 1; seed <= 16; ++seed) seeds.push_back(seed);
  const double percent = std::round(stragglers.jitter * 1000) / 10;
  const Field &of_jitter = *find_field("run.jitter"), &of_seed = *find_field("run.jitter_seed");
  SliderRow jitter =
      row_of("lab.jitter", of_jitter, percent, shares, with_unit(units_text(percent), Unit::share).text());
  jitter.editable = units_text(percent);
  if (const auto chosen = bounded_row(frame, jitter, {100 * of_jitter.min, 100 * of_jitter.max, false}))
    stragglers.jitter = *chosen / 100;
  if (low && !(stragglers.jitter > 0)) return;
  const std::string present = grouped(static_cast<std::int64_t>(stragglers.seed));
  SliderRow seed = row_of("lab.seed", of_seed, static_cast<double>(stragglers.seed), seeds, present);
  seed.disabled_because = stragglers.jitter > 0 ? "" : "There is no jitter.";
  if (const auto chosen = bounded_row(frame, seed, {of_seed.min, of_seed.max, true}))
    stragglers.seed = static_cast<std::uint64_t>(*chosen);
}

/// What the axis of the points counts in: chunks where a rank has several, as menus and the limit do.
double amount_of(const LabScenario& values, double micro_batches) {
  return micro_batches * values.virtual_stages;
}

/// Points of the schedules that run with the present values, and which schedule each is.
struct Points {
  std::vector<ScatterPoint> shown;
  std::vector<std::size_t> of;  // into Lab::points
};

Points points_of(const Lab& lab) {
  Points points;
  const LabDocument& document = lab.history.present();
  for (std::size_t i = 0; i < lab.points_done; ++i) {
    const LabPoint& point = lab.points[i];
    if (!point.runs()) continue;
    PointMark mark = PointMark::plain;
    if (point.kind == document.shown[0]) mark = PointMark::ringed;
    if (point.kind == document.shown[1]) mark = PointMark::filled;
    const bool over = point.peak_micro_batches > document.values.limit_in_micro_batches() + 1e-9;
    const bool on_front = point.on_front && lab.points_done == lab.points.size();
    points.shown.push_back({short_title_of(point.kind), amount_of(document.values, point.peak_micro_batches),
                            point.bubble, on_front, over, mark});
    points.of.push_back(i);
  }
  return points;
}

void all_schedules(Lab& lab, LabDocument& document, const Frame& frame, const Rect& area) {
  const Points points = points_of(lab);
  const std::string_view amount =
      document.values.virtual_stages > 1 ? "peak memory, chunks per rank" : "peak memory, micro-batches per rank";
  const ScatterPlot plot{points.shown, amount, amount_of(document.values, document.values.limit_in_micro_batches())};
  const bool hovered = chart_area(frame, "lab.points", area);
  const int under = draw_scatter(*ImGui::GetWindowDrawList(), area, plot, frame.theme, pointer_if(hovered));
  const ScatterGeometry geometry = scatter_geometry(area, plot, frame.theme);
  for (std::size_t i = 0; i < points.of.size(); ++i) {
    const ImVec2 at = geometry.place(points.shown[i].amount, points.shown[i].share);
    frame.places.note("point=" + std::string(json_name(lab.points[points.of[i]].kind)),
                      {{at.x - 2, at.y - 2}, {at.x + 2, at.y + 2}});
  }
  lab.pointed_point = under < 0 ? -1 : static_cast<std::int32_t>(points.of[static_cast<std::size_t>(under)]);
  if (lab.pointed_point < 0) return;
  const LabPoint& point = lab.points[static_cast<std::size_t>(lab.pointed_point)];
  show_tip(frame, explain_point(document.values, point));
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && ImGui::IsItemDeactivated())
    document.shown[ImGui::GetIO().KeyShift ? 0 : 1] = point.kind;
}

}  // namespace

std::vector<double> rank_stops(std::int32_t present) {
  std::vector<double> stops;
  for (int rank = 1; rank <= 16; ++rank) stops.push_back(rank);
  for (const double more : {20.0, 24.0, 32.0, 48.0, 64.0, 96.0, 128.0}) stops.push_back(more);
  stops.push_back(present);
  sort_distinct(stops);
  return stops;
}

std::vector<double> micro_batch_stops(std::int32_t present) {
  std::vector<double> stops;
  for (int count = 1; count <= 16; ++count) stops.push_back(count);
  for (int count = 18; count <= 32; count += 2) stops.push_back(count);
  for (const double from : {32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0})
    for (const double share : {1.25, 1.5, 2.0}) stops.push_back(from * share);
  stops.push_back(present);
  sort_distinct(stops);
  return stops;
}

std::vector<double> memory_stops(const LabScenario& lab) {
  constexpr std::int32_t stops_max = 64;
  const std::int32_t all = lab.virtual_stages * std::max(lab.micro_batches, lab.ranks);
  const std::int32_t step = divided_up(all, stops_max);
  std::vector<double> stops = {static_cast<double>(lab.limit()), static_cast<double>(lab.ranks * lab.virtual_stages)};
  for (std::int32_t chunks = step; chunks <= all; chunks += step) stops.push_back(chunks);
  sort_distinct(stops);
  return stops;
}

LabDocument lab_panel(Lab& lab, const Frame& frame, float height) {
  LabDocument document = lab.history.present();
  const float top = ImGui::GetCursorScreenPos().y;
  pipeline_rows(document.values, frame);
  time_rows(document.values, frame);
  memory_row(document.values, frame);
  section(frame, "Stragglers and jitter", std::span<const std::string>());
  // Where the points would lie below the panel's end, rows that can't be used yet give them their room.
  const bool low = height < frame.theme.px(height_for_all_rows);
  slow_rank_row(document.values, frame);
  if (!low || document.values.stragglers.slow_rank) slowness_row(document.values.stragglers, frame);
  jitter_rows(document.values.stragglers, frame, low);
  const std::string done = grouped(static_cast<std::int64_t>(lab.points_done)) + " of " +
                           grouped(static_cast<std::int64_t>(lab.points.size())) + " so far";
  const bool all = lab.points_done == lab.points.size();
  const std::array<std::string, 2> summaries = {all ? "bubble against peak memory" : done,
                                                all ? "bubble, memory" : done};
  section(frame, "All schedules", summaries, [&] { return explain_given(document.values); });
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float room = top + height - at.y - frame.theme.px(12);
  all_schedules(lab, document, frame,
                {at, {at.x + width, at.y + std::clamp(room, frame.theme.px(points_height_min), frame.theme.px(480))}});
  return document;
}

}  // namespace shardscope
