#include <doctest/doctest.h>

#include <algorithm>

#include "tests/render/lanes/lanes_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

bool has_line(const Explanation& words, std::string_view part) {
  return std::any_of(words.lines.begin(), words.lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

/// The piece of a layer's bar of that name.
LanesHover at_bar(LanesCase& made, OperationName name) {
  const PassPlace& place = made.lanes.places.front();
  const PassLanes& pass = made.lanes.passes[place.lanes];
  const LayerSpan& span = pass.spans[1];
  for (const LaneBar& bar : pass.layers[span.lanes].bars)
    if (bar.operation >= 0 &&
        pass.layers[span.lanes].block.operations[static_cast<std::size_t>(bar.operation)].name == name)
      return hover_at(made, {LaneRowKind::lane, LaneKind::compute}, made.a_layer(),
                      place.moment(pass.moment(span, (bar.start + bar.end) / 2)));
  FAIL("there is no such bar");
  return {};
}

}  // namespace

TEST_CASE("a product says its layer, its shape in letters and numbers, its rate against the peak, and its neighbours") {
  LanesCase made = lanes_case("llama3-8b-1024-h100");
  const Explanation words =
      explain_lane(made.report.scenario, made.lanes, at_bar(made, OperationName::q_k_v_projection));
  CHECK(words.title.starts_with("q k v projection, layer "));
  CHECK(words.title.ends_with("forward"));
  CHECK(has_line(words, "m, n, k: [b·s/cp, (a + 2g)·d/tp, h] = "));
  CHECK(has_line(words, "of the peak"));
  CHECK(has_line(words, "of its bandwidth"));
  CHECK(has_line(words, "starts after"));
  CHECK(has_line(words, "lets start: "));
}

TEST_CASE("an operation says what stays for its backward pass, but nothing that is made again") {
  LanesCase made = lanes_case("llama3-8b-1024-h100");
  const auto words_of = [&](OperationName name) {
    return explain_lane(made.report.scenario, made.lanes, at_bar(made, name));
  };
  CHECK(has_line(words_of(OperationName::q_k_v_projection),
                 "kept for its backward pass: input of the q k v projection "));
  CHECK(has_line(words_of(OperationName::attention), "kept for its backward pass: q "));
  CHECK_FALSE(has_line(words_of(OperationName::residual_after_attention), "kept for its backward pass"));
  made.report.scenario.plan.recompute = Recompute{RecomputeMode::selective, {}, {}, {}};  // core attention
  made.report.scenario.plan.recompute->modules.core_attn = true;
  CHECK_FALSE(has_line(words_of(OperationName::attention), "softmax"));
}

TEST_CASE("a gather says what it sends and before which layer") {
  LanesCase made = lanes_case("llama3-8b-1024-h100");
  if (made.rows.busy[index_of(LaneKind::data_in)] <= 0) return;
  const PassPlace& place = made.lanes.places.front();
  const UnitTraffic& gather = made.lanes.passes[place.lanes].traffic.front();
  const double moment = place.moment((gather.start + gather.end) / 2);
  const LanesHover hover = hover_at(made, {LaneRowKind::lane, LaneKind::data_in}, {place.start, place.end}, moment);
  const Explanation words = explain_lane(made.report.scenario, made.lanes, hover);
  CHECK(words.title.starts_with("all-gather of weights, "));
  CHECK(has_line(words, "sent by the GPU"));
  CHECK(has_line(words, "runs"));
}

TEST_CASE("layers and what many bars come to together have words too") {
  LanesCase made = lanes_case("gpt4-25k-a100");
  const TimeRange whole{0, made.report.timeline->makespan.value};
  for (const LaneRow& row : made.rows.rows) {
    std::vector<LanePiece> pieces;
    pieces_in(made.lanes, made.rows, row, whole, whole.length() / 100, pieces);
    REQUIRE(!pieces.empty());
    const Explanation words = explain_lane(made.report.scenario, made.lanes, {row, pieces.front()});
    CHECK(!words.title.empty());
    CHECK(!words.value.empty());
  }
}

TEST_CASE("what the pass waits for says so, and of the rest by how much it doesn't") {
  LanesCase made = lanes_case("llama3-8b-1024-h100");
  const LanesHover product = at_bar(made, OperationName::q_k_v_projection);
  CHECK(has_line(explain_lane(made.report.scenario, made.lanes, product), "on the pass's critical path"));
  PassLanes& pass = made.lanes.passes[made.lanes.places[product.piece.place].lanes];
  pass.spans[static_cast<std::size_t>(product.piece.span)].slack = 2e-3;
  CHECK(has_line(explain_lane(made.report.scenario, made.lanes, product),
                 "could end 2.0 ms later, and the pass as it does"));
}
