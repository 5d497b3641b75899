#include "core/memory/activations.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "core/scenario/plan_schedule.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

double activations_of(const Model& model, const Plan& plan, const StageContent& stage, double held,
                      Bytes logits_spike = Bytes{}) {
  std::vector<MemoryPart> parts;
  LossBytes room{logits_spike, Bytes{}};
  append_activations(parts, make_blocks(model, plan), plan, {holding_of(stage, plan)}, {{held}, {0}, true}, room);
  double sum = 0;
  for (const MemoryPart& part : parts) sum += part.bytes.value;
  return sum;
}

StageContent stage_of(std::int64_t dense, std::int64_t moe = 0) {
  StageContent stage;
  stage.dense_layers = dense;
  stage.moe_layers = moe;
  return stage;
}

Schedule schedule_of(ScheduleKind kind, std::int32_t ranks, std::int32_t chunks, std::int32_t micro_batches) {
  return value_of(make_schedule({kind, ranks, chunks, micro_batches}));
}

}  // namespace

TEST_CASE("a stage keeps its layers' tensors for every micro-batch in flight") {
  const Model model = samples::gpt(8, 4096, 32);
  const Plan plan = samples::plan(2048, 1, 64);
  const double layer = saved_bytes(make_block(BlockKind::dense_layer, model, plan)).value;
  CHECK(activations_of(model, plan, stage_of(8), 4) == layer * 8 * 4);
}

TEST_CASE("full recomputation keeps inputs, and one layer's tensors while it runs again") {
  const Model model = samples::llama(8, 4096, 32, 8, 14336);
  Plan plan = samples::plan(2048, 1, 64);
  plan.recompute->mode = RecomputeMode::full;
  const Block block = make_block(BlockKind::dense_layer, model, plan);
  const double input = block.input.value, layer = saved_bytes(block).value;
  CHECK(activations_of(model, plan, stage_of(8), 4) == input * 8 * 4 + layer - input);
  plan.recompute->layers = 3;  // the other five keep everything
  CHECK(activations_of(model, plan, stage_of(8), 4) == (input * 3 + layer * 5) * 4 + layer - input);
  plan.recompute->method = RecomputeMethod::uniform;  // groups of three layers share an input
  CHECK(activations_of(model, plan, stage_of(9), 4) == doctest::Approx(input * 3 * 4 + 3 * layer - input));
}

TEST_CASE("on the last stage a layer is recomputed after the logits are gone") {
  const Model model = samples::llama(8, 4096, 32, 8, 14336);
  Plan plan = samples::plan(2048, 1, 64);
  plan.recompute->mode = RecomputeMode::full;
  const double input = make_block(BlockKind::dense_layer, model, plan).input.value;
  CHECK(activations_of(model, plan, stage_of(8), 1, Bytes{1e12}) == input * 8);
}

TEST_CASE("offloaded layers leave two layers on the GPU") {
  const Model model = samples::llama(8, 4096, 32, 8, 14336);
  Plan plan = samples::plan(2048, 1, 64);
  const double layer = saved_bytes(make_block(BlockKind::dense_layer, model, plan)).value;
  plan.offload = Offload::activations;
  CHECK(activations_of(model, plan, stage_of(8), 4) == 2 * layer);
  plan.offload_activations_layers = 3;
  CHECK(activations_of(model, plan, stage_of(8), 4) == 5 * 4 * layer + 2 * layer);
}

TEST_CASE("1F1B holds min(p - r, m) micro-batches on rank r, with or without the schedule at hand") {
  for (const std::int32_t m : {2, 4, 32}) {
    CAPTURE(m);
    Plan plan = samples::plan(2048, 1, m);
    plan.pp = 4;
    const Schedule schedule = schedule_of(ScheduleKind::one_f_one_b, 4, 1, m);
    const std::vector<double> bytes(4, 1.0);
    const auto held = micro_batches_held(plan, &schedule, {bytes, {}, {}}, 4);
    const auto closed = micro_batches_held(plan, nullptr, {bytes, {}, {}}, 4);
    for (std::size_t r = 0; r < 4; ++r) {
      CHECK(held[r].chunks == closed[r].chunks);
      CHECK(held[r].chunks[0] == std::min<double>(4 - static_cast<double>(r), m));
    }
  }
}

