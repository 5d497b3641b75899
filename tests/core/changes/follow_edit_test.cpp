#include "core/changes/follow_edit.h"

#include <doctest/doctest.h>

#include <array>

#include "core/base/random.h"
#include "core/evaluate/evaluate.h"
#include "core/fields/fields.h"
#include "core/validate/valid_values.h"
#include "tests/core/changes/gpt4_split.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;
using shardscope::tests::gpt4_split;

namespace {

Scenario after(const Scenario& before, const Holds& holds, void (*edit)(Scenario&)) {
  Scenario edited = before;
  edit(edited);
  return follow_edit(before, edited, holds);
}

std::size_t drawn_below(Random& random, std::size_t count) {
  return static_cast<std::size_t>(random.next() % count);
}

constexpr std::array<std::string_view, 10> dragged = {
    "plan.tp",          "plan.pp",           "plan.dp",      "plan.ep",      "plan.cp", "plan.virtual_stages",
    "plan.micro_batch", "plan.global_batch", "cluster.gpus", "plan.schedule"};

/// A value that the field's slider or list offers.
FieldValue drawn_value(Random& random, const Scenario& scenario, std::string_view path) {
  if (path == "cluster.gpus") return FieldValue(static_cast<std::int64_t>(8 + 8 * drawn_below(random, 4096)));
  if (path == "plan.schedule")
    return FieldValue(static_cast<std::int64_t>(drawn_below(random, find_field(path)->choices.size())));
  const std::vector<std::int64_t> values = valid_values(scenario, path);
  return values.empty() ? find_field(path)->get(scenario) : FieldValue(values[drawn_below(random, values.size())]);
}

/// The field set to the value by hand, and what follows.
FollowedEdit set_by_hand(const FollowedEdit& from, std::string_view path, const FieldValue& value, const Holds& holds) {
  Scenario edited = from.scenario;
  find_field(path)->set(edited, value);
  return follow_edit(from.scenario, edited, holds, from.by_hand);
}

}  // namespace

TEST_CASE("any path of edits of one field that ends where it began gives the scenario it began with") {
  Random random(20260721);
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.name);
    for (int round = 0; round < 40; ++round) {
      FollowedEdit start{preset};
      Holds holds;
      for (std::size_t edits = drawn_below(random, 6); edits > 0; --edits) {
        holds = {random.next() % 2 == 0, random.next() % 4 == 0, random.next() % 3 == 0};
        const std::string_view path = dragged[drawn_below(random, dragged.size())];
        start = set_by_hand(start, path, drawn_value(random, start.scenario, path), holds);
      }
      const std::string_view path = dragged[drawn_below(random, dragged.size())];
      CAPTURE(std::string(path));
      const FieldValue began = find_field(path)->get(start.scenario);
      FollowedEdit way = start;
      for (std::size_t edits = 1 + drawn_below(random, 4); edits > 0; --edits)
        way = set_by_hand(way, path, drawn_value(random, way.scenario, path), holds);
      way = set_by_hand(way, path, began, holds);
      for (const Field& field : fields()) {
        CAPTURE(std::string(field.path));
        CHECK(text_of(field, field.get(way.scenario)) == text_of(field, field.get(start.scenario)));
      }
      CHECK(way.scenario == start.scenario);
    }
  }
}

TEST_CASE("what was set by hand on the way is what later edits follow") {
  const FollowedEdit halved = set_by_hand({gpt4_split()}, "plan.tp", FieldValue(std::int64_t{4}), {});
  REQUIRE(halved.scenario.plan.global_batch == 7072);
  const FollowedEdit batch = set_by_hand(halved, "plan.global_batch", FieldValue(std::int64_t{6656}), {});
  const FollowedEdit back = set_by_hand(batch, "plan.tp", FieldValue(std::int64_t{8}), {});
  CHECK(back.scenario.plan.dp == 208);
  CHECK(back.scenario.plan.global_batch == 6656);
}

TEST_CASE("a model and a GPU that come back bring back what was set with them") {
  const Presets& presets = all_presets();
  const Scenario* preset = presets.scenario("deepseek-v3-2048-h800");
  REQUIRE(preset != nullptr);
  FollowedEdit start{*preset};
  start.scenario.run.gpu_hour_usd = 1.5;
  Scenario dense = start.scenario;
  dense.model = *presets.model("llama3-70b");
  const FollowedEdit other = follow_edit(start.scenario, dense, {}, start.by_hand);
  CHECK(other.scenario.plan.ep == 1);
  CHECK_FALSE(other.scenario.plan.stage_layers);
  Scenario back = other.scenario;
  back.model = preset->model;
  CHECK(follow_edit(other.scenario, back, {}, other.by_hand).scenario == start.scenario);

  Scenario faster = start.scenario;
  faster.cluster.gpu = *presets.gpu("b200");
  const FollowedEdit on_b200 = follow_edit(start.scenario, faster, {}, start.by_hand);
  CHECK_FALSE(on_b200.scenario.run.gpu_hour_usd);
  CHECK(on_b200.scenario.cluster.scale_up_domain == faster.cluster.gpu.scale_up_domain);
  back = on_b200.scenario;
  back.cluster.gpu = preset->cluster.gpu;
  CHECK(follow_edit(on_b200.scenario, back, {}, on_b200.by_hand).scenario == start.scenario);
}

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

TEST_CASE("a V schedule has twice the stages: it drops a layout of one stage per rank, and keeps one of two") {
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
  CHECK(follow_reset(edited, reset, preset, {}).scenario == preset);
  const Scenario held = follow_reset(edited, reset, preset, {.gpus = true, .dp = false, .global_batch = true}).scenario;
  CHECK(held.plan.global_batch == 7072);
}

TEST_CASE("a degree that goes back while another stays edited follows as any edit, and another field moves nothing") {
  const Scenario preset = gpt4_split();
  Scenario edited = after(preset, {}, [](Scenario& s) { s.plan.tp = 4; });
  edited = after(edited, {}, [](Scenario& s) { s.plan.pp = 10; });
  Scenario reset = edited;
  reset.plan.tp = 8;
  CHECK(follow_reset(edited, reset, preset, {}).scenario == follow_edit(edited, reset, {}));
  reset = preset;
  reset.plan.global_batch = 3 * 208;
  Scenario other = reset;
  other.plan.precision = Precision::fp16;
  CHECK(follow_reset(other, reset, preset, {}).scenario.plan.global_batch == 3 * 208);
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
  for (const auto& [preset, launch] : all_presets().scenarios) {
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
