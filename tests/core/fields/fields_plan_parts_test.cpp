#include "core/fields/fields_plan_parts.h"

#include "tests/core/fields/field_checks.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the parts of a field are fields too: what is set is what is got, and its own value stays") {
  for (const Field& whole : {recompute_field(), offload_field()})
    for (const Field& part : whole.parts) {
      CAPTURE(part.path);
      CHECK(find_field(part.path) != nullptr);
      CHECK(part.path.starts_with(std::string(whole.path) + "."));
      CHECK_FALSE(part.label.empty());
      CHECK(part.help.ends_with("."));
      CHECK(part.optional);
      CHECK_FALSE(part.when_absent.empty());
      Scenario scenario;
      scenario.plan.recompute = Recompute{RecomputeMode::full, {}, {}, {}};
      scenario.plan.offload = Offload::activations;
      scenario.plan.offload_activations_layers = 2;
      if (part.kind == FieldKind::toggle) {
        part.set(scenario, true);
        CHECK(part.get(scenario) == FieldValue(true));
        continue;
      }
      const FieldValue own = whole.get(scenario), wanted = another_value(part, scenario);
      CHECK(refusal(part, wanted).empty());
      part.set(scenario, wanted);
      CHECK(part.get(scenario) == wanted);
      CHECK(whole.get(scenario) == own);
    }
}

TEST_CASE("a part that is taken back is as the field alone has it") {
  Scenario scenario;
  scenario.plan.recompute = Recompute{RecomputeMode::selective, {.mlp = true}, 3, RecomputeMethod::uniform};
  for (const Field& part : recompute_field().parts) part.set(scenario, FieldValue());
  CHECK(scenario.plan.recompute == Recompute{RecomputeMode::selective, {}, {}, RecomputeMethod::block});
}

TEST_CASE("modules count in selective recomputation, layers in full, and which ones where there are fewer than all") {
  const std::vector<Field> parts = recompute_field().parts;
  const auto counted = [&](RecomputeMode mode, bool says_layers) {
    std::string labels;
    for (const Field& part : parts)
      if (counts_in(part, mode, says_layers)) labels += (labels.empty() ? "" : ", ") + std::string(part.label);
    return labels;
  };
  for (const bool says_layers : {false, true}) {
    CHECK(counted(RecomputeMode::none, says_layers).empty());
    CHECK(counted(RecomputeMode::selective, says_layers) == "Recomputed modules");
    CHECK(counted(RecomputeMode::full, says_layers) ==
          (says_layers ? "Recomputed layers, Recompute by" : "Recomputed layers"));
    for (const Field& part : offload_field().parts) CHECK(counts_in(part, RecomputeMode::none, says_layers));
  }
}

TEST_CASE("every module that recomputation may name has its flag") {
  for (std::size_t i = 0; i < choices<RecomputeModule>().size(); ++i) {
    Scenario scenario;
    find_field("plan.recompute.modules")->set(scenario, std::vector{static_cast<std::int64_t>(i)});
    CHECK(scenario.plan.recompute->modules.*recompute_module_flags[i]);
  }
  Scenario scenario;
  find_field("plan.recompute.modules")->set(scenario, std::vector<std::int64_t>{0, 3});
  CHECK(text_of(*find_field("plan.recompute.modules"), find_field("plan.recompute.modules")->get(scenario)) ==
        "[\"core_attn\",\"moe_act\"]");
}

TEST_CASE("another mode of recomputation begins without the last one's modules and layers") {
  Scenario scenario;
  scenario.plan.recompute = Recompute{RecomputeMode::full, {}, 3, RecomputeMethod::uniform};
  const Field& field = *find_field("plan.recompute");
  field.set(scenario, static_cast<std::int64_t>(RecomputeMode::selective));
  CHECK(scenario.plan.recompute == Recompute{RecomputeMode::selective, {}, {}, RecomputeMethod::block});
}

TEST_CASE("offloading something else forgets how many layers' activations were offloaded") {
  Scenario scenario;
  scenario.plan.offload = Offload::activations;
  scenario.plan.offload_activations_layers = 4;
  find_field("plan.offload")->set(scenario, static_cast<std::int64_t>(Offload::optimizer));
  CHECK(scenario.plan.offload == Offload::optimizer);
  CHECK_FALSE(scenario.plan.offload_activations_layers.has_value());
}