TEST_CASE("interleaving holds pp·(1 + (pp-1)/(pp·v)) micro-batches' layers on the first stage") {
  for (const std::int32_t p : {2, 4, 8})
    for (const std::int32_t v : {2, 3, 4}) {
      CAPTURE(p);
      CAPTURE(v);
      const std::int32_t m = 4 * p;
      Plan plan = samples::plan(2048, 1, m);
      plan.pp = p, plan.virtual_stages = v;
      plan.schedule = ScheduleKind::interleaved;
      const Schedule schedule = schedule_of(ScheduleKind::interleaved, p, v, m);
      const std::vector<double> bytes(static_cast<std::size_t>(p * v), 1.0 / v);  // a chunk has 1/v of the layers
      for (const Schedule* known : {&schedule, static_cast<const Schedule*>(nullptr)}) {
        double layers = 0;
        const auto held = micro_batches_held(plan, known, {bytes, {}, {}}, static_cast<std::size_t>(p));
        for (const double count : held[0].chunks) layers += count / v;
        CHECK(layers == doctest::Approx(p * (1 + (p - 1.0) / (p * v))));
      }
    }
}

TEST_CASE("where two directions share the batch each is a 1F1B of half of it: no rank holds more of a direction") {
  using Counts = std::vector<double>;
  for (const auto& [batches, expected] :
       {std::pair<std::int64_t, std::vector<Counts>>{16, {{4, 1}, {3, 2}, {2, 3}, {1, 4}}},
        {6, {{3, 1}, {3, 2}, {2, 3}, {1, 3}}},
        {2, {{1, 1}, {1, 1}, {1, 1}, {1, 1}}}}) {
    CAPTURE(batches);
    Plan plan = samples::plan(2048, 1, batches);
    plan.pp = 4, plan.schedule = ScheduleKind::chimera;
    const std::vector<double> bytes(8, 1.0);
    const std::vector<RankHeld> held = micro_batches_held(plan, nullptr, {bytes, {}, {}}, 4);
    for (std::size_t r = 0; r < 4; ++r) CHECK(held[r].chunks == expected[r]);
  }
}

TEST_CASE("GPipe holds every micro-batch on every rank") {
  const Plan plan = samples::plan(2048, 1, 16);
  const Schedule schedule = schedule_of(ScheduleKind::gpipe, 4, 1, 16);
  const std::vector<double> bytes(4, 1.0);
  for (const auto& rank : micro_batches_held(plan, &schedule, {bytes, {}, {}}, 4)) CHECK(rank.chunks[0] == 16);
}

TEST_CASE("what finds room among the logits is remembered as hidden") {
  const Model model = samples::llama(8, 4096, 32, 8, 14336);
  Plan plan = samples::plan(2048, 1, 64);
  plan.recompute->mode = RecomputeMode::full;
  const Block block = make_block(BlockKind::dense_layer, model, plan);
  const double redone = (saved_bytes(block) - block.input).value;
  for (const double spike : {0.0, redone / 2, redone * 2}) {
    LossBytes room{Bytes{spike}, Bytes{}};
    std::vector<MemoryPart> parts;
    append_activations(parts, make_blocks(model, plan), plan, {holding_of(stage_of(8), plan)}, {{1}, {0}, true}, room);
    CHECK(room.hidden.value == std::min(spike, redone));
    CHECK(room.left.value == std::max(0.0, spike - redone));
  }
}

TEST_CASE("DeepSpeed holds what a stage sent until its backward pass; Megatron frees it, and the head sends nothing") {
  Scenario scenario;
  scenario.model = samples::gpt(8, 4096, 32);
  scenario.plan = samples::plan(2048, 2, 64);
  scenario.plan.pp = 4;
  scenario.software.framework = Framework::megatron_deepspeed;
  const auto outputs = [&](bool head) {
    ChunkHolding chunk = holding_of(stage_of(2), scenario.plan);
    chunk.head = head;
    std::vector<MemoryPart> parts;
    append_stage_outputs(parts, scenario, make_blocks(scenario.model, scenario.plan), {chunk}, {3});
    return parts.empty() ? 0 : parts[0].bytes.value;
  };
  CHECK(outputs(false) == 3.0 * 2 * 2048 * 4096 * 2);
  CHECK(outputs(true) == 0);
  scenario.software.framework = Framework::megatron_lm;
  CHECK(outputs(false) == 0);
}

TEST_CASE("without a simulated order every chunk of a rank has a count, in V and mirrored schedules too") {
  for (const ScheduleKind kind : {ScheduleKind::one_f_one_b, ScheduleKind::interleaved, ScheduleKind::zb_v,
                                  ScheduleKind::dualpipe, ScheduleKind::chimera, ScheduleKind::forward_only}) {
    Plan plan = samples::plan(2048, 1, 64);
    plan.pp = 4, plan.schedule = kind;
    for (const std::size_t stages : {4u, 8u}) {
      const std::vector<double> bytes(stages, 1.0);
      const auto held = micro_batches_held(plan, nullptr, {bytes, {}, {}}, 4);
      REQUIRE(held.size() == 4);
      for (std::size_t r = 0; r < 4; ++r)
        CHECK(held[r].chunks.size() == stages_of_rank(plan, static_cast<std::int64_t>(r), 4, stages).size());
    }
  }
}

