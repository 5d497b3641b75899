// The plan's keys that take more than one form.
#include <nlohmann/json.hpp>

#include "core/fields/reader.h"
#include "core/scenario_json/sections.h"

namespace shardscope {

namespace {

using nlohmann::json;

const Field& field_of(std::string_view path) {
  return *find_field(path);
}

void read_dp(Reader& reader, const json& value, Scenario& scenario) {
  if (value.is_string() && value.get_ref<const std::string&>() == "auto")
    scenario.plan.dp.reset();
  else if (value.is_number())
    read_field(reader, field_of("plan.dp"), value, scenario);
  else
    reader.fail("plan.dp", words_of(value) + " isn't \"auto\" or " + wanted(field_of("plan.dp")), "field-value");
}

void read_padded_vocab(Reader& reader, const json& value, Scenario& scenario) {
  if (value.is_boolean() && !value.get<bool>()) {
    scenario.plan.pad_vocab = false;
    scenario.plan.padded_vocab.reset();
    return;
  }
  read_field(reader, field_of("plan.padded_vocab"), value, scenario);
}

}  // namespace

void read_plan(Reader& reader, const json& value, Scenario& scenario) {
  scenario.plan.dp = 1;  // absent means 1; "auto" follows the GPUs
  if (!is_object(reader, value, "plan")) return;
  using Special = void (*)(Reader&, const json&, Scenario&);
  constexpr std::pair<std::string_view, Special> specials[] = {{"dp", read_dp}, {"padded_vocab", read_padded_vocab}};
  Keys keys;
  for (const auto& [key, read] : specials) {
    keys.taken.push_back(key);
    const auto found = value.find(std::string(key));
    if (found != value.end() && !found->is_null()) read(reader, *found, scenario);
  }
  read_object(reader, value, "plan.", keys, scenario);
  for (const char* required : {"sequence_length", "micro_batch", "global_batch"})
    if (!value.contains(required)) fail_missing(reader, std::string("plan.") + required);
}

}  // namespace shardscope
