// The matrix page of the grown Cluster view: who talks to whom, from all ranks to single ones.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include "app/cluster/cluster_parts.h"
#include "app/cluster/cluster_work.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/cluster/fabric.h"
#include "render/chart/card.h"
#include "render/cluster/level_words.h"
#include "render/cluster/traffic_chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::int64_t cells_max = 96;
constexpr double ranks_in_view_min = 8;  // of the nearest zoom

std::string ranks_words(const RankRange& ranks) {
  if (ranks.count == 1) return "rank " + grouped(ranks.first);
  return "ranks " + grouped(ranks.first) + " to " + grouped(ranks.first + ranks.count - 1);
}

/// Ranks of a stage where each stage's lie beside each other; else 0.
std::int64_t stage_ranks_of(const RankGrid& grid) {
  const auto pp = static_cast<std::size_t>(GroupKind::pp);
  return grid.degree[pp] > 1 && grid.stride[pp] * grid.degree[pp] == grid.ranks ? grid.stride[pp] : 0;
}

void steer_matrix(ClusterState& state, const Rect& plot, bool hovered, std::int64_t ranks) {
  const ImGuiIO& io = ImGui::GetIO();
  RacksView& view = state.arranged.matrix;
  const double limit = std::max(1.0, static_cast<double>(ranks) / ranks_in_view_min);
  const double x = (io.MousePos.x - plot.min.x) / plot.width(), y = (io.MousePos.y - plot.min.y) / plot.height();
  if (hovered && io.MouseWheel != 0) view = zoom_about(view, x, y, std::pow(1.25, io.MouseWheel), limit);
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4))
    view = pan(view, io.MouseDelta.x / plot.width(), io.MouseDelta.y / plot.height());
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) view = {};
}

constexpr const char *all_in_view = "All that is in view", *bytes_of_step = "bytes of one step";

/// What the matrix goes by: the degrees, and in which order ranks are numbered.
std::vector<std::string> fields_of_ranks() {
  std::vector<std::string> fields;
  for (std::size_t kind = 0; kind < group_kinds; ++kind)
    fields.push_back("plan." + std::string(name_of(static_cast<GroupKind>(kind))));
  fields.emplace_back("plan.rank_order");
  return fields;
}

Explanation explain_ranks(const RankGrid& grid) {
  std::string names, degrees;
  for (const GroupKind kind : grid.order) {
    const std::int64_t degree = grid.degree[index_of(kind)];
    if (degree <= 1) continue;
    names += (names.empty() ? "" : " · ") + std::string(group_short(kind));
    degrees += (degrees.empty() ? "" : " × ") + grouped(degree);
  }
  Explanation words{"Ranks", grouped(grid.ranks), {}, "a definition", {}, fields_of_ranks()};
  if (!names.empty()) words.lines.push_back(names + " = " + degrees + " = " + grouped(grid.ranks));
  words.lines.push_back("one on each GPU at work, numbered in the order " + text_of(grid.order) +
                        ": neighbours differ in the first of them that the plan splits by");
  return words;
}

/// "12.3 GB tensor + 4.5 GB data".
std::string kinds_words(const BytesByKind& bytes) {
  std::string words;
  for (std::size_t kind = 0; kind < group_kinds; ++kind)
    if (bytes[kind].value > 0)
      words += (words.empty() ? "" : " + ") + format_bytes(bytes[kind]).text() + " " +
               std::string(group_name(static_cast<GroupKind>(kind)));
  return words;
}

