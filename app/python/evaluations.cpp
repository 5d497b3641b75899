// Reports, of one scenario or of many at once.
#include <pybind11/stl.h>

#include <nlohmann/json.hpp>
#include <variant>

#include "app/commands/answers/check_scenario.h"
#include "app/commands/refuse.h"
#include "app/panels/verdict_cells.h"
#include "app/python/interruptible.h"
#include "app/python/json_objects.h"
#include "app/python/module.h"
#include "app/python/refusals.h"
#include "app/python/scenarios.h"
#include "core/base/share_work.h"
#include "core/report_json/report_fields.h"
#include "core/script/evaluate_loaded.h"

namespace shardscope {

namespace {

namespace py = pybind11;
using Json = nlohmann::ordered_json;

/// A report with the scenario that it is of.
struct Evaluation {
  std::shared_ptr<const Presets> presets;
  Checked checked;
  AsRead as_read;

  [[nodiscard]] const Report& report() const { return checked.named.report; }
};

/// What one of many came to: a report, some of its fields, or why there is none.
using ManyResult = std::variant<std::vector<Problem>, std::unique_ptr<Evaluation>, std::vector<Json>>;

/// Paths of a report, known to be some: an example is evaluated for it, so they are read once for many scenarios.
struct Fields {
  std::vector<FieldPath> paths;
};

Fields read_fields(const ProgramPresets& program, const std::vector<std::string>& fields) {
  if (fields.empty()) return {};
  std::string list;
  for (const std::string& field : fields) {
    if (field.find(',') != std::string::npos)
      raise_refusal(std::vector<Problem>{{Severity::error, shown(field), "has a comma, and no field of a report does",
                                          "unknown-field"}},
                    "fields", *program.presets);
    list += (list.empty() ? "" : ",") + field;
  }
  Outcome<std::vector<FieldPath>> paths = read_field_paths(list, example_report(*program.presets));
  if (!succeeded(paths)) raise_refusal(problems_of(paths), "fields", *program.presets);
  return {std::move(std::get<0>(paths))};
}

/// One of many: a scenario to be read, or one that was.
using OneOfMany = std::variant<AskedTuple, const LoadedScenario*>;

/// Where it stays: a report is long to move.
std::unique_ptr<Evaluation> evaluation_of(LoadedScenario loaded) {
  return std::unique_ptr<Evaluation>(
      new Evaluation{loaded.presets, check_scenario(loaded.source, std::move(loaded.parsed), *loaded.presets),
                     std::move(loaded.as_read)});
}

/// Without fields the whole report, with the scenario.
ManyResult evaluate_parsed(LoadedScenario loaded, const Fields& fields) {
  if (fields.paths.empty()) return evaluation_of(std::move(loaded));
  const ParsedScenario& parsed = loaded.parsed;
  if (const std::optional<Json> figures = figures_of_loaded(parsed.said.scenario, fields.paths))
    return std::vector<Json>(figures->begin(), figures->end());
  const Report report = evaluate_loaded(parsed);
  if (!report.valid) return errors_among(report.problems);
  const Json figures = report_fields(report, fields.paths, parsed.said.launch);
  return std::vector<Json>(figures.begin(), figures.end());
}

ManyResult evaluate_asked(const AskedScenario& asked, const std::shared_ptr<const Presets>& presets,
                          const Fields& fields) {
  Outcome<LoadedScenario> loaded = load_asked(asked, presets);
  if (!succeeded(loaded)) return problems_of(loaded);
  return evaluate_parsed(std::move(std::get<0>(loaded)), fields);
}

ManyResult evaluate_one_of_many(const OneOfMany& one, const std::shared_ptr<const Presets>& presets,
                                const Fields& fields) {
  if (const auto* read = std::get_if<const LoadedScenario*>(&one)) return evaluate_parsed(**read, fields);
  return evaluate_asked(asked_of(std::get<AskedTuple>(one)), presets, fields);
}

const std::string& source_of_one(const OneOfMany& one) {
  if (const auto* read = std::get_if<const LoadedScenario*>(&one)) return (*read)->source;
  return std::get<0>(std::get<AskedTuple>(one));
}

py::object python_of(ManyResult result, const std::string& source, const Presets& presets) {
  if (const auto* problems = std::get_if<std::vector<Problem>>(&result)) return refusal_of(*problems, source, presets);
  if (auto* evaluation = std::get_if<std::unique_ptr<Evaluation>>(&result)) return py::cast(std::move(*evaluation));
  const auto& figures = std::get<std::vector<Json>>(result);
  py::tuple row(figures.size());
  for (std::size_t i = 0; i < figures.size(); ++i) row[i] = to_python(figures[i]);
  return row;
}

py::list evaluate_many(const ProgramPresets& program, const std::vector<OneOfMany>& asked, const Fields& fields,
                       int threads) {
  for (const OneOfMany& one : asked)  // None is a pointer to nothing
    if (const auto* read = std::get_if<const LoadedScenario*>(&one); read != nullptr && *read == nullptr)
      throw py::type_error("None is no scenario");
  std::vector<ManyResult> results(asked.size());  // each by itself, in the order in which they were asked
  run_interruptibly([&](const std::stop_token& stop) {
    share_work(asked.size(), threads_wanted(threads), stop,
               [&](std::size_t i) { results[i] = evaluate_one_of_many(asked[i], program.presets, fields); });
  });
  py::list list(results.size());
  for (std::size_t i = 0; i < results.size(); ++i)
    list[i] = python_of(std::move(results[i]), source_of_one(asked[i]), *program.presets);
  return list;
}

std::unique_ptr<Evaluation> evaluate_one(const ProgramPresets& program, const AskedTuple& tuple) {
  const AskedScenario asked = asked_of(tuple);
  ManyResult result;
  {
    const py::gil_scoped_release others;
    result = evaluate_asked(asked, program.presets, {});
  }
  if (const auto* problems = std::get_if<std::vector<Problem>>(&result))
    raise_refusal(*problems, asked.source, *program.presets);
  return std::move(std::get<std::unique_ptr<Evaluation>>(result));
}

std::unique_ptr<Evaluation> evaluate_read(const LoadedScenario& loaded) {
  const py::gil_scoped_release others;
  return evaluation_of(loaded);
}

std::string report_text(const Evaluation& evaluation, bool tensors) {
  const py::gil_scoped_release others;
  return json_text(json_of(evaluation.checked, tensors ? TensorLists::every_stage : TensorLists::peak_stage), -1);
}

py::tuple fields_of(const Evaluation& evaluation, const Fields& fields) {
  const Json figures = report_fields(evaluation.report(), fields.paths, evaluation.checked.loaded.said.launch);
  py::tuple row(figures.size());
  std::size_t place = 0;
  for (const Json& figure : figures) row[place++] = to_python(figure);
  return row;
}

/// One figure by a path that the module itself asks for, and so is one: unlike fields_of(), it tries no example for it.
py::object figure_of(const Evaluation& evaluation, const std::string& path) {
  const FieldPath paths[] = {field_path(path)};
  return to_python(report_fields(evaluation.report(), paths, evaluation.checked.loaded.said.launch)[path]);
}

const char* tone_word(Tone tone) {
  switch (tone) {
    case Tone::good:
      return "good";
    case Tone::caution:
      return "caution";
    case Tone::bad:
      return "bad";
    case Tone::plain:
      break;
  }
  return "plain";
}

/// The figures of the window's verdict strip, as words.
py::list verdict_of_evaluation(const Evaluation& evaluation) {
  py::list cells;
  for (const VerdictCell& cell : verdict_cells(evaluation.report(), std::nullopt)) {
    py::dict made;
    made["name"] = cell.name, made["label"] = cell.label, made["value"] = cell.value, made["unit"] = cell.unit;
    made["line"] = cell.line, made["tone"] = tone_word(cell.tone);
    made["fill"] = cell.fill ? py::object(py::float_(*cell.fill)) : py::none();
    cells.append(made);
  }
  return cells;
}

}  // namespace

void bind_evaluations(py::module_& module) {
  py::class_<Evaluation>(module, "Evaluation")
      .def_property_readonly("valid", [](const Evaluation& evaluation) { return evaluation.report().valid; })
      .def_property_readonly("problems",
                             [](const Evaluation& evaluation) {
                               return problems_to_python(evaluation.report().problems, *evaluation.presets);
                             })
      .def_property_readonly("refusal",
                             [](const Evaluation& evaluation) {
                               return refusal_of(errors_among(evaluation.report().problems),
                                                 evaluation.checked.named.source, *evaluation.presets);
                             })
      .def_property_readonly("verdict", &verdict_of_evaluation)
      .def("scenario",
           [](const Evaluation& evaluation) {
             return LoadedScenario{evaluation.presets, evaluation.checked.named.source, evaluation.checked.loaded,
                                   evaluation.as_read};
           })
      .def("text", &report_text, py::arg("tensors") = false)
      .def("figure", &figure_of)
      .def("fields", &fields_of);
  py::class_<Fields>(module, "Fields").def(py::init(&read_fields), py::arg("presets"), py::arg("names"));
  module.def("evaluate", &evaluate_one);
  module.def("evaluate_read", &evaluate_read);
  module.def("evaluate_many", &evaluate_many, py::arg("presets"), py::arg("asked"), py::arg("fields"),
             py::arg("threads"));
}

}  // namespace shardscope
