// The table of operations in the grown Step view (step_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/word_switch.h"
#include "app/step/step_cards.h"
#include "render/cluster/level_words.h"
#include "render/explain/explain_step.h"
#include "render/text/format.h"
#include "render/text/pass_name.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

struct Column {
  const char* name;
  const char* id;
  float share;  // of what numbers leave
  float width;  // of numbers, which stand at its right end; 0: words
};
constexpr std::array<Column, operation_column_count> columns = {{{"operation", "name", 0.32F, 0},
                                                                 {"in", "block", 0.11F, 0},
                                                                 {"pass", "phase", 0.21F, 0},
                                                                 {"shape m × n × k", "shape", 0.36F, 0},
                                                                 {"each", "each", 0, 66},
                                                                 {"rate", "rate", 0, 98},
                                                                 {"of roof", "of-roof", 0, 62},
                                                                 {"step", "in-step", 0, 56}}};

/// The columns' cells of a line, words by the longest that fits.
struct Line {
  std::array<std::array<std::string, 2>, operation_column_count> cells;
  bool exchange = false;

  std::array<std::string, 2>& at(OperationColumn column) { return cells[static_cast<std::size_t>(column)]; }
};

/// What of the nearer bound, arithmetic or memory, the operation reaches.
double share_of_roofline(const OperationRow& row, const std::optional<Roofline>& roofline) {
  if (!roofline) return 0;
  return std::max(row.flop_rate() / roofline->peak_of(row.operation), row.byte_rate() / roofline->memory);
}

bool is_bound_by_memory(const OperationRow& row, const std::optional<Roofline>& roofline) {
  return !(row.flops.value > 0) ||
         (roofline && row.byte_rate() / roofline->memory > row.flop_rate() / roofline->peak_of(row.operation));
}

/// The link on its way that an exchange fills most while it runs, and how much of it.
struct LinkUse {
  LevelKind level = LevelKind::gpu;
  BytesPerSecond capacity;  // a GPU's share of it; 0: unknown
  double share = 0;
};

/// By the bytes of this kind that the critical rank sends through the level over the time that its exchanges take.
LinkUse link_of(const Communication& exchange, const Report& report) {
  LinkUse most;
  Seconds taken;
  for (const Communication& own : report.communication)
    if (own.kind == exchange.kind) taken += own.time;
  if (!report.time || !(taken.value > 0)) return most;
  const auto critical = static_cast<std::size_t>(report.time->critical_rank);
  const Carried& sent = report.time->sent[critical][index_of(exchange.kind)];
  for (const LevelLoad& load : report.network) {
    const double share = load.capacity.value > 0 ? sent.through[index_of(load.level)] / taken / load.capacity : 0;
    if (share > most.share) most = {load.level, load.capacity, share};
  }
  return most;
}

std::array<std::string, 2> tight(const std::string& shape) {
  std::string close;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool around_times =
        shape[i] == ' ' && (shape.compare(i + 1, 2, "×") == 0 || (i >= 2 && shape.compare(i - 2, 2, "×") == 0));
    if (!around_times) close += shape[i];
  }
  return {shape, close};
}

Line line_of_operation(const OperationRow& row, const std::optional<Roofline>& roofline, Seconds step) {
  Line line;
  line.at(OperationColumn::name) = {std::string(name_of(row.operation.name)), ""};
  line.at(OperationColumn::block) = {std::string(name_of(row.block)), row.block == BlockKind::embedding ? "emb." : ""};
  line.at(OperationColumn::phase) = {std::string(name_of_pass(row.phase).word),
                                     std::string(name_of_pass(row.phase).brief)};
  line.at(OperationColumn::shape) = tight(shape_words(row));
  line.at(OperationColumn::each) = {format_seconds(row.each).text(), ""};
  line.at(OperationColumn::rate) = {is_bound_by_memory(row, roofline) ? format_bandwidth(row.byte_rate()).text()
                                                                      : format_flops_rate(row.flop_rate()).text(),
                                    ""};
  line.at(OperationColumn::of_roof) = {roofline ? format_percent(share_of_roofline(row, roofline)).text() : "", ""};
  line.at(OperationColumn::in_step) = {format_percent(row.in_step() / step).text(), ""};
  return line;
}

