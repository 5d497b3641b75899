#include "render/memory/memory_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/memory/held_parameters.h"
#include "core/memory/state.h"
#include "render/chart/chart.h"
#include "render/memory/explain_memory.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1; shares of the table's width.
constexpr float component_height = 30, line_padding = 3, swatch = 11, indent = 32, share_width = 48, amount_width = 62;
constexpr float shape_at = 0.46F;
constexpr float columns_from = 980;       // a table this wide has a column for each thing to say of a tensor
constexpr float shape_column_from = 430;  // one less wide has shapes below the names
constexpr float column_gap = 10;

std::string three_digits(Bytes bytes) {
  return gigabytes(bytes, std::abs(bytes.value) >= 99.95e9 ? 1 : 2);
}

std::string title_of(const LedgerLine& line) {
  return std::string(line.name) + (line.role.empty() ? "" : ", " + std::string(line.role));
}

/// "Gradients, fp32", "Adam and master copy, over 128 GPUs".
std::string component_words(const Report& report, MemoryComponent component) {
  const Scenario& scenario = report.scenario;
  const Plan& plan = scenario.plan;
  const BytesPerParameter bytes = bytes_per_parameter(scenario.model, plan, scenario.software);
  const auto group = static_cast<std::int64_t>(shard_groups(plan).dense);
  const bool shared = zero_of(plan) >= zero_stage_of(component) && group > 1;
  const std::string over = shared ? ", over " + grouped(group) + " GPUs" : "";
  switch (component) {
    case MemoryComponent::weights:
      return "Weights, " + std::string(words_of(shards_weights(plan) ? bytes.shard : bytes.weight)) + over;
    case MemoryComponent::gradients:
      return "Gradients, " + std::string(json_name(gradient_dtype_of(plan))) + over;
    case MemoryComponent::optimizer:
      return std::string(memory_label(report, component)) + (bytes.master.bytes > 0 ? " and master copy" : "") + over;
    case MemoryComponent::activations:
    case MemoryComponent::buffers:
      break;
  }
  return std::string(memory_label(report, component));
}

void draw_component(ImDrawList& draw, const Theme& theme, const Rect& place, const Report& report, Bytes total,
                    Bytes bytes, MemoryComponent component, const MemoryTableState& state) {
  draw.AddRectFilled({place.min.x, place.min.y}, {place.max.x, place.min.y + std::max(1.0F, theme.px(1))}, theme.line);
  const float middle = place.center().y, text = text_height(theme, TextRole::strong);
  const float size = theme.snapped_px(swatch);
  const ImVec2 corner{place.min.x, std::round(middle - size / 2)};
  draw_bar(draw, {corner, {corner.x + size, corner.y + size}}, memory_color(theme, component),
           theme.px(design::bar_radius));
  draw_fold_mark(draw, theme, {place.min.x + theme.px(22), middle}, 3.5F, state.open, theme.dim);
  const float y = middle - text / 2;
  const float right = place.max.x - theme.px(share_width);
  const float label_at = place.min.x + theme.px(indent);
  const float room = right - text_width(theme, TextRole::strong, three_digits(bytes)) - theme.px(column_gap) - label_at;
  draw_text(draw, theme, TextRole::strong, {label_at, y}, theme.text,
            whole_clauses(theme, TextRole::strong, component_words(report, component), room));
  draw_text_right(draw, theme, TextRole::strong, {right, y}, theme.text, three_digits(bytes));
  const double share = total.value > 0 ? bytes / total : 0;
  draw_text_right(draw, theme, TextRole::secondary, {place.max.x, y + theme.px(1)}, theme.dim,
                  format_percent_to(share, 0).text());
}

std::string numbers_and_dtype(const LedgerLine& line) {
  const std::string numbers = numbers_in_words(line.numbers, line.divisor);
  const std::string_view dtype = words_of(line.value);
  return numbers + (numbers.empty() || dtype.empty() ? "" : " ") + std::string(dtype);
}

