#include "core/search/follow_edit.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

/// GPT-4's split as reported: 8 x 15 x 208 of 25,000 GPUs, 35 micro-batches.
Scenario gpt4_split() {
  Scenario scenario;
  scenario.model.num_hidden_layers = 120;
  scenario.model.num_attention_heads = 128;
  scenario.cluster.gpus = 25000;
  scenario.plan.tp = 8;
  scenario.plan.pp = 15;
  scenario.plan.dp = 208;
  scenario.plan.micro_batch = 1;
  scenario.plan.global_batch = 7280;
  return scenario;
}

Scenario after(const Scenario& before, const Holds& holds, void (*edit)(Scenario&)) {
  Scenario edited = before;
  edit(edited);
  return follow_edit(before, edited, holds);
}

}  // namespace

TEST_CASE("halving tensor parallelism keeps the GPUs: data parallelism doubles and the batch finds its multiple") {
  const Scenario followed = after(gpt4_split(), {}, [](Scenario& s) { s.plan.tp = 4; });
  CHECK(followed.cluster.gpus == 25000);
  CHECK(followed.plan.dp == 416);
  CHECK(followed.plan.global_batch % 416 == 0);
  CHECK(followed.plan.global_batch == 7072);  // 17 x 416; 18 x 416 is as far: the lower one
}

TEST_CASE("a held batch makes data parallelism take the largest value that divides it") {
  const Scenario followed =
      after(gpt4_split(), {.gpus = true, .dp = false, .global_batch = true}, [](Scenario& s) { s.plan.tp = 4; });
  CHECK(followed.plan.global_batch == 7280);
  CHECK(followed.plan.dp == 364);  // 7280 / 20
}

TEST_CASE("held data parallelism lets the GPUs follow where they are free") {
  const Scenario followed =
      after(gpt4_split(), {.gpus = false, .dp = true, .global_batch = false}, [](Scenario& s) { s.plan.pp = 10; });
  CHECK(followed.plan.dp == 208);
  CHECK(followed.cluster.gpus == 8 * 10 * 208);
  CHECK(followed.plan.global_batch == 7280);
}

TEST_CASE("with GPUs and data parallelism held nothing follows") {
  const Scenario followed =
      after(gpt4_split(), {.gpus = true, .dp = true, .global_batch = false}, [](Scenario& s) { s.plan.tp = 4; });
  CHECK(followed.plan.dp == 208);
  CHECK(followed.cluster.gpus == 25000);
  CHECK(followed.plan.global_batch == 7280);
}

TEST_CASE("what the person edits is never overwritten") {
  const Scenario dp = after(gpt4_split(), {}, [](Scenario& s) { s.plan.dp = 104; });
  CHECK(dp.plan.dp == 104);
  CHECK(dp.plan.global_batch == 7280);
  const Scenario batch = after(gpt4_split(), {}, [](Scenario& s) { s.plan.global_batch = 416; });
  CHECK(batch.plan.global_batch == 416);
  CHECK(batch.plan.dp == 208);
}

TEST_CASE("automatic data parallelism stays automatic and the batch still follows") {
  Scenario scenario = gpt4_split();
  scenario.plan.dp.reset();
  const Scenario followed = after(scenario, {}, [](Scenario& s) { s.plan.tp = 4; });
  CHECK_FALSE(followed.plan.dp.has_value());
  CHECK(followed.plan.global_batch == 7072);
}

TEST_CASE("expert tensor parallelism follows tensor parallelism where they were equal") {
  Scenario scenario = gpt4_split();
  scenario.plan.etp = 8;
  CHECK(after(scenario, {}, [](Scenario& s) { s.plan.tp = 4; }).plan.etp == 4);
  scenario.plan.etp = 2;
  CHECK(after(scenario, {}, [](Scenario& s) { s.plan.tp = 4; }).plan.etp == 2);
}

