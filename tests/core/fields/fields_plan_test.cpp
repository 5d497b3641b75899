#include <set>

#include "tests/core/fields/field_checks.h"
#include "tests/core/fields/member_count.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the plan's fields read and write the plan alone") {
  check_section(plan_fields(), {"plan."});
}

TEST_CASE("each member of the plan has its row in the table or is a part of one") {
  const std::size_t said_by_parts = members_of<Overlap> + members_of<Recompute> - 2;  // each in place of one member
  const std::size_t said_with_another = 1;                                            // pad_vocab: padded_vocab's false
  std::size_t rows = plan_fields().size();
  for (const Field& field : plan_fields()) rows += field.parts.size();
  const std::size_t said_twice = 1;  // plan.offload.optimizer: what plan.offload says, too
  CHECK(rows - said_twice == members_of<Plan> + said_by_parts - said_with_another);
}

TEST_CASE("a plan is the sum of its fields and their parts") {
  for (const auto& [preset, launch] : real_presets().scenarios) {
    CAPTURE(preset.preset);
    Scenario to;
    for (const Field& field : plan_fields()) {
      field.set(to, field.get(preset));
      for (const Field& part : field.parts)
        if (const FieldValue value = part.get(preset); !std::holds_alternative<std::monostate>(value))
          part.set(to, value);
    }
    to.plan.pad_vocab = preset.plan.pad_vocab;  // said by a word in the place of padded_vocab's number
    CHECK(to.plan == preset.plan);
  }
}

TEST_CASE("with defaults filled in, only those keys stay absent that mean something by it") {
  const std::set<std::string_view> absent = {"plan.schedule_memory_limit", "plan.stage_layers", "plan.pipeline_layout",
                                             "plan.capacity_factor", "plan.moe_dispatcher"};  // it has no experts
  Scenario scenario = *real_presets().scenario("textbook-65k-h100");
  scenario.plan = Plan{};
  const Scenario filled = with_defaults(scenario);
  for (const Field& field : plan_fields())
    CHECK_MESSAGE(std::holds_alternative<std::monostate>(field.get(filled)) == absent.contains(field.path), field.path);
}

TEST_CASE("every degree says what more of it costs") {
  for (const char* key : {"tp", "pp", "dp", "cp", "ep", "etp", "virtual_stages", "zero", "micro_batch"}) {
    CAPTURE(key);
    CHECK_FALSE(find_field(std::string("plan.") + key)->cost.empty());
  }
}

TEST_CASE("a number of rows ends an unpadded vocabulary") {
  Scenario scenario;
  scenario.plan.pad_vocab = false;
  find_field("plan.padded_vocab")->set(scenario, std::int64_t{51200});
  CHECK(scenario.plan.pad_vocab);
  CHECK(scenario.plan.padded_vocab == 51200);
}