/// The first of the words, which may go on below, and as many more as fit whole beside them.
std::string whole_words(const Theme& theme, std::span<const std::string_view> words, float width) {
  std::string line;
  for (const std::string_view next : words) {
    if (next.empty()) continue;
    const std::string longer = line + (line.empty() ? "" : "; ") + std::string(next);
    if (!line.empty() && text_width(theme, TextRole::secondary, longer) > width) break;
    line = longer;
  }
  return line;
}

/// Words of a tensor that stand below each other, each in as many lines as it takes.
struct TextBlock {
  float left = 0, width = 0;  // in pixels, from the table's left
  std::string bright, dim;    // the second below the first
};

/// Name, shape in symbols and in numbers, dtype, formula, source: a column each.
std::vector<TextBlock> columns_of(const Theme& theme, float amount, const LedgerLine& line) {
  constexpr std::array<float, 6> shares = {0.17F, 0.15F, 0.18F, 0.08F, 0.14F, 0.28F};
  const std::array<std::string, 6> texts = {title_of(line),
                                            shape_words(line),
                                            numbers_in_words(line.numbers, line.divisor),
                                            std::string(words_of(line.value)),
                                            line.formula,
                                            std::string(line.source)};
  std::vector<TextBlock> blocks;
  float x = theme.px(indent);
  const float room = amount - x;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    TextBlock block{x, room * shares[i] - theme.px(column_gap), {}, {}};
    (i == 0 ? block.bright : block.dim) = texts[i];
    blocks.push_back(std::move(block));
    x += room * shares[i];
  }
  return blocks;
}

/// Name over formula and source; beside it numbers over symbols, or below it where there is little room.
std::vector<TextBlock> text_blocks(const Theme& theme, float width, const LedgerLine& line) {
  const float right = width - theme.px(share_width), amount = right - theme.px(amount_width), name = theme.px(indent);
  if (width >= theme.px(columns_from)) return columns_of(theme, amount, line);
  const std::string numbers = numbers_and_dtype(line), symbols = shape_words(line);
  if (width < theme.px(shape_column_from) || symbols.empty()) {
    const std::array<std::string_view, 4> words = {numbers, symbols, line.formula, line.source};
    return {{name, amount - name, title_of(line), whole_words(theme, words, amount - name)}};
  }
  const float shape = width * shape_at, column = shape - name - theme.px(column_gap);
  const std::array<std::string_view, 2> words = {line.formula, line.source};
  return {{name, column, title_of(line), whole_words(theme, words, column)},
          {shape, amount + theme.px(amount_width / 3) - shape, numbers, symbols}};
}

float height_of(const Theme& theme, const TextBlock& block) {
  return wrapped_height(theme, TextRole::secondary, block.bright, block.width) +
         wrapped_height(theme, TextRole::secondary, block.dim, block.width);
}

void draw_line(ImDrawList& draw, const Theme& theme, const Rect& place, const LedgerLine& line) {
  const float top = place.min.y + theme.px(line_padding);
  draw_text_right(draw, theme, TextRole::secondary, {place.max.x - theme.px(share_width), top}, theme.text,
                  three_digits(line.bytes));
  for (const TextBlock& block : text_blocks(theme, place.width(), line)) {
    const float left = place.min.x + block.left;
    const float used =
        draw_wrapped(draw, theme, TextRole::secondary, {left, top}, theme.text, block.bright, block.width);
    draw_wrapped(draw, theme, TextRole::secondary, {left, top + used}, theme.dim, block.dim, block.width);
  }
}

}  // namespace

std::vector<MemoryTableRow> memory_table_rows(const std::vector<LedgerLine>& ledger,
                                              const std::array<bool, memory_component_count>& open) {
  std::vector<MemoryTableRow> rows;
  for (int c = 0; c < memory_component_count; ++c) {
    const auto component = static_cast<MemoryComponent>(c);
    rows.push_back({component, {}});
    if (!open[static_cast<std::size_t>(c)]) continue;
    const std::size_t first = rows.size();
    for (std::size_t i = 0; i < ledger.size(); ++i)
      if (ledger[i].component == component) rows.push_back({component, i});
    std::stable_sort(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(),
                     [&](const MemoryTableRow& a, const MemoryTableRow& b) {
                       return ledger[*a.line].bytes > ledger[*b.line].bytes;
                     });
  }
  return rows;
}

