#include "core/measured/cross_validation.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format = "shardscope_cross_validation";

struct ErrorsKey {
  const char* key;
  std::vector<GroupErrors> CrossValidation::*member;
};
constexpr ErrorsKey errors_keys[] = {{"shipped", &CrossValidation::shipped},
                                     {"refitted", &CrossValidation::refitted},
                                     {"at_priors", &CrossValidation::at_priors},
                                     {"source_left_out", &CrossValidation::source_left_out},
                                     {"configuration_left_out", &CrossValidation::configuration_left_out}};

Json errors_json(const std::vector<GroupErrors>& groups) {
  Json json = Json::object();
  for (const GroupErrors& group : groups)
    json[group_name(group.group)] = {{"count", group.count},
                                     {"median_absolute_error", group.median_absolute_error},
                                     {"p90_absolute_error", group.p90_absolute_error}};
  return json;
}

/// Throws as the reader of JSON does, where no group has that name.
RunGroup group_at(const std::string& name) {
  if (std::optional<RunGroup> group = group_from(name)) return *std::move(group);
  throw Json::other_error::create(501, "no group of runs is called " + name, nullptr);
}

std::vector<GroupErrors> errors_from(const Json& json) {
  std::vector<GroupErrors> groups;
  for (const auto& [name, errors] : json.items())
    groups.push_back({group_at(name), errors.at("count").get<std::size_t>(),
                      errors.at("median_absolute_error").get<double>(), errors.at("p90_absolute_error").get<double>()});
  return groups;
}

CrossValidation from(const Json& document) {
  CrossValidation found;
  found.date = document.at("date").get<std::string>();
  for (const auto& [name, values] : document.at("constants").items())
    found.constants.push_back({name, values.at("shipped").get<double>(), values.at("prior").get<double>(),
                               values.at("refitted").get<double>()});
  for (const ErrorsKey& key : errors_keys) found.*key.member = errors_from(document.at("errors").at(key.key));
  for (const auto& [without, errors] : document.at("ablations").items())
    found.ablations.push_back({without, errors.at("instead").get<std::string>(), errors_from(errors.at("shipped")),
                               errors_from(errors.at("refitted"))});
  for (const auto& [name, values] : document.at("spreads").items())
    found.spreads.push_back({name, values.at("shipped").at(0).get<double>(), values.at("shipped").at(1).get<double>(),
                             values.at("found").at(0).get<double>(), values.at("found").at(1).get<double>()});
  for (const auto& [name, values] : document.at("coverage").items())
    found.coverage.push_back(
        {group_at(name), values.at("count").get<std::size_t>(), values.at("in_range").get<double>()});
  const Json calibrated = document.value("calibrated", Json::object());
  for (const auto& [name, errors] : calibrated.items())
    found.calibrated.push_back({group_at(name), errors.at("count").get<std::size_t>(),
                                errors.at("before").at(0).get<double>(), errors.at("before").at(1).get<double>(),
                                errors.at("after").at(0).get<double>(), errors.at("after").at(1).get<double>(),
                                errors.at("in_range").get<double>()});
  return found;
}

}  // namespace

Outcome<CrossValidation> read_cross_validation(std::string_view text) {
  const auto wrong = [](std::string path, std::string message) {
    return std::vector<Problem>{{Severity::error, std::move(path), std::move(message), "cross-validation-format"}};
  };
  const Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) return wrong("", "isn't JSON");
  if (!document.is_object() || !document.contains(format) || document.at(format) != 1)
    return wrong(format, "isn't 1, the version that is known");
  try {
    return from(document);
  } catch (const Json::exception& problem) {
    return wrong("", problem.what());
  }
}

Json cross_validation_json(const CrossValidation& found) {
  Json constants = Json::object(), errors = Json::object(), ablations = Json::object();
  for (const FittedConstant& constant : found.constants)
    constants[constant.name] = {
        {"shipped", constant.shipped}, {"prior", constant.prior}, {"refitted", constant.refitted}};
  for (const ErrorsKey& key : errors_keys) errors[key.key] = errors_json(found.*key.member);
  for (const AblationErrors& ablation : found.ablations)
    ablations[ablation.without] = {{"instead", ablation.words},
                                   {"shipped", errors_json(ablation.shipped)},
                                   {"refitted", errors_json(ablation.refitted)}};
  Json spreads = Json::object();
  for (const FittedSpread& spread : found.spreads)
    spreads[spread.name] = {{"shipped", {spread.shipped_shorter, spread.shipped_longer}},
                            {"found", {spread.shorter, spread.longer}}};
  Json coverage = Json::object();
  for (const RangeCoverage& group : found.coverage)
    coverage[group_name(group.group)] = {{"count", group.count}, {"in_range", group.in_range}};
  Json calibrated = Json::object();
  for (const CalibratedErrors& each : found.calibrated)
    calibrated[group_name(each.group)] = {{"count", each.count},
                                          {"before", {each.before_median, each.before_p90}},
                                          {"after", {each.after_median, each.after_p90}},
                                          {"in_range", each.in_range}};
  return {{format, 1},
          {"date", found.date},
          {"errors", errors},
          {"ablations", ablations},
          {"constants", constants},
          {"spreads", spreads},
          {"coverage", coverage},
          {"calibrated", calibrated}};
}

const GroupErrors* errors_of(const std::vector<GroupErrors>& groups, const RunGroup& group) {
  const auto found =
      std::find_if(groups.begin(), groups.end(), [&](const GroupErrors& errors) { return errors.group == group; });
  return found != groups.end() ? &*found : nullptr;
}

}  // namespace shardscope
