#include "core/inspect/operation_table.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

const OperationRow* row_named(const OperationTable& table, OperationName name, OperationPhase phase) {
  for (const OperationRow& row : table.rows)
    if (row.operation.name == name && row.phase == phase) return &row;
  return nullptr;
}

}  // namespace

TEST_CASE("operations with launches and waits are the compute and recomputation of the critical rank's step") {
  for (const auto& [preset, launch] : all_presets().scenarios)
    for (const RecomputeMode mode : {RecomputeMode::none, RecomputeMode::selective, RecomputeMode::full}) {
      Scenario scenario = preset;
      scenario.plan.recompute = Recompute{mode, {}, {}, RecomputeMethod::block};
      const Report report = evaluate(scenario);
      if (!report.time) continue;
      CAPTURE(preset.preset);
      const OperationTable table = operation_table(report, report.time->critical_rank);
      double sum = table.beside.value, flops = 0;
      for (const OperationRow& row : table.rows) {
        sum += row.in_step().value;
        if (row.phase != OperationPhase::recompute) flops += row.flops.value * row.runs;
      }
      const StepBreakdown& step = report.time->breakdown;
      CHECK(sum == doctest::Approx((step.compute() + step.recompute).value).epsilon(1e-9));
      CHECK(table.beside.value > -1e-9);
      CHECK(flops > 0);
    }
}

TEST_CASE("a product's row has its shape after tp, its FLOPs, and runs once a layer and micro-batch") {
  const Report report = evaluate(gpt3_on(8, 4, 2));
  const OperationTable table = operation_table(report, 0);
  const OperationRow* row = row_named(table, OperationName::q_k_v_projection, OperationPhase::forward);
  REQUIRE(row != nullptr);
  CHECK(row->operation.m == 2048);
  CHECK(row->operation.n == 3 * 12288 / 8);
  CHECK(row->operation.k == 12288);
  CHECK(row->flops.value == 2.0 * 2048 * 4608 * 12288);
  CHECK(row->bytes.value == 2.0 * (2048.0 * 12288 + 12288.0 * 4608 + 2048.0 * 4608));
  CHECK(row->runs == 96 / 4 * 16);
  const OperationRow* weight = row_named(table, OperationName::q_k_v_projection, OperationPhase::weight_gradient);
  REQUIRE(weight != nullptr);
  CHECK(weight->flops.value == row->flops.value);
  CHECK(weight->bytes.value - row->bytes.value == 6.0 * 12288 * 4608 - 2.0 * 2048 * 4608 + 2.0 * 2048 * 4608);
}

TEST_CASE("no operation beats the roof: neither the peak of its precision nor the memory") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    const Report report = evaluate(preset);
    const std::optional<Roofline> roofline = roofline_of(report.scenario);
    if (!report.time || !roofline) continue;
    CAPTURE(preset.preset);
    for (const OperationRow& row : operation_table(report, report.time->critical_rank).rows) {
      CAPTURE(name_of(row.operation.name));
      CHECK(row.flop_rate().value <= roofline->peak_of(row.operation).value);
      CHECK(row.byte_rate().value <= roofline->memory.value);
    }
  }
}

TEST_CASE("attention moves its queries, keys, values and output, and is far to the right of the roof's knee") {
  const Report report = evaluate(gpt3_on(8, 1, 1));
  const OperationTable table = operation_table(report, 0);
  const OperationRow* row = row_named(table, OperationName::attention, OperationPhase::forward);
  REQUIRE(row != nullptr);
  CHECK(row->bytes.value == 4 * 2.0 * 2048 * 12288 / 8);
  CHECK(row->intensity() == doctest::Approx(2048.0 / 4));  // 2·s²·h FLOPs (causal half) over 8·s·h bytes, by tp
}

TEST_CASE("where nothing is learnt there are forward passes alone") {
  Scenario scenario = gpt3_on(8, 4, 2);
  scenario.plan.schedule = ScheduleKind::forward_only;
  const Report report = evaluate(scenario);
  REQUIRE(report.time);
  const OperationTable table = operation_table(report, report.time->critical_rank);
  double sum = table.beside.value;
  for (const OperationRow& row : table.rows) {
    CHECK(row.phase == OperationPhase::forward);
    sum += row.in_step().value;
  }
  CHECK(sum == doctest::Approx(report.time->breakdown.compute().value).epsilon(1e-9));
}

TEST_CASE("the longest operation comes first, and a rank that isn't there has none") {
  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  const OperationTable table = operation_table(report, 3);
  REQUIRE(table.rows.size() > 10);
  for (std::size_t i = 1; i < table.rows.size(); ++i) CHECK(table.rows[i - 1].in_step() >= table.rows[i].in_step());
  CHECK(operation_table(report, -1).rows.empty());
  CHECK(operation_table(report, 15).rows.empty());
}

TEST_CASE("the mean of all ranks is their sum over their number, and each stage's blocks are its own") {
  const Report report = evaluate(preset_scenario("deepseek-v3-2048-h800"));
  const auto kernels = [](const OperationTable& table) {
    double sum = table.beside.value;
    for (const OperationRow& row : table.rows) sum += row.in_step().value;
    return sum;
  };
  double all = 0;
  const auto ranks = static_cast<std::int32_t>(report.time->stages.size());
  for (std::int32_t rank = 0; rank < ranks; ++rank) all += kernels(operation_table(report, rank));
  CHECK(kernels(operation_table(report, std::nullopt)) == doctest::Approx(all / ranks));
  const auto has = [&](std::int32_t rank, BlockKind kind) {
    const OperationTable table = operation_table(report, rank);
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [&](const OperationRow& row) { return row.block == kind; });
  };
  CHECK(has(0, BlockKind::embedding));
  CHECK(has(0, BlockKind::dense_layer));
  CHECK_FALSE(has(5, BlockKind::dense_layer));
  CHECK(has(5, BlockKind::moe_layer));
  CHECK(name_of(BlockKind::moe_layer) == "MoE");
}

TEST_CASE("the critical rank exchanges what the report says; another as much as its own layers ask for") {
  const Report report = evaluate(preset_scenario("deepseek-v3-2048-h800"));
  const std::int32_t critical = report.time->critical_rank;
  const std::vector<Communication> own = exchanges_of(report, operation_table(report, critical), critical);
  REQUIRE(own.size() == report.communication.size());
  const auto expert = [](const std::vector<Communication>& rows) -> const Communication& {
    const auto row = std::find_if(rows.begin(), rows.end(), [](const auto& r) { return r.kind == GroupKind::ep; });
    REQUIRE(row != rows.end());
    return *row;
  };
  CHECK(expert(own).exposed == report.time->breakdown.ep_comm);
  const std::int32_t middle = 5;
  REQUIRE(middle != critical);
  const std::vector<Communication> other = exchanges_of(report, operation_table(report, middle), middle);
  CHECK(expert(other).bytes_per_gpu_per_step ==
        report.time->sent[static_cast<std::size_t>(middle)][static_cast<std::size_t>(GroupKind::ep)].sent);
  CHECK(expert(other).time / expert(own).time ==
        doctest::Approx(expert(other).bytes_per_gpu_per_step / expert(own).bytes_per_gpu_per_step));
  CHECK(exchanges_of(report, {}, 99).empty());
}