Line line_of_exchange(const Communication& exchange, const Report& report) {
  Line line;
  line.exchange = true;
  const std::string group(group_short(exchange.kind));
  const GroupCollectiveEntry& collective = entry_of(exchange.collective);
  line.at(OperationColumn::name) = {group + " " + std::string(collective.name),
                                    group + " " + std::string(collective.first)};
  line.at(OperationColumn::phase) = {"of " + grouped(exchange.group_size) + " GPUs",
                                     "of " + grouped(exchange.group_size)};
  line.at(OperationColumn::shape) = {format_bytes(exchange.bytes_per_gpu_per_step).text() + " per step",
                                     format_bytes(exchange.bytes_per_gpu_per_step).text()};
  if (exchange.bus_bandwidth.value > 0)
    line.at(OperationColumn::rate) = {format_bandwidth(exchange.bus_bandwidth).text(), ""};
  if (const LinkUse link = link_of(exchange, report); link.share > 0)
    line.at(OperationColumn::of_roof) = {format_percent(link.share).text(), ""};
  line.at(OperationColumn::in_step) = {format_percent(exchange.exposed / report.time->step).text(), ""};
  return line;
}

Explanation explain_exchange(const Communication& exchange, const Report& report) {
  const Seconds step = report.time->step;
  Explanation words{
      std::string(group_short(exchange.kind)) + " " + std::string(entry_of(exchange.collective).name), "", {}, {}};
  words.value =
      format_seconds(exchange.exposed).text() + " per step exposed, " + format_percent(exchange.exposed / step).text();
  words.lines.push_back(format_seconds(exchange.time).text() + " hidden or not; " +
                        format_bytes(exchange.bytes_per_gpu_per_step).text() + " sent by one GPU");
  words.lines.push_back(std::string(name_of(exchange.way)) + " over " + grouped(exchange.group_size) + " GPUs " +
                        std::string(place_of(exchange.crosses)));
  words.lines.push_back(format_bandwidth(exchange.bus_bandwidth).text() + " on the bus, as nccl-tests count");
  if (const LinkUse link = link_of(exchange, report); link.share > 0)
    words.lines.push_back("fills " + format_percent(link.share).text() + " of the " +
                          format_bandwidth(link.capacity).text() + " that a GPU has " +
                          std::string(level_place(link.level)));
  words.source = "NVIDIA, nccl-tests, doc/PERFORMANCE.md";
  return words;
}

/// Where each column begins and ends. A column without room is empty: the time of one run goes first, then the rate,
/// then the share of the roof.
std::array<Rect, operation_column_count> places_of(const Theme& theme, const Rect& row) {
  std::array<Rect, operation_column_count> places;
  std::array<bool, operation_column_count> shown;
  shown.fill(true);
  float words = row.width();
  for (const Column& column : columns) words -= theme.px(column.width);
  const std::array<std::pair<OperationColumn, float>, 3> dropped = {
      {{OperationColumn::each, 470.0F}, {OperationColumn::rate, 470.0F}, {OperationColumn::of_roof, 430.0F}}};
  for (const auto& [column, words_min] : dropped) {
    if (words >= theme.px(words_min)) break;
    shown[static_cast<std::size_t>(column)] = false;
    words += theme.px(columns[static_cast<std::size_t>(column)].width);
  }
  float x = row.min.x;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const float width = columns[i].width > 0 ? theme.px(columns[i].width) : words * columns[i].share;
    const float end = shown[i] ? x + width : x;
    places[i] = {{x, row.min.y}, {shown[i] ? end - theme.px(8) : x, row.max.y}};
    x = end;
  }
  return places;
}

void draw_cell(const ViewFrame& frame, const Rect& place, std::size_t column, TextRole role, ImU32 color,
               const std::array<std::string, 2>& texts) {
  if (place.width() <= 0 || texts[0].empty()) return;
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = text_top(theme, role, place);
  const std::span<const std::string> choices(texts.data(), texts[1].empty() ? 1 : 2);
  if (columns[column].width > 0)
    draw_text_right(draw, theme, role, {place.max.x, y}, color, texts[0]);
  else
    draw_text(draw, theme, role, {place.min.x, y}, color, first_fitting(theme, role, choices, place.width()));
}

/// A click sorts by the column, a second one the other way round.
void heading(StepState& state, const ViewFrame& frame, const Rect& row) {
  const Theme& theme = frame.theme;
  const std::array<Rect, operation_column_count> places = places_of(theme, row);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (places[i].width() <= 0) continue;
    const auto column = static_cast<OperationColumn>(i);
    const std::string id = std::string("step.sort.") + columns[i].id;
    const HitArea under = hit_button(frame, id.c_str(), places[i]);
    const bool hovered = under.hovered;
    const bool clicked = under.pressed;
    const bool on = state.arranged.sorted_by == column;
    const std::string mark = !on ? "" : state.arranged.ascending ? " ↑" : " ↓";
    draw_cell(frame, places[i], i, TextRole::secondary, on || hovered ? theme.text : theme.dim,
              {columns[i].name + mark, ""});
    if (!clicked) continue;
    state.arranged.ascending = on ? !state.arranged.ascending : !(columns[i].width > 0);
    state.arranged.sorted_by = column;
  }
}

