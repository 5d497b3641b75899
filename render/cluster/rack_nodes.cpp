#include "render/cluster/rack_nodes.h"

#include <algorithm>
#include <array>

#include "render/cluster/grid/rack_words.h"
#include "render/cluster/level_words.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float gpu_width_min = 30, node_height_min = 44;
constexpr float title_height = 20, title_from_height = 66, title_from_width = 150;
constexpr float round_from_height = 72;  // lower GPUs are many, and round corners are most of what they cost
constexpr float bands_from = 1.7F, stage_from = 3.4F;  // lines of words in a GPU's height
constexpr float link_height = 6, link_words_height = 25, link_words_from = 100;

struct NodeParts {
  Rect box, gpus, link;
  bool titled = false, link_words = false;
};

NodeParts parts_of(const Theme& theme, const Rect& around) {
  NodeParts parts;
  const float margin = std::min(theme.px(4), around.height() * 0.05F);
  parts.box = {{around.min.x + margin / 2, around.min.y + margin / 2},
               {around.max.x - margin / 2, around.max.y - margin / 2}};
  const float height = parts.box.height(), width = parts.box.width();
  parts.titled = height >= theme.px(title_from_height) && width >= theme.px(title_from_width);
  parts.link_words = height >= theme.px(link_words_from) && width >= theme.px(title_from_width);
  const float top = parts.titled ? theme.px(title_height) : margin;
  const float bottom = theme.px(parts.link_words ? link_words_height : link_height);
  parts.gpus = {{parts.box.min.x + margin, parts.box.min.y + top},
                {parts.box.max.x - margin, parts.box.max.y - bottom}};
  parts.link = {{parts.box.min.x + theme.px(6), parts.gpus.max.y}, {parts.box.max.x - theme.px(6), parts.box.max.y}};
  return parts;
}

/// What all ranks of the node have in common.
struct CommonPlace {
  bool stage = false;
  std::string words;  // "stage 4, replica 216", "idle"
};

CommonPlace common_place(const NodeInk& ink, const GpuRange& gpus) {
  const RankMapping& mapping = ink.colors.mapping();
  const std::int64_t first = mapping.rank_on(gpus.first);
  if (first < 0) return {false, mapping.rank_on(gpus.end - 1) < 0 ? "idle" : ""};
  const Coordinates at = mapping.dense.coordinates(first);
  bool stage = true, replica = true;
  for (std::int64_t gpu = gpus.first; gpu < gpus.end; ++gpu) {
    const std::int64_t rank = mapping.rank_on(gpu);
    if (rank < 0) return {};
    const Coordinates other = mapping.dense.coordinates(rank);
    stage = stage && other[index_of(GroupKind::pp)] == at[index_of(GroupKind::pp)];
    replica = replica && other[index_of(GroupKind::dp)] == at[index_of(GroupKind::dp)];
  }
  std::string words = stage ? "stage " + grouped(at[index_of(GroupKind::pp)]) : "";
  if (replica) words += (words.empty() ? "replica " : ", replica ") + grouped(at[index_of(GroupKind::dp)]);
  return {stage, std::move(words)};
}

/// The scale-up link under the GPUs: how much of its length is lit is how busy it is, whatever kind of traffic makes it
/// so.
void draw_link(const NodeInk& ink, const NodeParts& parts) {
  const Theme& theme = ink.theme;
  const Report& report = ink.colors.report();
  const LevelLoad* load = nullptr;
  for (const LevelLoad& each : report.network)
    if (each.level == LevelKind::domain || (each.level == LevelKind::node && load == nullptr)) load = &each;
  if (load == nullptr) return;
  const float y = parts.link.min.y + theme.px(2), thick = theme.px(2);
  const float lit = parts.link.width() * static_cast<float>(std::clamp(load->load, 0.0, 1.0));
  ink.draw.AddRectFilled({parts.link.min.x, y}, {parts.link.max.x, y + thick}, with_alpha(theme.dim, 0.25F));
  ink.draw.AddRectFilled({parts.link.min.x, y}, {parts.link.min.x + lit, y + thick}, theme.dim);
  if (!parts.link_words) return;
  const std::string rate = format_bandwidth(load->capacity).text() + " per direction";
  const std::array<std::string, 3> words = {
      "scale-up link " + rate + ": " + format_percent(load->load).text() + " of the step busy",
      rate + ": " + format_percent(load->load).text() + " busy", format_percent(load->load).text()};
  draw_text(ink.draw, theme, TextRole::secondary, {parts.link.min.x, y + thick + theme.px(1)}, theme.dim,
            first_fitting(theme, TextRole::secondary, words, parts.link.width()));
}

