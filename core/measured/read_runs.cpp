#include "core/measured/read_runs.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/base/limits.h"
#include "core/base/rule_names.h"
#include "core/fields/json_document.h"
#include "core/scenario_json/parse.h"

namespace shardscope {

namespace {

using GivenJson = nlohmann::json;

std::vector<Problem> failure(std::string path, std::string message, std::string rule) {
  return {{Severity::error, std::move(path), std::move(message), std::move(rule)}};
}

bool is_preset(const std::string& name, const Catalogue& presets) {
  return std::any_of(presets.models.begin(), presets.models.end(),
                     [&](const Model& model) { return model.preset == name; });
}

/// The run's scenario with the file's own model in place of its name, where the file has one of that name. What that
/// leaves unsaid of a model that is a preset too is the preset's.
GivenJson with_model(GivenJson scenario, const GivenJson& models, const Catalogue& presets) {
  const auto model = scenario.is_object() ? scenario.find("model") : scenario.end();
  if (model == scenario.end()) return scenario;
  const std::string name = model->is_string()   ? model->get<std::string>()
                           : model->is_object() ? text_at(*model, "preset")
                                                : std::string();
  const auto known = models.find(name);
  if (name.empty() || known == models.end()) return scenario;
  GivenJson whole = *known;
  if (model->is_object() && whole.is_object()) {
    whole.update(*model);
    whole.erase("preset");
  }
  if (whole.is_object() && !whole.contains("preset") && is_preset(name, presets)) whole["preset"] = name;
  *model = std::move(whole);
  return scenario;
}

/// The GPU as the file names it, for a run that can't be read.
std::string gpu_word(const GivenJson& scenario) {
  if (!scenario.is_object()) return {};
  const auto cluster = scenario.find("cluster");
  if (cluster == scenario.end() || !cluster->is_object()) return {};
  const auto gpu = cluster->find("gpu");
  if (gpu == cluster->end()) return {};
  return gpu->is_string() ? gpu->get<std::string>() : gpu->is_object() ? text_at(*gpu, "preset") : std::string();
}

/// A run on trays of a rack whose GPUs share one scale-up link (GB200 and GB300 NVL72: four GPUs per tray) ran over
/// that link, whether the run says so or not; only such racks join more GPUs than a node holds.
void set_rack_domain(Cluster& cluster) {
  constexpr std::int64_t node_gpus_max = 16;  // the largest node with one scale-up domain: DGX-2
  const std::int64_t domain = cluster.gpu.scale_up_domain;
  if (!cluster.scale_up_domain && domain > node_gpus_max && cluster.gpus_per_node < domain)
    cluster.scale_up_domain = domain;
}

void read_run_scenario(MeasuredRun& run, const GivenJson& value, const GivenJson& models, const Catalogue& presets,
                       const std::string& path) {
  run.gpu = gpu_word(value);
  const std::string text = with_model(value, models, presets).dump(-1, ' ', false, GivenJson::error_handler_t::replace);
  Outcome<ParsedScenario> parsed = parse_scenario(text, presets);
  if (!succeeded(parsed)) {
    for (Problem problem : problems_of(parsed)) {
      problem.path = path + (problem.path.empty() ? "" : "." + problem.path);
      run.problems.push_back(std::move(problem));
    }
    return;
  }
  ParsedScenario& read = std::get<0>(parsed);
  for (const Problem& notice : read.notices) run.convention_known &= notice.rule != rule_name::unknown_flops_convention;
  if (!read.said.scenario.cluster.gpu.preset.empty()) run.gpu = read.said.scenario.cluster.gpu.preset;
  set_rack_domain(read.said.scenario.cluster);
  run.scenario = std::move(read.said.scenario);
}

/// One of an enumeration's names. Another is said and left unstated: the figures are compared all the same.
template <class Enumeration>
void read_choice(MeasuredRun& run, Enumeration& into, std::string_view said, const std::string& path) {
  const auto& names = table_of<Enumeration>;
  const auto known = std::find(std::begin(names), std::end(names), said);
  if (known != std::end(names)) {
    into = static_cast<Enumeration>(known - std::begin(names));
    return;
  }
  std::string valid;
  for (const std::string_view name : names)
    if (!name.empty()) valid += (valid.empty() ? "" : ", ") + std::string(name);
  run.problems.push_back({Severity::warning, path, "\"" + shown(said) + "\" isn't one of " + valid, "field-value"});
}

void read_measured(MeasuredRun& run, const GivenJson& value, const std::string& path) {
  const auto wrong = [&](std::string_view key, const char* takes) {
    run.problems.push_back({Severity::error, path + "." + std::string(key), takes, "field-value"});
  };
  if (!value.is_object()) {
    run.problems.push_back({Severity::error, path, "isn't an object of measured figures", "field-value"});
    return;
  }
  for (std::size_t field = 0; field < measured_field_count; ++field) {
    const auto found = value.find(std::string(measured_field_names[field]));
    if (found == value.end() || found->is_null()) continue;
    const double figure = found->is_number() ? found->get<double>() : 0;
    if (figure > 0 && std::isfinite(figure))
      run.measured[field] = figure;
    else
      wrong(measured_field_names[field], "isn't a number above 0");
  }
  const auto kind = value.find("memory_kind");
  if (kind == value.end() || kind->is_null()) return;
  const std::string name = kind->is_string() ? kind->get<std::string>() : std::string();
  const auto known = std::find(memory_kind_names.begin(), memory_kind_names.end(), name);
  if (known != memory_kind_names.end())
    run.memory_kind = static_cast<MemoryKind>(known - memory_kind_names.begin());
  else if (name != "unknown")
    wrong("memory_kind", "isn't one of allocated, reserved, device, unstated");
}

/// A rival's figures: stated, or as an error in percent of what was measured.
void read_rival(MeasuredRun& run, const GivenJson& value, const std::string& path) {
  if (value.is_null()) return;
  Rival rival{value.is_object() ? text_at(value, "name") : std::string(), {}};
  if (rival.name.empty()) {
    run.problems.push_back({Severity::error, path, "isn't an object with a name", "field-value"});
    return;
  }
  const auto number = [&](std::string_view key) {
    const auto found = value.find(std::string(key));
    return found != value.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
  };
  for (std::size_t field = 0; field < measured_field_count; ++field)
    if (const auto figure = number(measured_field_names[field]); figure && *figure > 0 && std::isfinite(*figure))
      rival.figures[field] = figure;
  constexpr std::pair<const char*, MeasuredField> errors[] = {
      {"time_error_pct", MeasuredField::step_seconds},
      {"tflops_error_pct", MeasuredField::model_flops_per_gpu_per_second},
      {"memory_error_pct", MeasuredField::peak_memory_bytes}};
  for (const auto& [key, field] : errors) {
    auto& figure = rival.figures[index_of(field)];
    const auto& measured = run.measured[index_of(field)];
    if (const auto error = number(key); error && measured && !figure) figure = *measured * (1 + *error / 100);
  }
  run.rival = std::move(rival);
}

MeasuredRun read_run(const GivenJson& value, const GivenJson& models, const Catalogue& presets,
                     const std::string& path) {
  MeasuredRun run;
  if (!value.is_object()) {
    run.problems = failure(path, "isn't an object", "field-value");
    return run;
  }
  run.id = text_at(value, "id");
  run.source = text_at(value, "source");
  run.framework = text_at(value, "framework");
  read_choice(run, run.kind, text_at(value, "kind"), path + ".kind");
  read_choice(run, run.quality, text_at(value, "quality"), path + ".quality");
  run.notes = text_at(value, "notes");
  run.scale_out = text_at(value, "scale_out");
  const auto member = [&](const char* key) {
    const auto found = value.find(key);
    return found != value.end() ? *found : GivenJson();
  };
  read_run_scenario(run, member("scenario"), models, presets, path + ".scenario");
  read_measured(run, member("measured"), path + ".measured");
  read_rival(run, member("rival"), path + ".rival");
  return run;
}

/// What is wrong with the file as a whole; empty where nothing is.
std::vector<Problem> problems_with(const GivenJson& document) {
  if (!document.is_object()) return failure("", "isn't an object with shardscope_runs, models and runs", "runs-format");
  const auto version = document.find("shardscope_runs");
  if (version == document.end() || *version != 1)
    return failure("shardscope_runs", "isn't 1, the version that is known", "runs-format");
  const auto runs = document.find("runs");
  if (runs == document.end() || !runs->is_array()) return failure("runs", "isn't a list of runs", "runs-format");
  if (runs->size() > limits::measured_runs_max)
    return failure("runs", "are more than " + std::to_string(limits::measured_runs_max), "runs-format");
  const auto models = document.find("models");
  if (models == document.end()) return {};
  if (!models->is_object()) return failure("models", "isn't an object of models by name", "runs-format");
  for (const auto& [name, model] : models->items())
    if (model.dump(-1, ' ', false, GivenJson::error_handler_t::replace).size() > limits::measured_model_bytes_max)
      return failure("models." + shown(name),
                     "is longer than " + std::to_string(limits::measured_model_bytes_max >> 10) + " KiB",
                     "runs-format");
  return {};
}

}  // namespace

Outcome<std::vector<MeasuredRun>> read_runs(std::string_view text, const Catalogue& presets) {
  const Outcome<GivenJson> parsed = parse_document(text);
  if (!succeeded(parsed)) return problems_of(parsed);
  const GivenJson& document = value_of(parsed);
  if (std::vector<Problem> problems = problems_with(document); !problems.empty()) return problems;
  const auto models = document.find("models");
  const GivenJson known = models != document.end() ? *models : GivenJson::object();
  const GivenJson& listed = document.at("runs");
  std::vector<MeasuredRun> runs;
  runs.reserve(listed.size());
  for (const GivenJson& value : listed)
    runs.push_back(read_run(value, known, presets, "runs[" + std::to_string(runs.size()) + "]"));
  return runs;
}

}  // namespace shardscope