/// Launches and waits, which are of no operation.
void draw_beside(const ViewFrame& frame, const Rect& row, const Report& report, Seconds beside) {
  const Theme& theme = frame.theme;
  const std::array<Rect, operation_column_count> places = places_of(theme, row);
  const Rect words{places[0].min, places[3].max};
  const bool copies = gathers_in_passes(report.scenario.plan);
  draw_cell(frame, words, 0, TextRole::secondary, theme.dim,
            {copies ? "launches that no kernel covers, waits for the host, copies around gathers"
                    : "launches that no kernel covers, waits for the host",
             "launches, waits"});
  draw_cell(frame, places.back(), columns.size() - 1, TextRole::secondary, theme.dim,
            {format_percent(beside / report.time->step).text(), ""});
}

/// As the line shows it, so that an order can be read off: bytes and FLOPs per second by their number.
double sort_value(const OperationRow& row, OperationColumn column, const std::optional<Roofline>& roofline) {
  switch (column) {
    case OperationColumn::each:
      return row.each.value;
    case OperationColumn::rate:
      return is_bound_by_memory(row, roofline) ? row.byte_rate().value : row.flop_rate().value;
    case OperationColumn::of_roof:
      return share_of_roofline(row, roofline);
    case OperationColumn::shape:
      return row.flops.value > 0 ? row.flops.value : row.bytes.value;
    case OperationColumn::block:
      return static_cast<double>(row.block);
    case OperationColumn::phase:
      return static_cast<double>(row.phase);
    case OperationColumn::name:
    case OperationColumn::in_step:
      return row.in_step().value;
  }
  return 0;
}

double sort_value(const Communication& exchange, OperationColumn column, const Report& report) {
  switch (column) {
    case OperationColumn::rate:
      return exchange.bus_bandwidth.value;
    case OperationColumn::shape:
      return exchange.bytes_per_gpu_per_step.value;
    case OperationColumn::in_step:
      return exchange.exposed.value;
    case OperationColumn::block:
    case OperationColumn::phase:
      return 100;  // behind all blocks and passes
    case OperationColumn::of_roof:
      return link_of(exchange, report).share;
    case OperationColumn::name:
    case OperationColumn::each:
      return 0;
  }
  return 0;
}

std::string_view sort_name(const RankDetail& detail, std::size_t line) {
  const std::size_t rows = detail.table.rows.size();
  return line < rows ? name_of(detail.table.rows[line].operation.name)
                     : group_short(detail.exchanges[line - rows].kind);
}

const std::vector<std::size_t>& order_of(StepState& state, const Report& report) {
  const auto [by, ascending] = LineOrder{state.arranged.sorted_by, state.arranged.ascending};
  return state.order.of(report.scenario, state.rank->rank, by, ascending, [&] {
    return sorted_lines(*state.rank, {state.arranged.sorted_by, state.arranged.ascending}, *state.roofline, report);
  });
}

/// Of the picked operation's rows the one that takes longest; nothing where none is picked.
std::optional<std::size_t> picked_row(const OperationTable& table, const std::optional<BlockOperation>& picked) {
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    if (picked == table.rows[i].which()) return i;
  return std::nullopt;
}

/// One line of the table at the cursor; whether the mouse is on it.
bool draw_line(const ViewFrame& frame, const Rect& place, std::size_t i, const StepState& state) {
  const Theme& theme = frame.theme;
  const Report& report = frame.shown;
  const RankDetail& detail = *state.rank;
  const std::optional<Roofline>& roofline = *state.roofline;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::string id = "step.operation." + std::to_string(i);
  const bool hovered = hit_area(frame, id.c_str(), place).hovered;
  const std::size_t rows = detail.table.rows.size();
  const bool picked = i < rows && frame.selection.operation == detail.table.rows[i].which();
  if (hovered || picked) draw.AddRectFilled(place.min, place.max, theme.raised, theme.px(4));
  if (picked)
    draw.AddRectFilled({place.min.x - theme.px(6), place.min.y}, {place.min.x - theme.px(3), place.max.y},
                       theme.accent);
  const Line line = i < rows ? line_of_operation(detail.table.rows[i], roofline, report.time->step)
                             : line_of_exchange(detail.exchanges[i - rows], report);
  const std::array<Rect, operation_column_count> places = places_of(theme, place);
  for (std::size_t c = 0; c < columns.size(); ++c)
    draw_cell(frame, places[c], c, TextRole::secondary,
              c == 0 || c == static_cast<std::size_t>(OperationColumn::in_step) ? theme.text : theme.dim,
              line.cells[c]);
  if (!hovered) return false;
  if (i < rows && ImGui::IsItemClicked(ImGuiMouseButton_Left))
    pick_operation(frame.selection, detail.table.rows[i].which());
  if (i >= rows)
    show_tip(frame, explain_exchange(detail.exchanges[i - rows], report));
  else if (roofline)
    show_tip(frame, explain_operation(detail.table.rows[i], *roofline, report.time->step));
  return true;
}