/// Lines of a large cell's words.
void write_lines(const NodeInk& ink, const Rect& cell, std::int64_t gpu, std::int64_t stage) {
  const Theme& theme = ink.theme;
  const Report& report = ink.colors.report();
  const RankMapping& mapping = ink.colors.mapping();
  const Coordinates at = mapping.dense.coordinates(mapping.rank_on(gpu));
  const float line = text_height(theme, TextRole::secondary) + theme.px(2);
  float y = cell.min.y + theme.px(26);
  const auto write = [&](const std::string& words, ImU32 color) {
    if (words.empty() || y + line > cell.max.y) return;
    draw_fitted(ink.draw, theme, TextRole::secondary, {cell.min.x, y}, color, cell.width(), words);
    y += line;
  };
  write("stage " + grouped(stage), theme.text);
  if (const std::string layers = layers_words(report, stage); !layers.empty() && y + 2 * line <= cell.max.y)
    y += draw_wrapped(ink.draw, theme, TextRole::secondary, {cell.min.x, y}, theme.dim, layers, cell.width()) +
         theme.px(2);
  write("tensor " + grouped(at[index_of(GroupKind::tp)]), theme.dim);
  write("replica " + grouped(at[index_of(GroupKind::dp)]), theme.dim);
  const auto s = static_cast<std::size_t>(stage);
  if (s < report.memory.stages.size()) write(format_bytes(report.memory.stages[s].total).text() + " held", theme.text);
  if (!report.time || s >= report.time->sent.size()) return;
  y += theme.px(4);
  for (std::size_t k = 0; k < group_kinds; ++k) {
    const auto kind = static_cast<GroupKind>(k);
    const Bytes bytes = report.time->sent[s][k].sent;
    if (!(bytes.value > 0) || y + line > cell.max.y) continue;
    ink.draw.AddRectFilled({cell.min.x, y + theme.px(4)}, {cell.min.x + theme.px(8), y + theme.px(12)},
                           communication_color(theme, kind), theme.px(2));
    draw_fitted(ink.draw, theme, TextRole::secondary, {cell.min.x + theme.px(12), y}, theme.dim,
                cell.width() - theme.px(12), std::string(group_short(kind)) + " " + format_bytes(bytes).text());
    y += line;
  }
}

/// The stage's memory as an upright bar, part by part.
void draw_memory_bar(const NodeInk& ink, const Rect& bar, const StageMemory& stage, Bytes capacity) {
  const Theme& theme = ink.theme;
  ink.draw.AddRectFilled(bar.min, bar.max, theme.bg, theme.px(2));
  const double whole = std::max(capacity.value, stage.total.value);
  if (!(whole > 0)) return;
  float bottom = bar.max.y;
  for (std::size_t c = 0; c < memory_component_count; ++c) {
    const auto component = static_cast<MemoryComponent>(c);
    const float height = bar.height() * static_cast<float>(stage.component(component).value / whole);
    if (height >= 0.5F)
      ink.draw.AddRectFilled({bar.min.x, bottom - height}, {bar.max.x, bottom}, memory_color(theme, component));
    bottom -= height;
  }
  const float limit = bar.max.y - bar.height() * static_cast<float>(capacity.value / whole);
  ink.draw.AddLine({bar.min.x - theme.px(2), limit}, {bar.max.x + theme.px(2), limit}, theme.text, theme.px(1));
}

