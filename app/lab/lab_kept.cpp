#include "app/lab/lab_kept.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/fields/json_document.h"
#include "core/fields/json_number.h"

namespace shardscope {

namespace {

using LabJson = nlohmann::ordered_json;

template <class Number>
void take_number(const LabJson& json, const char* key, Number& number, double least, double most) {
  if (const std::optional<double> value = number_at(json, key); value && std::isfinite(*value))
    number = static_cast<Number>(std::clamp(*value, least, most));
}

void take_stragglers(Stragglers& stragglers, const LabJson& json) {
  if (number_at(json, "slow_rank")) {
    std::int32_t rank = 0;
    take_number(json, "slow_rank", rank, 0, lab_bounds::ranks_max - 1);
    stragglers.slow_rank = rank;
  }
  take_number(json, "slow_factor", stragglers.slow_factor, 0, lab_bounds::time_max);
  take_number(json, "jitter", stragglers.jitter, 0, 1);
  if (const auto seed = json.find("seed"); seed != json.end() && seed->is_number_unsigned())
    stragglers.seed = seed->get<std::uint64_t>();
}

LabDocument document_of_lab(const LabJson& json) {
  LabDocument document;
  LabScenario& values = document.values;
  take_number(json, "ranks", values.ranks, 1, lab_bounds::ranks_max);
  take_number(json, "micro_batches", values.micro_batches, 1, lab_bounds::micro_batches_max);
  take_number(json, "virtual_stages", values.virtual_stages, 1, lab_bounds::chunks_max);
  take_number(json, "forward", values.forward, lab_bounds::pass_min, lab_bounds::time_max);
  take_number(json, "backward_input", values.backward_input, lab_bounds::pass_min, lab_bounds::time_max);
  take_number(json, "backward_weight", values.backward_weight, lab_bounds::pass_min, lab_bounds::time_max);
  take_number(json, "transfer", values.transfer, 0, lab_bounds::time_max);
  if (number_at(json, "memory_limit"))
    take_number(json, "memory_limit", values.memory_limit.emplace(), 1,
                lab_bounds::micro_batches_max * lab_bounds::chunks_max);
  take_stragglers(values.stragglers, json);
  const std::vector<std::string> shown = texts_at(json, "shown");
  for (std::size_t i = 0; i < std::min(shown.size(), document.shown.size()); ++i)
    document.shown[i] = value_named<ScheduleKind>(shown[i]).value_or(document.shown[i]);
  return document;
}

}  // namespace

std::string kept_settings(const LabState& state) {
  const LabDocument document = state.lab ? state.lab->history.present() : state.kept.value_or(LabDocument{});
  if (document == LabDocument{}) return "{}";
  const LabScenario& values = document.values;
  LabJson json = {{"ranks", values.ranks},
                  {"micro_batches", values.micro_batches},
                  {"virtual_stages", values.virtual_stages},
                  {"forward", values.forward},
                  {"backward_input", values.backward_input},
                  {"backward_weight", values.backward_weight},
                  {"transfer", values.transfer},
                  {"slow_factor", values.stragglers.slow_factor},
                  {"jitter", values.stragglers.jitter},
                  {"seed", values.stragglers.seed},
                  {"shown", {json_name(document.shown[0]), json_name(document.shown[1])}}};
  if (values.memory_limit) json["memory_limit"] = *values.memory_limit;
  if (values.stragglers.slow_rank) json["slow_rank"] = *values.stragglers.slow_rank;
  return json.dump();
}

void take_kept_settings(LabState& state, std::string_view text) {
  const LabJson json = LabJson::parse(text, nullptr, false);
  if (!json.is_object()) return;
  state.lab.reset();
  state.kept = document_of_lab(json);
}

void add_kept_settings(LabState& state, std::string_view text) {
  if (!state.lab && state.kept.value_or(LabDocument{}) == LabDocument{}) take_kept_settings(state, text);
}

}  // namespace shardscope