/// Whose operations are shown, at the right end of the title; returns how much of it the switches take.
float stage_switches(StepState& state, const ViewFrame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const auto stages = static_cast<std::int32_t>(report.time->stages.size());
  const float end = card.max.x - theme.px(design::card_padding);
  if (stages < 2) return 0;
  const float y = card.min.y + theme.px(6);
  const Rect line{{card.min.x, y}, {end, y + theme.px(24)}};
  const std::int32_t stage = selected_stage(frame.selection, report.time->stages.size(), report.time->critical_rank);
  bool all = false, on = false, back = false;
  const bool mean = state.arranged.all_stages;
  float x =
      word_switch(frame, line, end,
                  {"step.stages.all", "all stages", "What a GPU runs on the mean of all pipeline stages.", mean}, all);
  x = word_switch(frame, line, x, {"step.stage.next", "→", "The next stage.", false, stage + 1 < stages}, on);
  x = word_switch(frame, line, x, {"step.stage.previous", "←", "The stage before.", false, stage > 0}, back);
  if (all) state.arranged.all_stages = !mean;
  if (on || back) {
    state.arranged.all_stages = false;
    show_stage(frame.selection, stage + (on ? 1 : -1));
  }
  return end - x + theme.px(12);
}

/// Frame and title of the card; returns its body.
Rect titled_card(StepState& state, const ViewFrame& frame, const Rect& card, const Report& report) {
  const Plan& plan = report.scenario.plan;
  const std::optional<std::int32_t> rank = shown_rank(state, frame);
  const std::string name = rank ? "Operations of stage " + std::to_string(*rank) : "Operations, mean of all stages";
  const std::string split = "shapes after tp " + std::to_string(plan.tp) + ", cp " + std::to_string(plan.cp) + ", ep " +
                            std::to_string(plan.ep);
  const bool paces = rank == report.time->critical_rank && report.time->stages.size() > 1;
  const std::array<std::string, 4> subtitles = {
      (paces ? "the one with most to do; " : "") + split + "; a click on a heading sorts",
      (paces ? "the one with most to do; " : "") + split, split, ""};
  return plain_card(frame, card, name, subtitles, SubtitleAt::title, stage_switches(state, frame, card, report));
}

}  // namespace

std::vector<std::size_t> sorted_lines(const RankDetail& detail, LineOrder wanted,
                                      const std::optional<Roofline>& roofline, const Report& report) {
  const std::size_t rows = detail.table.rows.size();
  std::vector<std::size_t> order(rows + detail.exchanges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto value = [&](std::size_t i) {
    return i < rows ? sort_value(detail.table.rows[i], wanted.by, roofline)
                    : sort_value(detail.exchanges[i - rows], wanted.by, report);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (!wanted.ascending) std::swap(a, b);
    if (wanted.by == OperationColumn::name) return sort_name(detail, a) < sort_name(detail, b);
    return value(a) < value(b);
  });
  return order;
}

void operations_card(StepState& state, const ViewFrame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const RankDetail& detail = *state.rank;
  const Rect body = titled_card(state, frame, card, report);
  const float line = theme.snapped_px(22), bar = theme.px(12);
  heading(state, frame, {body.min, {body.max.x - bar, body.min.y + line}});
  ImGui::GetWindowDrawList()->AddLine({body.min.x, body.min.y + line}, {body.max.x, body.min.y + line}, theme.line);
  ImGui::SetCursorScreenPos({body.min.x, body.min.y + line + 1});
  ImGui::BeginChild("operations", {body.width(), std::max(1.0F, body.height() - line - 1)},
                    ImGuiChildFlags_NavFlattened);
  std::optional<std::size_t> pointed;
  const std::vector<std::size_t>& order = order_of(state, report);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(order.size()) + 1, line);
  while (clipper.Step())
    for (int n = clipper.DisplayStart; n < clipper.DisplayEnd; ++n) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const Rect place{at, {body.max.x - bar, at.y + line}};
      if (static_cast<std::size_t>(n) < order.size()) {
        const std::size_t i = order[static_cast<std::size_t>(n)];
        if (draw_line(frame, place, i, state) && i < detail.table.rows.size()) pointed = i;
      } else {
        draw_beside(frame, place, report, detail.table.beside);
        ImGui::Dummy({1, line});
      }
    }
  ImGui::EndChild();
  state.arranged.lit = pointed ? pointed : picked_row(detail.table, frame.selection.operation);
}

}  // namespace shardscope
