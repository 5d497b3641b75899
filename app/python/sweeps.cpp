// A sweep that Python carries on with, some rows at a time.
#include <pybind11/stl.h>

#include <nlohmann/json.hpp>

#include "app/commands/refuse.h"
#include "app/python/interruptible.h"
#include "app/python/json_objects.h"
#include "app/python/module.h"
#include "app/python/refusals.h"
#include "app/python/scenarios.h"
#include "core/base/number_text.h"
#include "core/sweep/sweep_rows.h"

namespace shardscope {

namespace {

namespace py = pybind11;
using PythonSetting = std::pair<std::string, std::string>;

struct RunningSweep {
  std::shared_ptr<const Presets> presets;
  std::string source;
  std::shared_ptr<const SweepBase> base;
  std::optional<Varied> question;  // its field and values
  std::vector<SweepRow> rows;
};

/// `follow`: its name, or empty for the question's own; `question`: likewise, or empty for none.
RunningSweep begun_sweep(const ProgramPresets& program, const AskedTuple& tuple, const std::string& follow,
                         const std::string& question) {
  const AskedScenario asked = asked_of(tuple);
  const std::optional<SweepQuestion> named = value_named<SweepQuestion>(question);
  LoadsScenario load = [asked, presets = program.presets](std::span<const Setting> more) -> Outcome<ParsedScenario> {
    AskedScenario with = asked;
    with.settings.insert(with.settings.end(), more.begin(), more.end());
    Outcome<LoadedScenario> loaded = load_asked(with, presets);
    if (!succeeded(loaded)) return problems_of(loaded);
    return std::move(std::get<0>(loaded).parsed);
  };
  const Outcome<SweepBase> base =
      sweep_base(std::move(load), value_named<SweepFollow>(follow).value_or(follow_of(named)));
  if (!succeeded(base)) raise_refusal(problems_of(base), asked.source, *program.presets);
  Outcome<std::vector<Varied>> varied = with_question(named, value_of(base), {});
  if (!succeeded(varied)) raise_refusal(problems_of(varied), asked.source, *program.presets);
  RunningSweep running{program.presets, asked.source, std::make_shared<const SweepBase>(value_of(base)), {}, {}};
  if (named) running.question = std::move(std::get<0>(varied).front());
  return running;
}

std::vector<std::vector<Setting>> choices_of(const std::vector<std::vector<PythonSetting>>& choices) {
  std::vector<std::vector<Setting>> all;
  for (const std::vector<PythonSetting>& choice : choices) {
    std::vector<Setting>& settings = all.emplace_back();
    for (const auto& [key, value] : choice) settings.emplace_back(key, value);
  }
  return all;
}

void add_rows(RunningSweep& running, const std::vector<std::vector<PythonSetting>>& choices,
              const std::vector<std::string>& fields, int threads) {
  const std::vector<std::vector<Setting>> all = choices_of(choices);
  std::vector<FieldPath> paths;
  for (const std::string& field : fields) paths.push_back(field_path(field));
  run_interruptibly([&](const std::stop_token& stop) {
    add_sweep_rows(running.rows, *running.base, all, paths, threads_wanted(threads), stop);
  });
}

/// As Python writes it: a number, a switch, or the word.
py::object value_of_setting(const std::string& text) {
  const nlohmann::ordered_json json = nlohmann::ordered_json::parse(text, nullptr, false);
  return json.is_discarded() ? py::object(py::str(text)) : to_python(json);
}

py::list settings_to_python(const std::vector<Setting>& settings) {
  py::list list;
  for (const Setting& setting : settings) list.append(py::make_tuple(setting.key, value_of_setting(setting.value)));
  return list;
}

/// (settings, figures or None, the refusal or None) each, with every field that followed in any.
py::list finished_rows(RunningSweep& running) {
  complete_settings(running.rows, *running.base);
  py::list list;
  for (const SweepRow& row : running.rows) {
    py::object figures = py::none(), refusal = py::none();
    if (row.valid) {
      py::list values;
      for (const nlohmann::ordered_json& figure : row.figures) values.append(to_python(figure));
      figures = values;
    } else {
      refusal = refusal_of(errors_among(row.problems), running.source, *running.presets);
    }
    list.append(py::make_tuple(settings_to_python(row.settings), figures, refusal));
  }
  return list;
}

py::object question_to_python(const RunningSweep& running) {
  if (!running.question) return py::none();
  py::list values;
  for (const std::string& value : running.question->values) values.append(value_of_setting(value));
  return py::make_tuple(running.question->key, values);
}

template <class Table>
std::vector<std::string> names_in(const Table& table, auto name) {
  std::vector<std::string> names;
  for (const auto& entry : table) names.emplace_back(name(entry));
  return names;
}

}  // namespace

void bind_sweeps(py::module_& module) {
  module.attr("sweep_follows") = names_in(choices<SweepFollow>(), [](const Choice& choice) { return choice.json; });
  module.attr("sweep_questions") =
      names_in(table_of<SweepQuestion>, [](const SweepQuestionEntry& entry) { return entry.name; });
  py::class_<RunningSweep>(module, "Sweep")
      .def(py::init(&begun_sweep))
      .def_property_readonly("question", &question_to_python)
      .def_property_readonly("any_read",
                             [](const RunningSweep& running) {
                               return std::any_of(running.rows.begin(), running.rows.end(),
                                                  [](const SweepRow& row) { return row.read; });
                             })
      .def("add", &add_rows)
      .def("rows", &finished_rows);
}

}  // namespace shardscope
