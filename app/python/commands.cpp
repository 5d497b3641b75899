// Commands of the command line, run within Python: the words in, what they print out.
#include <pybind11/stl.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "app/commands/words/command_line.h"
#include "app/commands/words/options.h"
#include "app/python/command_words.h"
#include "app/python/interruptible.h"
#include "app/python/module.h"
#include "app/python/refusals.h"
#include "app/python/scenarios.h"

namespace shardscope {

namespace {

namespace py = pybind11;

[[noreturn]] void raise(const char* error, const py::tuple& arguments) {
  const py::object type = py::module_::import("shardscope._errors").attr(error);
  PyErr_SetObject(type.ptr(), type(*arguments).ptr());
  throw py::error_already_set();
}

[[noreturn]] void raise_usage(const Problem& problem) {
  raise("UsageError", py::make_tuple(words_of(problem), problem.path, problem.valid));
}

/// A command that takes a scenario takes it as it was read.
void give_scenario(Command& command, const AsRead& as_read) {
  const auto give = [&](auto& chosen) {
    if constexpr (requires { chosen.inputs.as_read; }) chosen.inputs.as_read = as_read;
  };
  if (as_read != nullptr) std::visit(give, command);
}

/// What the command prints. `text` is its stdin; `named`: what its problems are said of; `called`: names of arguments
/// that aren't called as the option is; `as_read`: its scenario, or nothing where it is to be read.
std::string run_words(const ProgramPresets& program, const std::vector<std::string>& words, const std::string& text,
                      const std::string& named, const ArgumentNames& called, const AsRead& as_read) {
  Command command = command_of_words(words, called);
  give_scenario(command, as_read);
  std::istringstream in(text);
  std::ostringstream out, error;
  std::vector<Problem> refused;
  int status = exit_status::done;
  run_interruptibly([&](const std::stop_token& stop) {
    const Streams streams{in, out, error, &refused, stop};
    status = std::visit([&](const auto& chosen) { return run(chosen, *program.presets, streams); }, command);
  });
  if (status == exit_status::done) return std::move(out).str();
  for (Problem& problem : refused) problem = of_argument(std::move(problem), called);
  if (refused.empty()) raise("ShardscopeError", py::make_tuple(error.str()));
  if (status == exit_status::wrong_command_line) raise_usage(refused.front());
  raise_refusal(refused, named, *program.presets);
}

}  // namespace

Problem of_argument(Problem problem, const ArgumentNames& called) {
  std::string& path = problem.path;
  const bool option = path.starts_with("--");
  const bool positional = std::all_of(path.begin(), path.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (!option && !positional) return problem;
  if (const auto found = called.find(path); found != called.end()) {
    path = found->second;
    return problem;
  }
  if (option) path.erase(0, 2);
  for (char& c : path) c = c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return problem;
}

Command command_of_words(const std::vector<std::string>& words, const ArgumentNames& called) {
  Command command = parse_command_line(words, SHARDSCOPE_VERSION);
  if (const auto* reply = std::get_if<ReplyCommand>(&command))
    raise_usage(of_argument(reply->wrong.value_or(wrong_words("asks for help, not for a result")), called));
  if (std::holds_alternative<ExploreCommand>(command)) raise_usage(wrong_words("a command's name comes first"));
  return command;
}

void bind_commands(py::module_& module) {
  module.attr("headline") = SweepCommand{}.fields;
  module.attr("kinds") = names_of_kinds(false);
  module.attr("shown_kinds") = names_of_kinds(true);
  module.def("run", &run_words, py::arg("presets"), py::arg("words"), py::arg("text") = "", py::arg("named") = "",
             py::arg("called") = ArgumentNames{}, py::arg("as_read") = AsRead());
}

}  // namespace shardscope