/// Bytes from some ranks to others, of all kinds or of one.
Explanation explain_bytes(std::string title, const TrafficMatrix& matrix, const RankRange& from, const RankRange& to,
                          Bytes sum, const std::string& how) {
  Explanation words{
      std::move(title),
      sum.value > 0 ? format_bytes(sum).text() : "nothing",
      {"what each of " + ranks_words(from) + " sends to each of " + ranks_words(to) + " in a step, added up"},
      "the bytes of each group's collectives, by whom their algorithm sends to",
      {},
      fields_of_ranks()};
  if (!how.empty()) words.lines.push_back(how);
  if (matrix.senders_of(0).count > ranks_asked_per_row)
    words.lines.push_back("Of a row's ranks " + grouped(ranks_asked_per_row) + " are counted and scaled up.");
  return words;
}

struct KindBytes {
  GroupKind kind = GroupKind::tp;
  Bytes bytes;
};

/// Bars of a sum by kind, with their bytes.
float draw_kinds(const ViewFrame& frame, const Rect& area, const TrafficMatrix& matrix, const BytesByKind& sum) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  std::vector<KindBytes> kinds;
  for (std::size_t k = 0; k < group_kinds; ++k)
    if (sum[k].value > 0) kinds.push_back({static_cast<GroupKind>(k), sum[k]});
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const KindBytes& a, const KindBytes& b) { return a.bytes > b.bytes; });
  float y = area.min.y;
  for (const KindBytes& each : kinds) {
    const Rect row{{area.min.x, y}, {area.max.x, y + theme.px(24)}};
    if (!frame.is_picture && chart_area(frame, "cluster.kind." + std::string(name_of(each.kind)), row))
      show_tip(frame, explain_bytes(std::string(group_name(each.kind)) + " traffic", matrix, matrix.senders,
                                    matrix.receivers, each.bytes, {}));
    const Rect bar{{area.min.x + theme.px(90), y + theme.px(3)}, {area.max.x - theme.px(80), y + theme.px(13)}};
    draw_text(draw, theme, TextRole::body, {area.min.x, y}, theme.text, group_name(each.kind));
    draw_share_bar(draw, theme, bar, each.bytes / kinds.front().bytes, communication_color(theme, each.kind));
    draw_text_right(draw, theme, TextRole::body, {area.max.x, y}, theme.text, format_bytes(each.bytes).text());
    y += theme.px(24);
  }
  return y;
}

Explanation explain_message(GroupKind kind, const std::string& to, Bytes bytes) {
  return {std::string(group_name(kind)) + " traffic " + to,
          format_bytes(bytes).text(),
          {"in a step: of its group's collectives, in all passes of its stage, what their algorithm sends there"},
          "the bytes of each group's collectives, by whom their algorithm sends to",
          {},
          {"plan." + std::string(name_of(kind)), "plan.rank_order", "plan.collective_algorithm"}};
}

/// To whom, in the first words that fit, and how much; returns where the next line begins.
float message_line(const ViewFrame& frame, const Rect& area, GroupKind kind, std::span<const std::string> words,
                   Bytes bytes) {
  const Theme& theme = frame.theme;
  const Rect row{area.min, {area.max.x, area.min.y + theme.px(22)}};
  if (!frame.is_picture && chart_area(frame, "cluster.message." + words.front() + std::string(name_of(kind)), row))
    show_tip(frame, explain_message(kind, words.front(), bytes));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_kind_mark(theme, area.min, kind);
  const float left = area.min.x + theme.px(14), y = area.min.y;
  const float used =
      draw_text_right(draw, theme, TextRole::body, {area.max.x, y}, theme.text, format_bytes(bytes).text());
  draw_text(draw, theme, TextRole::body, {left, y}, theme.dim,
            first_fitting(theme, TextRole::body, words, area.max.x - used - theme.px(8) - left));
  return y + theme.px(22);
}

/// A kind's messages, one for each receiver: the rows of split experts go where the rest of the tensor traffic may go.
std::vector<Message> by_receiver(const std::vector<Message>& messages, GroupKind kind) {
  std::vector<Message> own;
  for (const Message& message : messages) {
    if (message.kind != kind) continue;
    const auto same = std::find_if(own.begin(), own.end(), [&](const Message& m) { return m.to == message.to; });
    if (same == own.end())
      own.push_back(message);
    else
      same->bytes += message.bytes;
  }
  return own;
}

