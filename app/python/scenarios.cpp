#include "app/python/scenarios.h"

#include <pybind11/stl.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/commands/refuse.h"
#include "app/python/json_objects.h"
#include "app/python/module.h"
#include "app/python/refusals.h"
#include "core/scenario_json/short_code.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

namespace py = pybind11;

ProgramPresets read_presets() {
  Outcome<Presets> loaded = load_program_presets();
  if (!succeeded(loaded)) raise_refusal(problems_of(loaded), "presets", Presets{});
  auto presets = std::make_shared<Presets>(std::move(std::get<0>(loaded)));
  std::vector<std::string> refused = problem_lines(add_own_presets(*presets), {});
  return {std::move(presets), std::move(refused)};
}

/// With what is given to a launch script beside itself.
LoadedScenario load(const ProgramPresets& program, const AskedTuple& tuple,
                    std::map<std::string, std::string> environment, std::vector<std::string> arguments,
                    std::vector<std::string> files) {
  AskedScenario asked = asked_of(tuple);
  asked.inputs.environment = std::move(environment);
  asked.inputs.arguments = std::move(arguments), asked.inputs.files = std::move(files);
  Outcome<LoadedScenario> loaded = std::vector<Problem>{};
  {
    const py::gil_scoped_release others;
    loaded = load_asked(asked, program.presets);
  }
  if (!succeeded(loaded)) raise_refusal(problems_of(loaded), asked.source, *program.presets);
  return std::move(std::get<0>(loaded));
}

/// Whether the file still says what it did when it was read, with all that lies beside it.
bool is_as_read(const LoadedScenario& loaded, std::map<std::string, std::string> environment,
                std::vector<std::string> arguments, std::vector<std::string> files) {
  if (loaded.as_read == nullptr) return true;
  if (is_standard_input(loaded.as_read->source)) return false;
  const LaunchInputs inputs{std::move(environment), std::move(arguments), std::move(files)};
  const py::gil_scoped_release others;
  std::istringstream nothing;
  const Outcome<ReadSource> now = read_source(loaded.source, inputs, *loaded.presets, nothing);
  return succeeded(now) && value_of(now) == *loaded.as_read;
}

py::list notices_of(const LoadedScenario& loaded) {
  std::vector<Problem> notices = loaded.parsed.notices;
  for (Problem& problem : own_rule_problems(loaded.parsed, *loaded.presets)) notices.push_back(std::move(problem));
  return problems_to_python(notices, *loaded.presets);
}

}  // namespace

AskedScenario asked_of(AskedTuple tuple) {
  AskedScenario asked{std::move(std::get<0>(tuple)), std::move(std::get<1>(tuple)), {}, {}};
  asked.settings.reserve(std::get<2>(tuple).size());
  for (auto& [key, value] : std::get<2>(tuple)) asked.settings.emplace_back(std::move(key), std::move(value));
  asked.inputs.as_read = std::move(std::get<3>(tuple));
  return asked;
}

Outcome<LoadedScenario> load_asked(const AskedScenario& asked, const std::shared_ptr<const Presets>& presets) {
  std::istringstream text(asked.text);
  Outcome<ReadSource> read = read_source(asked.source, asked.inputs, *presets, text);
  if (!succeeded(read)) return problems_of(read);
  Outcome<ParsedScenario> parsed = load_read(value_of(read), asked.settings, *presets);
  if (!succeeded(parsed)) return problems_of(parsed);
  const bool says_all = value_of(read).text.empty() && value_of(read).outside == ShellOutside{};
  return LoadedScenario{presets, asked.source, std::move(std::get<0>(parsed)),
                        says_all ? nullptr : std::make_shared<ReadSource>(std::move(std::get<0>(read)))};
}

void bind_scenarios(py::module_& module) {
  py::class_<ProgramPresets>(module, "Presets")
      .def(py::init(&read_presets))
      .def_readonly("refused", &ProgramPresets::refused)
      .def("names",
           [](const ProgramPresets& program, const std::string& name) {
             const std::optional<PresetKind> kind = value_named<PresetKind>(name);
             return kind ? preset_names(*program.presets, *kind) : std::vector<std::string>();
           })
      .def("valid",
           [](const ProgramPresets& program, const std::string& path) { return valid_values(path, *program.presets); })
      .def("load", &load, py::arg("asked"), py::arg("environment") = std::map<std::string, std::string>{},
           py::arg("arguments") = std::vector<std::string>{}, py::arg("files") = std::vector<std::string>{});
  py::class_<ReadSource, AsRead>(module, "AsRead");
  py::class_<LoadedScenario>(module, "Scenario")
      .def_readonly("source", &LoadedScenario::source)
      .def_readonly("as_read", &LoadedScenario::as_read)
      .def("is_as_read", &is_as_read)
      .def_property_readonly("name", [](const LoadedScenario& loaded) { return loaded.parsed.said.scenario.name; })
      .def_property_readonly("framework",
                             [](const LoadedScenario& loaded) { return loaded.parsed.said.launch.framework; })
      .def_property_readonly("notices", &notices_of)
      .def("text", [](const LoadedScenario& loaded) { return write_scenario(loaded.parsed.said, *loaded.presets); })
      .def("code", [](const LoadedScenario& loaded) { return scenario_code(loaded.parsed.said, *loaded.presets); })
      .def("whole_text", [](const LoadedScenario& loaded) {
        return json_text(evaluated_json(with_defaults(loaded.parsed.said.scenario), loaded.parsed.said.launch), -1);
      });
}

}  // namespace shardscope