TEST_CASE(
    "without a simulated order ranks hold what the schedule's order does, of one that is searched for its limit") {
  for (const ScheduleKind kind : known_schedules())
    for (const std::int64_t ranks : {2, 4, 8})
      for (const std::int64_t rounds : {2, 3}) {
        CAPTURE(json_name(kind));
        CAPTURE(ranks);
        const ScheduleWays& ways = ways_of(kind);
        const std::int64_t batches = ranks * rounds;
        Plan plan = samples::plan(2048, 1, batches);
        plan.pp = ranks, plan.virtual_stages = ways.takes_chunks() ? 3 : 1, plan.schedule = kind;
        const Schedule schedule = value_of(make_schedule(schedule_request(plan)));
        const std::vector<double> bytes(static_cast<std::size_t>(schedule.stages()), 1.0);
        const auto sums = [&](const Schedule* known) {
          std::vector<double> held;
          for (const RankHeld& rank : micro_batches_held(plan, known, {bytes, {}, {}}, static_cast<std::size_t>(ranks)))
            held.push_back(std::accumulate(rank.chunks.begin(), rank.chunks.end(), 0.0));
          return held;
        };
        const std::vector<double> ordered = sums(&schedule), counted = sums(nullptr);
        const double most = *std::max_element(ordered.begin(), ordered.end());
        const double most_counted = *std::max_element(counted.begin(), counted.end());
        if (ways.held == nullptr) {
          for (std::size_t r = 0; r < ordered.size(); ++r) CHECK(counted[r] >= ordered[r]);
        } else if (ways.overlaps_passes) {
          CHECK(most_counted == doctest::Approx(most));
        } else {
          for (std::size_t r = 0; r < ordered.size(); ++r) CHECK(counted[r] == doctest::Approx(ordered[r]));
        }
      }
}

TEST_CASE("partial recomputation takes a stage's first layers: its dense ones before its MoE ones") {
  Plan plan = samples::plan(2048, 1, 64);
  plan.recompute->mode = RecomputeMode::full, plan.recompute->layers = 4;
  const ChunkHolding chunk = holding_of(stage_of(3, 5), plan);
  CHECK(chunk.dense_inputs == 3);
  CHECK(chunk.moe_inputs == 1);
  CHECK(chunk.dense_layers == 0);
  CHECK(chunk.moe_layers == 4);
}

TEST_CASE("full recomputation redoes MTP layers too, of a number of layers none") {
  Plan plan = samples::plan(2048, 1, 64);
  StageContent stage = stage_of(4);
  stage.mtp_layers = 1;
  plan.recompute->mode = RecomputeMode::full;
  CHECK(holding_of(stage, plan).mtp_inputs == 1);
  CHECK(holding_of(stage, plan).mtp_layers == 0);
  plan.recompute->layers = 2;
  CHECK(holding_of(stage, plan).mtp_layers == 1);
}

TEST_CASE("split backwards keep what was recomputed until the weight gradient: ZB-H1 with it needs more than 1F1B") {
  Model model = samples::llama(32, 4096, 32, 8, 14336);
  Plan plan = samples::plan(4096, 1, 32);
  plan.pp = 4;
  plan.recompute->mode = RecomputeMode::full;
  const auto activations = [&](ScheduleKind kind) {
    plan.schedule = kind;
    const Schedule schedule = schedule_of(kind, 4, 1, 32);
    Scenario scenario;
    scenario.model = model, scenario.plan = plan;
    return memory_over_step(scenario, stage_layout(model, plan), &schedule);
  };
  const MemoryReport whole = activations(ScheduleKind::one_f_one_b), split = activations(ScheduleKind::zb_h1);
  const ModelBlocks blocks = make_blocks(model, plan);
  const double layer = (blocks.dense.saved - blocks.dense.input).value;
  for (const StageMemory& stage : split.stages) {
    double waiting = 0;
    for (const MemoryPart& part : stage.parts)
      if (part.content == PartContent::recomputed_tensors) waiting += part.bytes.value;
    REQUIRE(stage.held.redone.size() == 1);
    CHECK(stage.held.redone[0] >= 1);
    CHECK(waiting == doctest::Approx(stage.held.redone[0] * 8 * layer));
    CHECK(stage.activations > whole.stages[static_cast<std::size_t>(stage.stage)].activations);
  }
}

