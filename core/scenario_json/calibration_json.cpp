#include "core/scenario_json/calibration_json.h"

#include <cmath>
#include <optional>

#include "core/base/edits.h"
#include "core/base/rule_names.h"

namespace shardscope {

namespace {

using GivenJson = nlohmann::json;
using Json = nlohmann::ordered_json;

constexpr const char* at_path = "cluster.gpu.calibration";
constexpr double factor_min = 0.05, factor_max = 20;
constexpr std::size_t runs_max = 1000;

std::string key_of(CalibratedConstant constant) {
  return std::string(json_name(constant));
}

std::optional<CalibratedConstant> constant_at(Reader& reader, const std::string& key, const std::string& path) {
  const std::optional<CalibratedConstant> constant = value_named<CalibratedConstant>(key);
  if (constant) return constant;
  std::vector<std::string> names;
  for (const Choice& choice : choices<CalibratedConstant>()) names.emplace_back(choice.json);
  reader.fail(path + "." + shown(key),
              "there is no such calibrated constant; did you mean \"" + nearest_name(key, names) + "\"?",
              std::string(rule_name::unknown_key));
  return std::nullopt;
}

void read_factors(Reader& reader, const GivenJson& value, Calibration& calibration) {
  const std::string path = std::string(at_path) + ".factors";
  if (!is_object(reader, value, path)) return;
  for (const auto& [key, factor] : value.items()) {
    const std::optional<CalibratedConstant> constant = constant_at(reader, key, path);
    if (!constant) continue;
    const double number = factor.is_number() ? factor.get<double>() : 0;
    if (number >= factor_min && number <= factor_max)
      calibration.factors[index_of(*constant)] = number;
    else
      reader.fail(path + "." + key, words_of(factor) + " isn't a number from 0.05 to 20", "field-value");
  }
}

/// No covariance is larger than the spreads that it is told in, so that ranges stay finite whatever a file says.
void read_left(Reader& reader, const GivenJson& value, Calibration& calibration) {
  const std::string path = std::string(at_path) + ".left";
  if (!is_object(reader, value, path)) return;
  for (const auto& [key, row] : value.items()) {
    const std::optional<CalibratedConstant> one = constant_at(reader, key, path);
    if (!one || !is_object(reader, row, path + "." + key)) continue;
    for (const auto& [inner, covariance] : row.items()) {
      const std::optional<CalibratedConstant> other = constant_at(reader, inner, path + "." + key);
      if (!other) continue;
      if (covariance.is_number() && std::abs(covariance.get<double>()) <= 1)
        calibration.left[index_of(*one)][index_of(*other)] = calibration.left[index_of(*other)][index_of(*one)] =
            covariance.get<double>();
      else
        reader.fail(path + "." + key + "." + inner, words_of(covariance) + " isn't a number from -1 to 1",
                    "field-value");
    }
  }
}

void read_runs_of_calibration(Reader& reader, const GivenJson& value, Calibration& calibration) {
  const std::string path = std::string(at_path) + ".runs";
  if (!value.is_array() || value.empty() || value.size() > runs_max)
    return reader.fail(path, words_of(value) + " isn't a list of one to 1000 names", "field-value");
  for (const GivenJson& run : value) {
    if (!run.is_string()) return reader.fail(path, words_of(run) + " isn't a name", "field-value");
    calibration.runs.push_back(run.get<std::string>());
  }
}

}  // namespace

void read_calibration(Reader& reader, const GivenJson& value, Calibration& calibration) {
  calibration = {};
  if (value.is_null()) return;
  if (!is_object(reader, value, at_path)) return;
  if (!value.contains("runs")) return fail_missing(reader, std::string(at_path) + ".runs", "a list of names");
  for (const auto& [key, said] : value.items()) {
    if (key == "name" && said.is_string())
      calibration.name = said.get<std::string>();
    else if (key == "gpu" && said.is_string())
      calibration.gpu_title = said.get<std::string>();
    else if (key == "runs")
      read_runs_of_calibration(reader, said, calibration);
    else if (key == "factors")
      read_factors(reader, said, calibration);
    else if (key == "left")
      read_left(reader, said, calibration);
    else
      reader.fail(std::string(at_path) + "." + shown(key),
                  "there is no such key of a calibration; it has name, gpu, runs, factors and left",
                  std::string(rule_name::unknown_key));
  }
}

Json calibration_json(const Calibration& calibration) {
  if (!calibration.stands()) return nullptr;
  Json factors = Json::object(), left = Json::object();
  for (std::size_t i = 0; i < calibrated_count; ++i) {
    const std::string key = key_of(static_cast<CalibratedConstant>(i));
    if (calibration.factors[i] != 1) factors[key] = calibration.factors[i];
    Json row = Json::object();
    for (std::size_t j = 0; j <= i; ++j)
      if (calibration.left[i][j] != (i == j ? 1 : 0))
        row[key_of(static_cast<CalibratedConstant>(j))] = calibration.left[i][j];
    if (!row.empty()) left[key] = std::move(row);
  }
  Json object = Json::object();
  if (!calibration.name.empty()) object["name"] = calibration.name;
  if (!calibration.gpu_title.empty()) object["gpu"] = calibration.gpu_title;
  object.update({{"runs", calibration.runs}, {"factors", std::move(factors)}, {"left", std::move(left)}});
  return object;
}

Json calibration_schema() {
  Json factors = {{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
  Json row = factors;
  for (const Choice& choice : choices<CalibratedConstant>()) {
    const std::string key(choice.json);
    factors["properties"][key] = {
        {"description", choice.help}, {"type", "number"}, {"minimum", factor_min}, {"maximum", factor_max}};
    row["properties"][key] = {{"type", "number"}, {"minimum", -1}, {"maximum", 1}};
  }
  Json left = {{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
  for (const Choice& choice : choices<CalibratedConstant>()) left["properties"][std::string(choice.json)] = row;
  return {{"type", Json::array({"object", "null"})},
          {"properties",
           {{"name", {{"type", "string"}}},
            {"gpu", {{"type", "string"}}},
            {"runs", {{"type", "array"}, {"items", {{"type", "string"}}}, {"minItems", 1}, {"maxItems", runs_max}}},
            {"factors", std::move(factors)},
            {"left", std::move(left)}}},
          {"required", Json::array({"runs"})},
          {"additionalProperties", false}};
}

}  // namespace shardscope