void draw_large_gpu(const NodeInk& ink, const Rect& cell, std::int64_t gpu, std::int64_t stage, ImU32 color) {
  const Theme& theme = ink.theme;
  const Report& report = ink.colors.report();
  ink.draw.AddRectFilled(cell.min, cell.max, theme.raised, theme.px(3));
  ink.draw.AddRectFilled(cell.min, {cell.max.x, cell.min.y + theme.px(22)}, color, theme.px(3),
                         ImDrawFlags_RoundCornersTop);
  draw_fitted(ink.draw, theme, TextRole::strong, {cell.min.x + theme.px(7), cell.min.y + theme.px(3)},
              readable_on(color), cell.width() - theme.px(12), grouped(gpu));
  const auto s = static_cast<std::size_t>(stage);
  const bool known = s < report.memory.stages.size();
  if (known)
    draw_memory_bar(
        ink,
        {{cell.min.x + theme.px(7), cell.min.y + theme.px(30)}, {cell.min.x + theme.px(17), cell.max.y - theme.px(8)}},
        report.memory.stages[s], capacity_at(report, gpu));
  write_lines(ink,
              {{cell.min.x + theme.px(known ? 24 : 7), cell.min.y + theme.px(2)},
               {cell.max.x - theme.px(4), cell.max.y - theme.px(4)}},
              gpu, stage);
}

/// Its number above, or where that has no room its place in the node; below that filled as its memory is.
/// `told`: the stage stands in the node's title.
void draw_small_gpu(const NodeInk& ink, const Rect& cell, std::int64_t gpu, std::int64_t stage, ImU32 color,
                    bool failed, bool told) {
  const Theme& theme = ink.theme;
  const MemoryReport& memory = ink.colors.report().memory;
  const auto s = static_cast<std::size_t>(stage);
  const Bytes capacity = capacity_at(ink.colors.report(), gpu);
  const bool known = stage >= 0 && s < memory.stages.size() && capacity.value > 0 && !failed;
  const double share = known ? std::clamp(memory.stages[s].total / capacity, 0.0, 1.0) : stage >= 0 || failed ? 1 : 0;
  const std::array<std::string, 2> numbers = {grouped(gpu), grouped(slot_of(ink.grid, gpu))};
  const std::string number = first_fitting(theme, TextRole::secondary, numbers, cell.width() - theme.px(4));
  const float line = text_height(theme, TextRole::secondary), height = cell.height();
  const bool numbered = !number.empty() && height >= bands_from * line;
  const bool staged = numbered && !told && stage >= 0 && height > stage_from * line && cell.width() > theme.px(52);
  const float band = numbered ? (staged ? 2 : 1) * line + theme.px(1) : 0;
  const Rect bar{{cell.min.x, cell.min.y + band}, cell.max};
  const float top = bar.max.y - bar.height() * static_cast<float>(share);
  const float rounding = height < theme.px(round_from_height) ? 0 : theme.px(3);
  if (numbered)
    ink.draw.AddRectFilled(cell.min, {cell.max.x, bar.min.y}, theme.raised, rounding, ImDrawFlags_RoundCornersTop);
  const ImU32 empty = stage >= 0 ? blend(theme.raised, color, 0.25F) : theme.raised;
  ink.draw.AddRectFilled(bar.min, {bar.max.x, top}, empty);
  ink.draw.AddRectFilled({bar.min.x, top}, bar.max, color, rounding, ImDrawFlags_RoundCornersBottom);
  if (!numbered) return;
  const float x = cell.center().x;
  draw_text_centered(ink.draw, theme, TextRole::secondary, {x, cell.min.y}, stage < 0 ? theme.dim : theme.text, number);
  if (staged)
    draw_text_centered(ink.draw, theme, TextRole::secondary, {x, cell.min.y + line}, theme.dim,
                       "stage " + grouped(stage));
  const std::string word = failed ? "failed" : stage < 0 ? "idle" : "";
  if (bar.height() >= line && cell.width() > text_width(theme, TextRole::secondary, word) + theme.px(4))
    draw_text_centered(ink.draw, theme, TextRole::secondary, {x, bar.center().y - line / 2},
                       failed ? readable_on(color) : theme.dim, word);
}