float memory_table_row_height(const Theme& theme, const std::vector<LedgerLine>& ledger, const MemoryTableRow& row,
                              float width) {
  if (!row.line) return theme.snapped_px(component_height);
  float height = 0;
  for (const TextBlock& block : text_blocks(theme, width, ledger[*row.line]))
    height = std::max(height, height_of(theme, block));
  return std::ceil(height + 2 * theme.px(line_padding));
}

void draw_memory_table_row(ImDrawList& draw, const Theme& theme, const Rect& place, const Report& report,
                           std::int32_t stage, const std::vector<LedgerLine>& ledger, const MemoryTableRow& row,
                           const MemoryTableState& state) {
  const float margin = theme.px(4);
  const Rect around{{place.min.x - margin, place.min.y}, {place.max.x + margin, place.max.y}};
  if (state.hovered || state.selected) draw.AddRectFilled(around.min, around.max, theme.raised, theme.px(4));
  if (row.line) return draw_line(draw, theme, place, ledger[*row.line]);
  const StageMemory& memory = report.memory.stages[static_cast<std::size_t>(stage)];
  draw_component(draw, theme, place, report, memory.total, memory.component(row.component), row.component, state);
}

void draw_memory_table_heading(ImDrawList& draw, const Theme& theme, const Rect& place) {
  const float y = place.min.y;
  draw_text(draw, theme, TextRole::secondary, place.min, theme.dim, "component");
  const bool beside = place.width() >= theme.px(shape_column_from) && place.width() < theme.px(columns_from);
  if (beside)
    draw_text(draw, theme, TextRole::secondary, {place.min.x + place.width() * shape_at, y}, theme.dim, "shape");
  draw_text_right(draw, theme, TextRole::secondary, {place.max.x - theme.px(share_width), y}, theme.dim, "GB");
  draw_text_right(draw, theme, TextRole::secondary, {place.max.x, y}, theme.dim, "share");
}

std::string numbers_in_words(const std::vector<double>& numbers, double divisor) {
  if (numbers.empty()) return {};
  std::string words = "[";
  for (const double number : numbers) {
    if (words.size() > 1) words += ", ";
    words += number == std::floor(number) ? fixed(number, 0) : fixed(number, 1);
  }
  words += "]";
  if (divisor <= 0 || divisor == 1) return words;
  return words + "/" + fixed(divisor, divisor == std::floor(divisor) ? 0 : 2);
}

Explanation explain_ledger_line(const LedgerLine& line) {
  Explanation words{title_of(line), format_bytes(line.bytes).text(), {}, std::string(line.source)};
  if (!line.shape.empty()) {
    words.lines.push_back(shape_words(line));
    std::string numbers = numbers_and_dtype(line);
    if (!numbers.empty()) words.lines.push_back(std::move(numbers));
    if (line.count > 0)
      words.lines.push_back(format_count(line.count).text() + " of them, " +
                            format_bytes(line.bytes / line.count).text() + " each");
  }
  if (!line.formula.empty()) words.lines.push_back(line.formula);
  return words;
}

Explanation explain_layer_tensor(const LayerTensor& tensor) {
  Explanation words{std::string(tensor.name()), format_bytes(tensor.bytes).text(), {}, std::string(tensor.source)};
  words.lines.push_back(text_of(tensor.shape));
  words.lines.push_back(numbers_in_words(tensor.numbers) + " " + std::string(words_of(tensor.value)));
  if (tensor.fate == TensorFate::recomputed) words.lines.emplace_back("not kept: made again in the backward pass");
  if (tensor.fate == TensorFate::offloaded) words.lines.emplace_back("on the host until the backward pass");
  if (tensor.fate == TensorFate::gathered_again)
    words.lines.emplace_back("this GPU's slice; gathered again over tp in the backward pass");
  return words;
}

}  // namespace shardscope
