#include <algorithm>
#include <cmath>

#include "core/hardware/operation_time.h"
#include "core/inspect/operation_table.h"
#include "core/lanes/lane_memory.h"
#include "core/lanes/lane_words.h"
#include "core/scenario/software_traits.h"
#include "render/lanes/lanes_chart.h"
#include "render/text/format.h"
#include "render/text/pass_name.h"

namespace shardscope {

namespace {

std::string numbers_words(const Shape& shape, const LetterSizes& sizes) {
  std::string words;
  for (const double number : numbers_of(shape, sizes))
    words += (words.empty() ? "" : " × ") + grouped(std::llround(number));
  return words;
}

/// Shape, FLOPs, bytes and how near the roof: of an operation.
void add_operation(Explanation& words, const Scenario& filled, const LaneBar& bar, const Block& block) {
  const Operation& operation = block.operations[static_cast<std::size_t>(bar.operation)];
  const LetterSizes sizes = letter_sizes(filled.model, filled.plan);
  const bool product = operation.kind == OperationKind::matrix || operation.kind == OperationKind::grouped_matrix;
  words.lines.push_back(std::string(product ? "m, n, k: " : "shape: ") + text_of(operation.shape) + " = " +
                        numbers_words(operation.shape, sizes));
  const std::optional<Roofline> roof = roofline_of(filled);
  if (bar.flops.value > 0) {
    const FlopsPerSecond rate = bar.flops / bar.alone;
    std::string line = format_flops(bar.flops).text() + " at " + format_flops_rate(rate).text();
    if (roof) line += ", " + format_percent(rate / roof->peak_of(operation)).text() + " of the peak";
    words.lines.push_back(line);
  }
  const BytesPerSecond rate = bar.bytes / bar.alone;
  std::string line = format_bytes(bar.bytes).text() + " to and from memory, " + format_bandwidth(rate).text();
  if (roof) line += ", " + format_percent(rate / roof->memory).text() + " of its bandwidth";
  words.lines.push_back(line);
}

/// The tensors that it reads and that stay for its backward pass.
void add_saved(Explanation& words, const Plan& plan, const LaneBar& bar, const LayerLanes& layer) {
  std::string saved;
  for (const SavedTensor& tensor : layer.block.saved) {
    if (tensor.read_by != static_cast<std::size_t>(bar.operation) || !is_kept(tensor, layer, plan)) continue;
    saved += (saved.empty() ? "" : ", ") + std::string(entry_of(tensor.name).words) + " " +
             format_bytes(tensor.bytes()).text();
  }
  if (!saved.empty()) words.lines.push_back("kept for its backward pass: " + saved);
}

/// What the bar waits for, and how long it takes with what runs beside it.
void add_times(Explanation& words, const LaneBar& bar, const LayerLanes& layer) {
  const Seconds taken{bar.end - bar.start};
  if (taken > bar.alone * 1.005)
    words.lines.push_back(format_seconds(bar.alone).text() + " by itself; the rest it loses to launches and to what " +
                          "runs beside it");
  if (bar.elsewhere.value > 0)
    words.lines.push_back(format_seconds(bar.elsewhere).text() + " more of it run beside another micro-batch's pass");
  if (bar.waits_for >= 0)
    words.lines.push_back("starts after " +
                          std::string(name_of(layer.bars[static_cast<std::size_t>(bar.waits_for)], layer.block)));
  std::string next;
  const auto own = static_cast<std::int32_t>(&bar - layer.bars.data());
  for (const LaneBar& other : layer.bars)
    if (other.waits_for == own) next += (next.empty() ? "" : ", ") + std::string(name_of(other, layer.block));
  if (!next.empty()) words.lines.push_back("lets start: " + next);
}

/// Whether the pass waits for it, or by how much it doesn't.
void add_slack(Explanation& words, const PassLanes& pass, double slack, double stretch) {
  words.lines.push_back(pass.is_critical(slack)
                            ? "on the pass's critical path: the pass ends later as soon as this does"
                            : "could end " + format_seconds(Seconds{slack * stretch}).text() +
                                  " later, and the pass as it does");
}

/// "layer 12, forward"
std::string where_words(const PassLanes& pass, const LayerSpan& span) {
  return name_of(span, pass.layers[span.lanes]) + ", " + std::string(name_of_pass(pass.pass).word);
}

void add_traffic(Explanation& words, const Software& software, const PassLanes& pass, const UnitTraffic& unit,
                 double stretch) {
  const bool in = unit.lane == LaneKind::data_in;
  const LaneWork work = in ? LaneWork::gather_of_weights : LaneWork::scatter_of_gradients;
  words.lines.push_back(format_bytes(unit.bytes).text() + " sent by the GPU, " +
                        format_bandwidth(unit.bytes / unit.alone).text());
  const LayerSpan& span = pass.spans[unit.span];
  words.title = std::string(entry_of(work).words) + ", " + where_words(pass, span);
  words.lines.push_back(in ? "before " + name_of(span, pass.layers[span.lanes]) + " runs"
                           : "once the gradients of " + name_of(span, pass.layers[span.lanes]) + " are whole");
  add_slack(words, pass, unit.slack, stretch);
  words.source = traits_of(software).on_pytorch
                     ? "Zhao et al. 2023, \"PyTorch FSDP\", section 3.3"
                     : "Chowdhery et al. 2022, \"PaLM\", section 4; when each sets off is assumed as in PyTorch FSDP";
}

void add_bar(Explanation& words, const Scenario& filled, const LayerSpan& span, const LayerLanes& layer,
             std::size_t place) {
  const LaneBar& bar = layer.bars[place];
  words.title = std::string(name_of(bar, layer.block)) + ", " + name_of(span, layer);
  if (bar.operation >= 0) {
    words.title += ", " + std::string(name_of_pass(bar.phase).word);
    add_operation(words, filled, bar, layer.block);
    add_saved(words, filled.plan, bar, layer);
  } else if (bar.bytes.value > 0) {
    words.lines.push_back(format_bytes(bar.bytes).text() + " sent by the GPU, " +
                          format_bandwidth(bar.bytes / bar.alone).text());
  }
  add_times(words, bar, layer);
}

/// A layer, or what of a row is too thin to be told apart.
void add_together(Explanation& words, const PassLanes& pass, const LanesHover& hover) {
  const bool layers = hover.row.kind == LaneRowKind::layers, one = hover.piece.span >= 0;
  const LayerSpan* span = one ? &pass.spans[static_cast<std::size_t>(hover.piece.span)] : nullptr;
  const std::string where = one ? where_words(pass, *span) : std::string(name_of_pass(pass.pass).word);
  words.title = layers && one ? where : std::string(lane_row_words(hover.row)) + ", " + where;
  if (layers && one && pass.layers[span->lanes].redone)
    words.lines.emplace_back("its forward runs again in the backward pass");
  if (hover.piece.share < 1) words.lines.push_back(format_percent(hover.piece.share).text() + " of this time");
}

}  // namespace

std::string peak_words(const RankLanes& lanes, const PeakOperation& peak) {
  const PassLanes& pass = lanes.passes[lanes.places[peak.place].lanes];
  std::string words = format_bytes(peak.held).text() + " at most";
  if (peak.span < 0) return words + ", " + std::string(name_of_pass(pass.pass).word);
  const LayerSpan& span = pass.spans[static_cast<std::size_t>(peak.span)];
  const LayerLanes& layer = pass.layers[span.lanes];
  if (peak.bar < 0)
    return words + ", as the " + std::string(name_of_pass(pass.pass).word) + " begins, " + name_of(span, layer);
  words += ", as " + std::string(name_of(layer.bars[static_cast<std::size_t>(peak.bar)], layer.block)) + " begins";
  return words + ", " + where_words(pass, span);
}

Explanation explain_lane(const Scenario& filled, const RankLanes& lanes, const LanesHover& hover) {
  const LanePiece& piece = hover.piece;
  const PassLanes& pass = lanes.passes[lanes.places[piece.place].lanes];
  const double stretch = lanes.places[piece.place].stretch;
  Explanation words;
  words.value = format_seconds(Seconds{piece.end - piece.start}).text();
  if (piece.traffic >= 0) {
    add_traffic(words, filled.software, pass, pass.traffic[static_cast<std::size_t>(piece.traffic)], stretch);
  } else if (piece.bar >= 0) {
    const LayerSpan& span = pass.spans[static_cast<std::size_t>(piece.span)];
    const LayerLanes& layer = pass.layers[span.lanes];
    add_bar(words, filled, span, layer, static_cast<std::size_t>(piece.bar));
    add_slack(words, pass, span.slack + layer.bars[static_cast<std::size_t>(piece.bar)].slack, stretch);
  } else {
    add_together(words, pass, hover);
  }
  return words;
}

}  // namespace shardscope
