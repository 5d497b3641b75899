#include "app/python/refusals.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

#include "app/files/files.h"
#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/fields/fields.h"
#include "core/fields/reader.h"
#include "core/fields/whole_parts.h"

namespace shardscope {

namespace {

namespace py = pybind11;

/// Names that a preset's key takes, however it is written: "cluster.gpu", "cluster.pools[0].gpu.preset". Null of other
/// paths.
std::optional<std::vector<std::string>> preset_names_at(std::string_view path, const Presets& presets) {
  if (path.ends_with(".preset")) path.remove_suffix(std::string_view(".preset").size());
  if (path == whole_model) return names_of_presets(presets.models);
  if (path == cluster_part) return names_of_presets(presets.clusters);
  const bool of_pool = path.starts_with("cluster.pools[") && path.ends_with("].gpu");
  if (path == whole_gpu || of_pool) return names_of_presets(presets.gpus);
  return std::nullopt;
}

/// The field at a path, also where its own key ends the path: "plan.recompute.mode".
const Field* field_at(std::string_view path) {
  path = path.substr(0, path.find('['));
  if (const Field* field = find_field(path)) return field;
  const std::size_t dot = path.rfind('.');
  const Field* whole = dot == std::string_view::npos ? nullptr : find_field(path.substr(0, dot));
  return whole != nullptr && path.substr(dot + 1) == whole->own_key ? whole : nullptr;
}

/// The keys of a section, "plan." or "" for a scenario's own, sections within it too; none where there is no such.
std::vector<std::string> keys_of(const std::string& section) {
  std::vector<std::string> keys;
  if (section == "model." || section == "cluster." || section == "cluster.gpu.") keys.emplace_back("preset");
  if (section == "cluster.") keys.emplace_back("pools");
  for (const Field& field : fields()) {
    if (!std::string_view(field.path).starts_with(section)) continue;
    const std::string rest(std::string_view(field.path).substr(section.size()));
    const std::string key = rest.substr(0, rest.find('.'));
    if (keys.empty() || keys.back() != key) keys.push_back(key);
  }
  return keys;
}

/// Of a scenario that isn't there: the names of those that are.
std::vector<std::string> valid_instead(const Problem& problem, const Presets& presets) {
  if (!problem.valid.empty()) return problem.valid;
  if (problem.rule == rule_name::scenario_found) return names_of_presets(presets.scenarios);
  if (problem.rule == "unknown-field" || problem.rule == "field-twice") return {};  // of a report, no scenario's
  if (problem.path.empty()) return {};
  if (problem.rule == rule_name::unknown_key) return keys_of(problem.path.substr(0, problem.path.rfind('.') + 1));
  return valid_values(problem.path, presets);
}

/// "; import_launch(…, environment={"NNODES": …}) says it": how Python gives a launch what it takes from outside.
std::string outside_words(const std::vector<std::string>& names) {
  std::string variables;
  bool arguments = names.empty();
  for (const std::string& name : names)
    if (!name.empty() && is_name_start(name[0]))
      variables += (variables.empty() ? "\"" : ", \"") + name + "\": …";
    else
      arguments = true;
  std::string words = "; import_launch(…, ";
  if (!variables.empty()) words += "environment={" + variables + "}";
  if (arguments) words += variables.empty() ? "arguments=[…]" : ", arguments=[…]";
  return words + ") says it";
}

/// The message with its remedy, as Python has it.
std::string python_words(const Problem& problem) {
  switch (problem.remedy.kind) {
    case RemedyKind::command:
      return problem.message;
    case RemedyKind::outside:
      return problem.remedy.words.empty() ? problem.message : problem.message + outside_words(problem.remedy.names);
    case RemedyKind::none:
    case RemedyKind::setting:
      break;
  }
  return words_of(problem);
}

py::dict problem_to_python(const Problem& problem, const Presets& presets) {
  py::dict made;
  made["severity"] = std::string(name_of(problem.severity));
  made["path"] = problem.path;
  made["message"] = python_words(problem);
  made["rule"] = full_rule(problem);
  made["where"] = where_words(problem);
  made["valid"] = valid_instead(problem, presets);
  return made;
}

}  // namespace

std::vector<std::string> valid_values(const std::string& path, const Presets& presets) {
  if (std::optional<std::vector<std::string>> names = preset_names_at(path, presets)) return *std::move(names);
  if (path == "cluster.pools") return {"a list of objects, each with gpu and gpus"};
  const Field* field = field_at(path);
  if (field == nullptr) return keys_of(path.empty() ? path : path + ".");
  if (field->choices.empty()) return {wanted(*field)};
  std::vector<std::string> names;
  for (const Choice& choice : field->choices) names.emplace_back(choice.json);
  return names;
}

py::list problems_to_python(std::span<const Problem> problems, const Presets& presets) {
  py::list list;
  for (const Problem& problem : problems) list.append(problem_to_python(problem, presets));
  return list;
}

py::object refusal_of(std::span<const Problem> problems, const std::string& source, const Presets& presets) {
  std::vector<Problem> errors(problems.begin(), problems.end());
  std::stable_partition(errors.begin(), errors.end(),
                        [](const Problem& problem) { return problem.severity == Severity::error; });
  return py::module_::import("shardscope._errors")
      .attr("refusal")(problems_to_python(errors, presets), is_standard_input(source) ? std::string() : source);
}

void raise_refusal(std::span<const Problem> problems, const std::string& source, const Presets& presets) {
  const py::object refusal = refusal_of(problems, source, presets);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(refusal.ptr())), refusal.ptr());
  throw py::error_already_set();
}

}  // namespace shardscope