TEST_CASE("of offloaded layers the two largest that are held stay on the GPU, never more than were kept without") {
  const Model model = samples::mixture(2, 4096, 8, 2, 14336);
  Plan plan = samples::plan(2048, 1, 8);
  const ModelBlocks blocks = make_blocks(model, plan);
  StageContent stage;
  stage.dense_layers = 1, stage.moe_layers = 1;
  const auto held = [&](double batches) {
    LossBytes room{};
    std::vector<MemoryPart> parts;
    append_activations(parts, blocks, plan, {holding_of(stage, plan)}, {{batches}, {0}, true}, room);
    double bytes = 0;
    for (const MemoryPart& part : parts) bytes += part.bytes.value;
    return bytes;
  };
  const double one = held(1), two = held(2);
  plan.offload = Offload::activations;
  CHECK(held(1) == doctest::Approx(one));  // the dense layer and the MoE layer, not twice the larger
  CHECK(held(2) == doctest::Approx(2 * blocks.moe.kept.value));
  CHECK(held(2) < two);
}

TEST_CASE("an MTP layer is recomputed like the others, on a stage that has nothing else") {
  Model model = samples::mixture(2, 4096, 8, 2, 14336);
  model.num_nextn_predict_layers = 1;
  Plan plan = samples::plan(2048, 1, 8);
  plan.recompute->mode = RecomputeMode::full;
  StageContent stage;
  stage.mtp_layers = 1;
  const ModelBlocks blocks = make_blocks(model, plan);
  LossBytes room{};
  std::vector<MemoryPart> parts;
  append_activations(parts, blocks, plan, {holding_of(stage, plan)}, {{1}, {0}, true}, room);
  double bytes = 0;
  for (const MemoryPart& part : parts) bytes += part.bytes.value;
  CHECK(bytes == doctest::Approx(blocks.mtp.saved.value));
}

TEST_CASE("a chunk holds each of its layers' tensors or inputs once") {
  const auto of = [](double input, double saved, double kept, double kept_recomputed) {
    return BlockBytes{Bytes{input}, Bytes{saved}, Bytes{kept}, Bytes{kept_recomputed}};
  };
  // Each kind of byte is a power of ten, so that each count is a digit of the sum.
  const ModelBlocks blocks{of(0, 1e6, 0, 0), of(1e2, 0, 1, 0), of(1e3, 0, 1e1, 0), of(0, 0, 1e4, 1e5),
                           of(0, 1e7, 0, 0)};
  ChunkHolding chunk;
  chunk.dense_layers = 2, chunk.moe_layers = 3, chunk.dense_inputs = 4, chunk.moe_inputs = 5;
  chunk.mtp_layers = 6, chunk.mtp_inputs = 7;
  CHECK(bytes_of(chunk, blocks).value == 765432);
  chunk.embedding = true;
  CHECK(bytes_of(chunk, blocks).value == 1765432);
  chunk.head = true;
  CHECK(bytes_of(chunk, blocks).value == 11765432);
}

TEST_CASE("what recomputation keeps of a stage and what it makes again are together what is kept without it") {
  Model model = samples::mixture(8, 4096, 8, 2, 14336);
  model.num_nextn_predict_layers = 1;
  StageContent stage = stage_of(3, 5);
  stage.mtp_layers = 1, stage.embedding = stage.head = true;
  const Plan plain = samples::plan(2048, 1, 64);
  const Bytes all = bytes_of(holding_of(stage, plain), make_blocks(model, plain));
  const auto together = [&](const Plan& plan) {
    const ModelBlocks blocks = make_blocks(model, plan);
    const ChunkHolding chunk = holding_of(stage, plan);
    const Bytes again = redone_bytes_of(chunk, blocks, plan);
    CHECK((again.value > 0) == (recompute_mode(plan) != RecomputeMode::none));
    return bytes_of(chunk, blocks) + again;
  };
  CHECK(together(plain) == all);
  Plan plan = plain;
  plan.recompute->mode = RecomputeMode::selective;
  CHECK(together(plan).value == doctest::Approx(all.value).epsilon(1e-14));
  plan.recompute->mode = RecomputeMode::full;
  CHECK(together(plan).value == doctest::Approx(all.value).epsilon(1e-14));
  for (const RecomputeMethod method : {RecomputeMethod::block, RecomputeMethod::uniform})
    for (const std::int64_t layers : {1, 2, 4, 7}) {
      CAPTURE(layers);
      plan.recompute->method = method, plan.recompute->layers = layers;
      CHECK(together(plan).value == doctest::Approx(all.value).epsilon(1e-14));
    }
}