/// All that a rank sends, and where it stands in each group.
Explanation explain_rank(const RankMapping& mapping, std::int64_t rank, const std::vector<Message>& messages) {
  BytesByKind sum{};
  for (const Message& message : messages) sum[index_of(message.kind)] += message.bytes;
  return {"Rank " + grouped(rank) + ", on GPU " + grouped(mapping.gpu_of(rank)),
          format_bytes(total_of(sum)).text(),
          {"sent in a step: " + kinds_words(sum)},
          "the bytes of each group's collectives, in the passes of its stage",
          {},
          fields_of_ranks()};
}

/// What one rank sends to whom, over which level; returns where that ends.
float draw_messages(const ViewFrame& frame, const Rect& area, const Report& report, std::int64_t rank,
                    const std::vector<Message>& messages) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const RankMapping mapping = map_ranks(report.scenario.plan, report.scenario.cluster);
  const Fabric fabric = fabric_of(report.scenario.cluster);
  draw.AddLine(area.min, {area.max.x, area.min.y}, theme.line);
  float y = area.min.y + theme.px(10);
  const std::string title = "Rank " + grouped(rank) + " sends in a step";
  const float used = draw_text(draw, theme, TextRole::strong, {area.min.x, y}, theme.text, title);
  const Rect place{{area.min.x, y}, {area.min.x + used, y + theme.px(22)}};
  if (!frame.is_picture && chart_area(frame, "cluster.rank", place))
    show_tip(frame, explain_rank(mapping, rank, messages));
  y += theme.px(24);
  const auto write = [&](GroupKind kind, std::span<const std::string> words, Bytes bytes) {
    y = message_line(frame, {{area.min.x, y}, area.max}, kind, words, bytes);
  };
  for (std::size_t k = 0; k < group_kinds; ++k) {
    const auto kind = static_cast<GroupKind>(k);
    const std::vector<Message> own = by_receiver(messages, kind);
    Bytes sum;
    for (const Message& message : own) sum += message.bytes;
    if (own.size() > 2) {  // the same to all of the group
      const std::int64_t others = group_of(mapping, kind, rank).size() - 1;
      const std::string each = "to each of " + grouped(others) + " others";
      write(kind,
            std::array{each + " of its " + std::string(group_short(kind)) + " group", each, "to " + grouped(others)},
            sum / static_cast<double>(others));
      continue;
    }
    for (const Message& message : own) {
      const LevelKind level = common_level(fabric, mapping.gpu_of(rank), mapping.gpu_of(message.to)).kind;
      write(kind, std::array{"to rank " + grouped(message.to) + ", " + std::string(level_place(level))}, message.bytes);
    }
  }
  return y;
}

/// What is in view or under the pointer, and how to read it; returns where that ends.
float draw_words(const ViewFrame& frame, const Rect& body, const TrafficMatrix& matrix, const BytesByKind& sum,
                 std::optional<MatrixCell> cell) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float y = body.min.y;
  if (cell) {
    const Bytes total = total_of(matrix.at(cell->row, cell->column));
    draw_text(draw, theme, TextRole::body, {body.min.x, y}, theme.text,
              "to " + ranks_words(matrix.receivers_of(cell->column)));
    draw_text_right(draw, theme, TextRole::strong, {body.max.x, y}, theme.text,
                    total.value > 0 ? format_bytes(total).text() + " per step" : "nothing");
    y += theme.px(28);
  }
  y = draw_kinds(frame, {{body.min.x, y}, body.max}, matrix, cell ? matrix.at(cell->row, cell->column) : sum);
  y += theme.px(14);
  const std::array<std::string, 3> notes = {
      "Senders run down, receivers across. A cell has the colour of most of its bytes; the brighter, the more.",
      "Tensor and context groups lie on the diagonal where they are neighbours. The pipeline stands a stage off it, on "
      "both sides; data-parallel rings go to the next replica.",
      "A ring's bytes go to the next of its group, a hierarchical collective's to its like at each level, all-to-alls' "
      "evenly to all of it. Another order of ranks moves the bands. The wheel zooms to single ranks, dragging pans, a "
      "double click shows all."};
  for (const std::string& note : notes)
    y += draw_wrapped(draw, theme, TextRole::secondary, {body.min.x, y}, theme.dim, note, body.width()) + theme.px(8);
  return y;
}