void draw_gpu(const NodeInk& ink, const Rect& cell, std::int64_t gpu, bool told) {
  const Theme& theme = ink.theme;
  const std::int64_t stage = stage_of_gpu(ink.colors.mapping(), gpu);
  const ImU32 color = ink.tint.tinted(ink.colors, theme, ink.colors.color(ink.colors.key(gpu)), {gpu, gpu + 1}, 1);
  const bool failed = ink.tint.state(ink.colors, gpu) == GpuState::failed;
  if (stage < 0 || cell.width() < theme.px(108) || cell.height() < theme.px(120))
    return draw_small_gpu(ink, cell, gpu, stage, color, failed, told);
  draw_large_gpu(ink, cell, gpu, stage, color);
  if (failed)
    draw_text_right(ink.draw, theme, TextRole::strong, {cell.max.x - theme.px(7), cell.min.y + theme.px(3)},
                    readable_on(color), "failed");
}

}  // namespace

bool node_shows_gpus(const Theme& theme, const NodeRun& node, float width, float height) {
  return width / static_cast<float>(node.columns) >= theme.px(gpu_width_min) &&
         height / static_cast<float>(node.rows) >= theme.px(node_height_min);
}

bool nodes_show_gpus(const Theme& theme, const RackGrid& grid, double zoom) {
  const PlanRect rack = rack_rect(grid, 0);
  const std::vector<NodeRun> runs = node_runs_of(grid);
  return std::all_of(runs.begin(), runs.end(), [&](const NodeRun& node) {
    return node_shows_gpus(theme, node, static_cast<float>(rack.width * zoom),
                           static_cast<float>(rack.height / static_cast<double>(node.nodes) * zoom));
  });
}

Rect node_gpu_rect(const Theme& theme, const NodeRun& node, const Rect& box, std::int64_t slot) {
  const NodeParts parts = parts_of(theme, box);
  const float width = parts.gpus.width() / static_cast<float>(node.columns);
  const float height = parts.gpus.height() / static_cast<float>(node.rows);
  const float gap = std::min(theme.px(3), width * 0.06F);
  const auto column = static_cast<float>(slot % node.columns), row = static_cast<float>(slot / node.columns);
  return {{parts.gpus.min.x + width * column + gap, parts.gpus.min.y + height * row + gap},
          {parts.gpus.min.x + width * (column + 1) - gap, parts.gpus.min.y + height * (row + 1) - gap}};
}

void draw_node_ground(const NodeInk& ink, const Rect& box) {
  const Theme& theme = ink.theme;
  const NodeParts parts = parts_of(theme, box);
  const float rounding = parts.titled ? theme.px(4) : 0;
  ink.draw.AddRectFilled(parts.box.min, parts.box.max, theme.bg, rounding);
  ink.draw.AddRect(parts.box.min, parts.box.max, theme.line, rounding);
}

void draw_node_content(const NodeInk& ink, const Rect& box, std::int64_t node) {
  const Theme& theme = ink.theme;
  const NodeParts parts = parts_of(theme, box);
  const GpuRange gpus = gpus_of_node(ink.grid, node);
  if (gpus.first >= gpus.end) return;
  const CommonPlace common = parts.titled ? common_place(ink, gpus) : CommonPlace{};
  const NodeRun run = nodes_in_rack(ink.grid, rack_of(ink.grid, gpus.first));
  for (std::int64_t gpu = gpus.first; gpu < gpus.end; ++gpu)
    draw_gpu(ink, node_gpu_rect(theme, run, box, gpu - gpus.first), gpu, common.stage);
  draw_link(ink, parts);
  if (!parts.titled) return;
  const float y = parts.box.min.y + theme.px(3), left = parts.box.min.x + theme.px(7);
  const float used = draw_text(ink.draw, theme, TextRole::secondary, {left, y}, theme.text, "node " + grouped(node));
  const float right = parts.box.max.x - theme.px(7);
  if (left + used + theme.px(12) + text_width(theme, TextRole::secondary, common.words) < right)
    draw_text_right(ink.draw, theme, TextRole::secondary, {right, y}, theme.dim, common.words);
}

void draw_node(const NodeInk& ink, const Rect& box, std::int64_t node) {
  draw_node_ground(ink, box);
  draw_node_content(ink, box, node);
}

}  // namespace shardscope
