#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/memory/memory_cards.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/chart/card.h"
#include "render/memory/explain_memory.h"
#include "render/memory/memory_table.h"
#include "render/memory/treemap.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

bool shows_block(const MemoryState& state) {
  return state.arranged.shown == MemoryComponent::activations;
}

std::string detail_of(Bytes bytes, const std::vector<double>& numbers, double divisor = 1) {
  return format_bytes(bytes).text() + "\n" + numbers_in_words(numbers, divisor);
}

std::vector<TreemapItem> treemap_items(const MemoryState& state, const Theme& theme) {
  std::vector<TreemapItem> items;
  const StageDetail& detail = *state.stage;
  const ImU32 color = memory_color(theme, state.arranged.shown);
  if (shows_block(state)) {
    for (const LayerTensor& tensor : state.block->layer)
      items.push_back({name_of(tensor.group()), tensor.name(), detail_of(tensor.bytes, tensor.numbers),
                       tensor.bytes.value, color, !tensor.kept});
    return items;
  }
  for (const LedgerLine& line : detail.ledger)
    if (line.component == state.arranged.shown)
      items.push_back({line.component == MemoryComponent::buffers ? std::string_view("Buffers") : name_of(line.group),
                       line.name, detail_of(line.bytes, line.numbers, line.divisor), line.bytes.value, color, false});
  return items;
}

Explanation explain_item(const MemoryState& state, std::size_t item) {
  const StageDetail& detail = *state.stage;
  if (shows_block(state))
    return item < state.block->layer.size() ? explain_layer_tensor(state.block->layer[item]) : Explanation{};
  for (const LedgerLine& line : detail.ledger)
    if (line.component == state.arranged.shown && item-- == 0) return explain_ledger_line(line);
  return {};
}

/// The operation that reads the tensor, where the treemap shows a block's and one does.
std::optional<BlockOperation> reader_of(const MemoryState& state, std::size_t item) {
  if (!shows_block(state) || !state.block->block || item >= state.block->layer.size()) return std::nullopt;
  const std::optional<OperationName>& reader = state.block->layer[item].read_by;
  return reader ? std::optional(BlockOperation{state.block->block->kind, *reader}) : std::nullopt;
}

/// Of the treemap's items those that the picked operation reads.
std::vector<bool> lit_tensors(const MemoryState& state, const std::optional<BlockOperation>& picked) {
  std::vector<bool> lit;
  if (!picked || !shows_block(state)) return lit;
  for (std::size_t i = 0; i < state.block->layer.size(); ++i) lit.push_back(reader_of(state, i) == picked);
  return lit;
}

/// What becomes of a block's tensors.
struct BlockBytes {
  Bytes kept, again, host;
};
BlockBytes bytes_of(const BlockDetail& detail) {
  BlockBytes bytes;
  for (const LayerTensor& tensor : detail.layer)
    (tensor.kept ? bytes.kept : tensor.fate == TensorFate::offloaded ? bytes.host : bytes.again) += tensor.bytes;
  return bytes;
}

/// "one micro-batch, 533 MB kept, 1.2 GB made again (hatched)".
std::string block_words(const BlockBytes& bytes) {
  std::string words = "one micro-batch, " + format_bytes(bytes.kept).text() + " kept";
  if (bytes.again.value > 0) words += ", " + format_bytes(bytes.again).text() + " made again (hatched)";
  if (bytes.host.value > 0) words += ", " + format_bytes(bytes.host).text() + " on the host (hatched)";
  return words;
}

/// The sum of its tensors, as the treemap below has them.
Explanation explain_block(const BlockDetail& detail) {
  const BlockBytes bytes = bytes_of(detail);
  Explanation words{(detail.block ? name_of(*detail.block) : "A block") + ", of one micro-batch",
                    format_bytes(bytes.kept).text(),
                    {},
                    {}};
  std::string sum;
  for (const LayerTensor& tensor : detail.layer)
    if (tensor.kept) sum += (sum.empty() ? "kept: " : " + ") + format_bytes(tensor.bytes).text();
  words.lines.push_back(sum.empty() ? "kept: nothing" : sum);
  if (bytes.again.value > 0)
    words.lines.push_back("made again in the backward pass: " + format_bytes(bytes.again).text());
  if (bytes.host.value > 0) words.lines.push_back("sent to the host meanwhile: " + format_bytes(bytes.host).text());
  words.source = "tensor by tensor below, each with its shape and its formula";
  return words;
}

/// "dense layer" of 3, as the picker names it.
std::string choice_words(const StageBlocks& blocks) {
  const bool layer = blocks.kind != BlockKind::embedding && blocks.kind != BlockKind::head;
  return layer ? name_of(blocks) + " × " + fixed(blocks.count, blocks.count == std::round(blocks.count) ? 0 : 1)
               : name_of(blocks);
}