TEST_CASE("a new number of stages drops a layout that was made for the old one") {
  Scenario scenario = gpt4_split();
  scenario.plan.stage_layers = std::vector<std::int64_t>(15, 8);
  CHECK_FALSE(after(scenario, {}, [](Scenario& s) { s.plan.pp = 12; }).plan.stage_layers.has_value());
  CHECK(after(scenario, {}, [](Scenario& s) { s.plan.tp = 4; }).plan.stage_layers.has_value());
}

TEST_CASE("a V schedule has twice the stages: it drops a layout of one stage a rank, and keeps one of two") {
  Scenario scenario = gpt4_split();
  scenario.plan.stage_layers = std::vector<std::int64_t>(15, 8);
  CHECK_FALSE(with_schedule(scenario, ScheduleKind::zb_v).plan.stage_layers.has_value());
  CHECK_FALSE(with_schedule(scenario, ScheduleKind::dualpipe_v).plan.stage_layers.has_value());
  CHECK(with_schedule(scenario, ScheduleKind::zb_h1).plan.stage_layers.has_value());
  CHECK(with_schedule(scenario, ScheduleKind::dualpipe).plan.stage_layers.has_value());
  scenario.plan.schedule = ScheduleKind::zb_v;
  scenario.plan.stage_layers = std::vector<std::int64_t>(30, 4);
  CHECK(with_schedule(scenario, ScheduleKind::v_half).plan.stage_layers.has_value());
  CHECK_FALSE(with_schedule(scenario, ScheduleKind::one_f_one_b).plan.stage_layers.has_value());
  scenario.plan.pipeline_layout = "E(t*4|)*29t*4L";
  CHECK_FALSE(with_schedule(scenario, ScheduleKind::one_f_one_b).plan.pipeline_layout.has_value());
}

TEST_CASE("every schedule that DeepSeek-V3's counts allow runs with its own list of layers left behind") {
  const Scenario preset = preset_scenario("deepseek-v3-2048-h800");
  REQUIRE(preset.plan.stage_layers.has_value());
  for (const ScheduleKind kind : {ScheduleKind::zb_v, ScheduleKind::v_min, ScheduleKind::dualpipe_v}) {
    CAPTURE(std::string(label_of(kind)));
    CHECK(evaluate(with_schedule(preset, kind)).valid);
  }
}

TEST_CASE("a list of layers goes when the model has another number of them") {
  Scenario scenario = gpt4_split();
  scenario.plan.stage_layers = std::vector<std::int64_t>(15, 8);
  CHECK_FALSE(after(scenario, {}, [](Scenario& s) { s.model.num_hidden_layers = 128; }).plan.stage_layers.has_value());
}

TEST_CASE("one stage has no virtual stages, and a schedule that needs them goes back to the default") {
  Scenario scenario = gpt4_split();
  scenario.plan.virtual_stages = 4;
  scenario.plan.schedule = ScheduleKind::interleaved;
  const Scenario followed = after(scenario, {}, [](Scenario& s) { s.plan.pp = 1; });
  CHECK(followed.plan.virtual_stages == 1);
  CHECK_FALSE(followed.plan.schedule.has_value());
}

TEST_CASE("the nearest multiple is at least one step and the lower one on a tie") {
  CHECK(nearest_multiple(7280, 416) == 7072);
  CHECK(nearest_multiple(7281, 416) == 7488);
  CHECK(nearest_multiple(10, 416) == 416);
  CHECK(nearest_multiple(416, 416) == 416);
  CHECK(nearest_multiple(5, 0) == 5);
}

