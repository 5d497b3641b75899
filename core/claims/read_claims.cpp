#include "core/claims/read_claims.h"

#include <nlohmann/json.hpp>

#include "core/fields/json_document.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Problem wrong(std::string path, std::string message) {
  return {Severity::error, std::move(path), std::move(message), "claim"};
}

std::vector<Setting> settings_at(const Json& object, const char* key) {
  const std::vector<std::string> texts = texts_at(object, key);
  return {texts.begin(), texts.end()};
}

/// A number, or a list of numbers and nulls.
Numbers numbers_at(const Json& object, const char* key) {
  Numbers numbers;
  const auto add = [&](const Json& value) {
    numbers.push_back(value.is_number() ? std::optional(value.get<double>()) : std::nullopt);
  };
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return numbers;
  if (found->is_array())
    for (const Json& value : *found) add(value);
  else
    add(*found);
  return numbers;
}

Claim claim_of(const Json& object, const std::string& source) {
  Claim claim;
  claim.id = text_at(object, "id");
  claim.source = source;
  claim.claim = text_at(object, "claim");
  claim.unit = text_at(object, "unit");
  claim.claimed = numbers_at(object, "claimed");
  if (const auto part = object.find("part"); part != object.end() && part->is_number_unsigned())
    claim.part = part->get<std::size_t>();
  claim.range = flag_at(object, "range");
  claim.formula = text_at(object, "formula");
  claim.names = texts_at(object, "names");
  claim.computed_unit = text_at(object, "computed_unit");
  claim.expected = numbers_at(object, "expected");
  claim.capacity = flag_at(object, "capacity");
  claim.note = text_at(object, "note");
  claim.scenario = text_at(object, "scenario");
  claim.settings = settings_at(object, "settings");
  claim.simulated = text_at(object, "simulated");
  if (const auto scale = object.find("simulated_scale"); scale != object.end() && scale->is_number())
    claim.simulated_scale = scale->get<double>();
  claim.against = settings_at(object, "against");
  claim.decided_by_simulation = flag_at(object, "decided_by_simulation");
  claim.basis = text_at(object, "basis");
  if (const auto inputs = object.find("inputs"); inputs != object.end() && inputs->is_object())
    for (const auto& [name, value] : inputs->items()) {
      std::vector<double> numbers;
      for (const std::optional<double>& number : numbers_at(*inputs, name.c_str()))
        if (number) numbers.push_back(*number);
      claim.inputs.emplace_back(name, std::move(numbers));
    }
  return claim;
}

}  // namespace

Outcome<std::vector<Claim>> read_claims(std::string_view text) {
  const Outcome<Json> parsed = parse_document_in_order(text);
  if (!succeeded(parsed)) return problems_of(parsed);
  const Json& document = value_of(parsed);
  const auto list = document.is_object() ? document.find("claims") : document.end();
  if (!document.is_object() || list == document.end() || !list->is_array())
    return std::vector{wrong("claims", "a list of claims is required")};
  const std::string source = text_at(document, "source");
  std::vector<Claim> claims;
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Json& entry = (*list)[i];
    const std::string path = "claims[" + std::to_string(i) + "]";
    Claim claim = entry.is_object() ? claim_of(entry, source) : Claim{};
    if (claim.id.empty() || claim.claim.empty())
      problems.push_back(wrong(path, "an object with id and claim is required"));
    claims.push_back(std::move(claim));
  }
  if (!problems.empty()) return problems;
  return claims;
}

}  // namespace shardscope
