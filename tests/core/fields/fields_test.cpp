#include "core/fields/fields.h"

#include <limits>
#include <set>

#include "tests/core/fields/field_checks.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("every field has a path of its own, and is found by it") {
  std::set<std::string_view> paths;
  for (const Field& field : fields()) {
    CAPTURE(field.path);
    CHECK(paths.insert(field.path).second);
    CHECK(find_field(field.path) == &field);
  }
  CHECK(paths.size() == model_fields().size() + gpu_fields().size() + cluster_fields().size() + plan_fields().size() +
                            run_fields().size());
  CHECK(find_field("plan.pt") == nullptr);
  CHECK(find_field("") == nullptr);
}

TEST_CASE("two fields say which layers are on which stage") {
  std::string paths;
  for (const Field& field : fields())
    if (is_layout(field.path)) paths += std::string(field.path) + " ";
  CHECK(paths == "plan.stage_layers plan.pipeline_layout ");
}

TEST_CASE("a degree at work is each of a replica, and the number of replicas") {
  for (const std::string_view path : degrees_at_work) CHECK(find_field(path) != nullptr);
  for (const std::string_view path : degrees_of_replica) CHECK(holds_path(degrees_at_work, path));
  CHECK(holds_path(degrees_at_work, "plan.dp"));
  CHECK_FALSE(holds_path(degrees_of_replica, "plan.dp"));
}

TEST_CASE("a value of another kind changes nothing") {
  Scenario scenario;
  find_field("plan.tp")->set(scenario, FieldValue(2.5));
  find_field("plan.tp")->set(scenario, FieldValue(true));
  find_field("run.tokens")->set(scenario, FieldValue(std::int64_t{3}));
  find_field("plan.precision")->set(scenario, FieldValue(std::string("fp8")));
  CHECK(scenario == Scenario{});
}

TEST_CASE("a value's text is what the JSON has") {
  const auto text = [](std::string_view path, FieldValue value) { return text_of(*find_field(path), value); };
  CHECK(text("plan.tp", std::int64_t{8}) == "8");
  CHECK(text("run.tokens", 15.6e12) == "1.56e+13");
  CHECK(text("cluster.pue", 1.2) == "1.2");
  CHECK(text("plan.flash_attention", true) == "true");
  CHECK(text("plan.schedule", static_cast<std::int64_t>(ScheduleKind::one_f_one_b)) == "1f1b");
  CHECK(text("plan.schedule", std::int64_t{999}) == "999");
  CHECK(text("plan.stage_layers", std::vector<std::int64_t>{4, 4, 3}) == "[4,4,3]");
  CHECK(text("name", std::string("GPT-4")) == "GPT-4");
  CHECK(text("plan.zero", {}) == "default");
}

TEST_CASE("a refusal says what is wrong with a value") {
  const auto why = [](std::string_view path, FieldValue value) { return refusal(*find_field(path), value); };
  CHECK(why("plan.tp", std::int64_t{8}).empty());
  CHECK(why("plan.tp", std::int64_t{0}) == "0 is below 1");
  CHECK(why("plan.zero", std::int64_t{4}) == "4 is above 3");
  CHECK(why("plan.tp", 2.5) == "it isn't a whole number");
  CHECK(why("plan.tp", {}) == "it can't be absent");
  CHECK(why("plan.zero", {}).empty());
  CHECK(why("cluster.pue", std::numeric_limits<double>::quiet_NaN()) == "it isn't a finite number");
  CHECK(why("cluster.pue", true) == "it isn't a number");
  CHECK(why("plan.flash_attention", 1.0) == "it isn't true or false");
  CHECK(why("plan.precision", std::int64_t{-1}) == "it isn't one of the choices");
  CHECK(why("name", std::int64_t{1}) == "it isn't text");
  CHECK(why("plan.stage_layers", std::vector<std::int64_t>{1, -1}) == "-1 is below 0");
  CHECK(why("plan.stage_layers", std::int64_t{1}) == "it isn't a list of whole numbers");
}

TEST_CASE("a field's text, given as a setting, gives its value back") {
  for (const auto& [preset, launch] : real_presets().scenarios) {
    CAPTURE(preset.preset);
    for (const char* path : {"plan.tp", "plan.schedule", "plan.micro_batch", "run.tokens", "cluster.gpus",
                             "cluster.scale_out_bandwidth", "plan.overlap.tp", "name"}) {
      CAPTURE(path);
      const Field& field = *find_field(path);
      if (std::holds_alternative<std::monostate>(field.get(preset))) continue;
      const Outcome<Scenario> same =
          apply_setting(preset, std::string(path) + "=" + text_of(field, field.get(preset)), real_presets());
      REQUIRE(succeeded(same));
      CHECK(value_of(same) == preset);
    }
  }
}

TEST_CASE("a field in brief is the field's own term, or its label where nothing is shorter") {
  CHECK(brief_label("plan.tp") == "TP");
  CHECK(brief_label("plan.virtual_stages") == "chunks");
  CHECK(brief_label("plan.micro_batch") == "micro-batch");
  CHECK(brief_title("plan.virtual_stages") == "Chunks");
  CHECK(brief_title("plan.tp") == "TP");
  CHECK(brief_label("run.tokens") == find_field("run.tokens")->label);
  CHECK(brief_label("no.field") == "no.field");
  std::size_t shorter = 0;
  for (const Field& field : fields()) {
    CAPTURE(field.path);
    CHECK(brief_label(field.path).size() <= field.label.size());
    shorter += brief_label(field.path) != field.label ? 1 : 0;
  }
  CHECK(shorter >= 12);
}

TEST_CASE("fields of some weight are the plan's, each with a place of its own, the degrees first") {
  int place = 0;
  for (const Field* field : weighty_fields()) {
    CAPTURE(field->path);
    CHECK(field->path.starts_with("plan."));
    CHECK(field->weight.place == ++place);
  }
  CHECK(weighty_fields().front()->path == "plan.tp");
  CHECK_FALSE(find_field("plan.offload")->weight.asked_first);
}