TEST_CASE("a degree that goes back to the preset's value brings replicas and batch back, unless they are held") {
  const Scenario preset = gpt4_split();
  const Scenario edited = after(preset, {}, [](Scenario& s) { s.plan.tp = 4; });
  REQUIRE(edited.plan.global_batch == 7072);
  Scenario reset = edited;
  reset.plan.tp = 8;
  CHECK(follow_edit(edited, reset, {}).plan.global_batch == 7072);
  CHECK(follow_reset(edited, reset, preset, {}) == preset);
  const Scenario held = follow_reset(edited, reset, preset, {.gpus = true, .dp = false, .global_batch = true});
  CHECK(held.plan.global_batch == 7072);
}

TEST_CASE("a degree that goes back while another stays edited follows as any edit, and another field moves nothing") {
  const Scenario preset = gpt4_split();
  Scenario edited = after(preset, {}, [](Scenario& s) { s.plan.tp = 4; });
  edited = after(edited, {}, [](Scenario& s) { s.plan.pp = 10; });
  Scenario reset = edited;
  reset.plan.tp = 8;
  CHECK(follow_reset(edited, reset, preset, {}) == follow_edit(edited, reset, {}));
  reset = preset;
  reset.plan.global_batch = 3 * 208;
  Scenario other = reset;
  other.plan.precision = Precision::fp16;
  CHECK(follow_reset(other, reset, preset, {}).plan.global_batch == 3 * 208);
}

TEST_CASE("another schedule takes the chunks that it can have, and a layout of other stages goes") {
  Scenario scenario = *all_presets().scenario("gpt4-25k-a100");
  scenario.plan.stage_layers = std::vector<std::int64_t>(15, 8);
  const Scenario interleaved = with_schedule(scenario, ScheduleKind::interleaved);
  CHECK(interleaved.plan.schedule == ScheduleKind::interleaved);
  CHECK(interleaved.plan.virtual_stages > 1);
  CHECK_FALSE(interleaved.plan.stage_layers);
  const Scenario back = with_schedule(interleaved, ScheduleKind::zb_h1);
  CHECK(back.plan.virtual_stages == 1);
  CHECK(with_schedule(scenario, ScheduleKind::gpipe).plan.stage_layers == scenario.plan.stage_layers);
}

TEST_CASE("breadth-first is chosen with several chunks: with one it would be GPipe's order") {
  const Scenario scenario = *all_presets().scenario("gpt4-25k-a100");
  const Scenario chosen = with_schedule(scenario, ScheduleKind::breadth_first);
  CHECK(chosen.plan.virtual_stages > 1);
  CHECK(evaluate(chosen).valid);
  Scenario interleaved = with_schedule(scenario, ScheduleKind::interleaved);
  interleaved.plan.virtual_stages = 4;
  CHECK(with_schedule(interleaved, ScheduleKind::breadth_first).plan.virtual_stages == 4);
}

TEST_CASE("an edit of the run, of prices or of failures leaves every preset's plan and GPUs alone") {
  for (const Scenario& preset : all_presets().scenarios) {
    CAPTURE(preset.name);
    const Scenario followed = after(preset, {}, [](Scenario& s) {
      s.run.tokens = 1e12;
      s.run.detection_seconds = 300;
      s.run.gpu_hour_usd = 1.5;
    });
    CHECK(followed.plan == preset.plan);
    CHECK(followed.cluster == preset.cluster);
  }
}

TEST_CASE("more expert parallelism keeps the experts' own split, so that it never needs more memory") {
  Scenario before = preset_scenario("gpt4-25k-a100");
  before.plan.ep = 1, before.plan.etp.reset();
  Bytes peak = evaluate(before).memory.peak;
  for (const std::int64_t ep : {2, 4, 8, 16}) {
    CAPTURE(ep);
    Scenario edited = before;
    edited.plan.ep = ep;
    const Scenario followed = follow_edit(before, edited, {});
    CHECK(followed.plan.etp == 8);
    const Bytes now = evaluate(followed).memory.peak;
    CHECK(now < peak);
    peak = now;
    edited.plan.etp = 1;  // a person's own value stays
    CHECK(follow_edit(before, edited, {}).plan.etp == 1);
  }
}