Explanation explain_cell(const TrafficMatrix& matrix, const MatrixCell& cell) {
  const RankRange from = matrix.senders_of(cell.row), to = matrix.receivers_of(cell.column);
  const BytesByKind& bytes = matrix.at(cell.row, cell.column);
  return explain_bytes("From " + ranks_words(from) + " to " + ranks_words(to), matrix, from, to, total_of(bytes),
                       kinds_words(bytes));
}

/// The pinned GPU's rank; else the first.
std::int64_t rank_told(const ViewFrame& frame, const Report& report) {
  if (!frame.selection.gpu) return 0;
  const RankMapping mapping = map_ranks(report.scenario.plan, report.scenario.cluster);
  return std::max<std::int64_t>(0, mapping.rank_on(*frame.selection.gpu));
}

}  // namespace

void cluster_matrix_page(ClusterState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const Report& report = frame.shown;
  const float gap = theme.snapped_px(design::card_gap);
  const float width = std::floor(std::min((area.width() - gap) * 0.68F, area.height() + theme.px(80)));
  const Rect card{area.min, {area.min.x + width, area.max.y}};
  const RankGrid grid = map_ranks(report.scenario.plan, report.scenario.cluster).dense;
  constexpr std::string_view name = "Who talks to whom";
  const Rect body = view_card(frame, card, ClusterState::info.name, name,
                              grouped(grid.ranks) + " ranks, in the order " + text_of(grid.order));
  if (!frame.is_picture && subtitle_pointed(frame, "cluster.ranks", card, name)) show_tip(frame, explain_ranks(grid));
  const Rect right{{card.max.x + gap, area.min.y}, area.max};
  if (!report.time || report.communication.empty()) {
    say_in_body(frame, body,
                report.time ? "One GPU per group: nothing travels." : "The step is unknown, so its bytes are.");
    (void)draw_words(frame, plain_card(frame, right, all_in_view, bytes_of_step, SubtitleAt::right), {}, {}, {});
    return;
  }
  const Rect plot = traffic_plot(theme, body);
  const bool hovered = chart_area(frame, "cluster.matrix", plot);
  steer_matrix(state, plot, hovered, grid.ranks);
  work_out_matrix(state, report, cells_max);
  const MatrixDetail& detail = *state.matrix;
  const auto cell = draw_traffic(*ImGui::GetWindowDrawList(), theme, body, detail.matrix, state.matrix_picture,
                                 stage_ranks_of(grid), pointer_if(hovered));
  if (cell) frame.tip = explain_cell(detail.matrix, *cell);  // the card beside it says it all; E keeps it
  const std::string title = cell ? "From " + ranks_words(detail.matrix.senders_of(cell->row)) : all_in_view;
  const Rect words = plain_card(frame, right, title, cell ? "" : bytes_of_step, SubtitleAt::right);
  const Rect inside = begin_scroll("traffic", frame, words);
  const float y = draw_words(frame, inside, detail.matrix, detail.sum, cell) + theme.px(12);
  const std::int64_t rank = cell ? detail.matrix.senders_of(cell->row).first : rank_told(frame, report);
  end_scroll(inside, draw_messages(frame, {{inside.min.x, y}, inside.max}, report, rank,
                                   messages_of_rank(state, report, rank)));
}

}  // namespace shardscope
