#include "core/scenario_json/write.h"
#include "tests/core/scenario/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

Plan plan_with(const std::string& setting) {
  return scenario_of(small_scenario, {"plan." + setting}).plan;
}

std::string plan_answer(const std::string& setting) {
  return complaints(small_scenario, {"plan." + setting});
}

}  // namespace

TEST_CASE("dp is a number or follows the GPUs, and 1 where it isn't there") {
  CHECK(plan_with("dp=3").dp == 3);
  CHECK_FALSE(plan_with("dp=auto").dp.has_value());
  CHECK(scenario_of(edited(R"("dp": 4, )", "")).plan.dp == 1);
  CHECK(plan_with("dp=null").dp == 1);
  CHECK(says(plan_answer("dp=some"), "plan.dp: \"some\" isn't \"auto\" or a whole number from 1 to 1048576"));
  CHECK(says(plan_answer("dp=0"), "plan.dp: 0 isn't \"auto\" or a whole number"));
  CHECK(says(plan_answer("dp=[]"), "plan.dp: [] isn't"));
}

TEST_CASE("recomputation is a mode, or an object that says more") {
  CHECK(plan_with("recompute=full").recompute == Recompute{RecomputeMode::full, {}, {}, {}});
  CHECK(plan_with(R"(recompute={"mode":"full","layers":3,"method":"uniform"})").recompute ==
        Recompute{RecomputeMode::full, {}, 3, RecomputeMethod::uniform});
  const Recompute named =
      *plan_with(
           R"(recompute={"mode":"selective","modules":["core_attn","mlp","moe","moe_act","layernorm","mla_up_proj","op"]})")
           .recompute;
  CHECK(named.modules == RecomputeModules{true, true, true, true, true, true, true});
  CHECK_FALSE(plan_with("recompute=null").recompute.has_value());
}

TEST_CASE("recomputation that can't be is said by path") {
  CHECK(says(plan_answer("recompute=ful"), "plan.recompute: \"ful\" is unknown; did you mean \"full\"?"));
  CHECK(says(plan_answer("recompute=4"), "plan.recompute: 4 isn't one of none, selective, full"));
  CHECK(says(plan_answer(R"(recompute={"layers":2})"), "plan.recompute.mode: is missing"));
  CHECK(says(plan_answer(R"(recompute={"mode":"all"})"),
             "plan.recompute.mode: \"all\" is unknown; did you mean \"full\"? It takes one of none, selective, full"));
  CHECK(
      says(plan_answer(R"(recompute={"mode":"full","layers":-1})"), "layers: -1 isn't a whole number from 0 to 10000"));
  CHECK(says(plan_answer(R"(recompute={"mode":"full","layers":9e18})"), "plan.recompute.layers: 9e+18 isn't"));
  CHECK(says(plan_answer(R"(recompute={"mode":"full","method":"blocks"})"),
             "did you mean \"block\"? It takes one of block, uniform"));
  CHECK(says(plan_answer(R"(recompute={"mode":"full","layer":1})"), "plan.recompute.layer: there is no such key"));
  CHECK(says(plan_answer(R"(recompute={"mode":"selective","modules":["attn"]})"),
             "plan.recompute.modules: [\"attn\"] isn't a list of core_attn, mlp"));
  CHECK(says(plan_answer(R"(recompute={"mode":"selective","modules":"mlp"})"),
             "plan.recompute.modules: \"mlp\" isn't a list"));
}

TEST_CASE("offloading names what goes, or how many layers' activations") {
  CHECK(plan_with("offload=optimizer").offload == Offload::optimizer);
  const Plan layers = plan_with(R"(offload={"activations_layers":4})");
  CHECK(layers.offload == Offload::activations);
  CHECK(layers.offload_activations_layers == 4);
  const Plan both = plan_with(R"(offload={"activations_layers":4,"optimizer":true})");
  CHECK(both.offload == Offload::optimizer);
  CHECK(both.offload_activations_layers == 4);
  CHECK(plan_with(R"(offload={"activations_layers":4,"optimizer":false})") == layers);
  CHECK(says(plan_answer(R"(offload={"optimizer":true})"), "plan.offload.activations_layers: is missing"));
  CHECK(says(plan_answer(R"(offload={"activations_layers":4,"parameters":true})"),
             "plan.offload.parameters: there is no such key"));
  CHECK(says(plan_answer("offload=disk"),
             "plan.offload: \"disk\" isn't one of none, optimizer, activations, parameters"));
  CHECK(says(plan_answer(R"(offload={"layers":4})"), "plan.offload.activations_layers: is missing"));
  CHECK(says(plan_answer(R"(offload={"activations_layers":1e15})"), "a whole number from 0 to 10000"));
}

TEST_CASE("the padded vocabulary is a number, or false where it isn't padded") {
  CHECK(plan_with("padded_vocab=51200").padded_vocab == 51200);
  CHECK_FALSE(plan_with("padded_vocab=false").pad_vocab);
  CHECK(scenario_of(write_scenario(launched_of(small_scenario, {"plan.padded_vocab=false"}), real_presets()))
            .plan.pad_vocab == false);
  CHECK(plan_with("padded_vocab=null").pad_vocab);
  CHECK(says(plan_answer("padded_vocab=true"), "plan.padded_vocab: true isn't false or a whole number"));
}

TEST_CASE("overlap is an object of switches") {
  const Overlap overlap = plan_with(R"(overlap={"dp_grad":false,"tp":true})").overlap;
  CHECK(overlap.dp_grad == false);
  CHECK(overlap.tp == true);
  CHECK_FALSE(overlap.dp_param.has_value());  // as the software does
  CHECK(says(plan_answer("overlap=true"), "plan.overlap: true isn't an object"));
  CHECK(says(plan_answer("overlap.dp=true"), "plan.overlap.dp: there is no such key; did you mean"));
  CHECK(says(plan_answer("overlap.tp=1"), "plan.overlap.tp: 1 isn't true or false"));
}

TEST_CASE("lists, layouts and choices are read by the table") {
  CHECK(plan_with("stage_layers=[16,0,16.0]").stage_layers == std::vector<std::int64_t>{16, 0, 16});
  CHECK(says(plan_answer("stage_layers=[1,\"2\"]"), "plan.stage_layers: [1,\"2\"] isn't a list of whole numbers"));
  CHECK(says(plan_answer("stage_layers=[-1]"), "plan.stage_layers: [-1] isn't"));
  CHECK(plan_with("pipeline_layout=Et*3|t*29L").pipeline_layout == "Et*3|t*29L");
  CHECK(plan_with("schedule=zb-v").schedule == ScheduleKind::zb_v);
  CHECK(says(plan_answer("schedule=1f1"), "did you mean \"1f1b\"?"));
  CHECK(plan_with("precision=mxfp8").precision == Precision::mxfp8);
  CHECK(says(plan_answer("zero=4"), "plan.zero: 4 isn't a whole number from 0 to 3"));
}