/// How many of such there are on the stage, and that a click takes one apart.
Explanation explain_blocks(const StageBlocks& blocks) {
  return {
      choice_words(blocks), "", {"How many of such layers this stage has, by the plan's division into stages."}, {}};
}

float choice_width(const Theme& theme, const StageBlocks& blocks) {
  return text_width(theme, TextRole::secondary, choice_words(blocks)) + theme.px(14);
}

/// What the stage has, as words on the first line of the card's body; the picked one stands out.
void block_choices(MemoryState& state, const ViewFrame& frame, const Rect& row) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float x = row.min.x - theme.px(7);
  const std::vector<StageBlocks>& blocks = state.stage->blocks;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const float width = choice_width(theme, blocks[i]);
    if (x + width > row.max.x + theme.px(7)) return;
    const Rect box{{x, row.min.y}, {x + width, row.max.y}};
    const std::string name = "memory.block." + std::to_string(i);
    const HitArea under = hit_button(frame, name.c_str(), box);
    if (under.pressed) state.arranged.block = blocks[i];
    if (under.pointed) show_tip(frame, explain_blocks(blocks[i]));
    const bool on = blocks[i] == state.block->block;
    if (on || under.hovered) draw.AddRectFilled(box.min, box.max, theme.raised, theme.px(4));
    draw_text_centered(draw, theme, TextRole::secondary, {box.center().x, text_top(theme, TextRole::secondary, box)},
                       on ? theme.text : theme.dim, choice_words(blocks[i]));
    x += width;
  }
}

TitleTerm term_of(MemoryComponent component) {
  switch (component) {
    case MemoryComponent::weights:
      return TitleTerm::weights;
    case MemoryComponent::gradients:
      return TitleTerm::gradients;
    case MemoryComponent::optimizer:
      return TitleTerm::optimizer_state;
    case MemoryComponent::buffers:
      return TitleTerm::buffers;
    case MemoryComponent::activations:
      break;
  }
  return TitleTerm::activations;
}

}  // namespace

void show_in_treemap(MemoryState& state, const Scenario& shown, const LedgerLine& line) {
  MemoryArrangement& view = state.arranged;
  const StageDetail& detail = *state.stage;
  view.shown = line.component;
  view.tensor.reset();
  if (line.component != MemoryComponent::activations) {
    std::size_t item = 0;
    for (const LedgerLine& other : detail.ledger) {
      if (&other == &line) view.tensor = item;
      item += other.component == line.component ? 1 : 0;
    }
    return;
  }
  for (const StageBlocks& blocks : detail.blocks) {
    const std::vector<LayerTensor> tensors = tensors_of(shown, blocks);
    for (std::size_t i = 0; i < tensors.size(); ++i)
      if (line.tensor && tensors[i].tensor == line.tensor && !view.tensor) view.block = blocks, view.tensor = i;
  }
}

void tensors_card(MemoryState& state, const ViewFrame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const StageDetail& detail = *state.stage;
  const bool block = shows_block(state);
  const StageMemory& stage = report.memory.stages[static_cast<std::size_t>(detail.stage)];
  const std::string title = block ? "Activations of one block, tensor by tensor"
                                  : std::string(memory_label(report, state.arranged.shown)) + ", tensor by tensor";
  const std::string subtitle =
      block ? block_words(bytes_of(*state.block))
            : format_bytes(stage.component(state.arranged.shown)).text() + " on this GPU, all of it";
  Rect body = plain_card(frame, card, {title, term_of(state.arranged.shown)}, subtitle);
  if (subtitle_pointed(frame, "memory.tensors.subtitle", card, title)) {
    if (block)
      show_tip(frame, explain_block(*state.block));
    else
      explain_held(frame, {detail.stage, state.arranged.shown, {}});
  }
  if (block && !detail.blocks.empty()) {
    const float height = theme.px(24);
    block_choices(state, frame, {body.min, {body.max.x, body.min.y + height}});
    body.min.y += height + theme.px(4);
  }
  const std::vector<TreemapItem> items = treemap_items(state, theme);
  if (items.empty()) return say_in_body(frame, body, "This stage holds none.");
  const bool hovered = chart_area(frame, "memory.tensors", body);
  const TreemapView view{pointer_if(hovered), state.arranged.tensor, lit_tensors(state, frame.selection.operation)};
  const auto item = draw_treemap(*ImGui::GetWindowDrawList(), theme, body, items, view);
  if (!hovered || !item) return;
  show_tip(frame, explain_item(state, *item));
  if (!ImGui::IsItemClicked(ImGuiMouseButton_Left)) return;
  state.arranged.tensor = state.arranged.tensor == item ? std::nullopt : item;
  const std::optional<BlockOperation> reader = reader_of(state, *item);
  frame.selection.operation = state.arranged.tensor ? reader : std::nullopt;
}

}  // namespace shardscope
