// Commands of the command line, run within Python: the words in, what they print out.
#include <pybind11/stl.h>

#include <cctype>
#include <sstream>
#include <string_view>

#include "app/commands/words/command_line.h"
#include "app/python/command_words.h"
#include "app/python/module.h"
#include "app/python/refusals.h"
#include "app/python/scenarios.h"

namespace shardscope {

namespace {

namespace py = pybind11;

/// What a command line says of its own, as it is said of a function: "--virtual-stages" is its argument virtual_stages.
std::string said_of_arguments(std::string words) {
  constexpr std::string_view program = "shardscope: ", help = " (shardscope --help says more)";
  if (words.starts_with(program)) words.erase(0, program.size());
  if (words.ends_with(help)) words.resize(words.size() - help.size());
  const auto is_lower = [&](std::size_t at) {
    return at < words.size() && std::islower(static_cast<unsigned char>(words[at])) != 0;
  };
  bool quoted = false;  // what people gave stays as it is
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at] == '"') quoted = !quoted;
    const bool begins = at == 0 || words[at - 1] == ' ' || words[at - 1] == '(';
    if (quoted || !begins || words.compare(at, 2, "--") != 0 || !is_lower(at + 2)) continue;
    words.erase(at, 2);
    for (std::size_t i = at; is_lower(i) || (i < words.size() && words[i] == '-'); ++i)
      if (words[i] == '-') words[i] = '_';
  }
  return words;
}

/// Without the name of the command: it is the function's, which people wrote themselves.
[[noreturn]] void raise_words(const char* error, std::string words, const std::string& command = {}) {
  while (words.ends_with('\n')) words.pop_back();
  words = said_of_arguments(std::move(words));
  if (!command.empty() && words.starts_with(command + ": ")) words.erase(0, command.size() + 2);
  PyErr_SetString(py::module_::import("shardscope._errors").attr(error).ptr(), words.c_str());
  throw py::error_already_set();
}

/// What the command prints. `text` is its stdin; `named`: what its problems are said of.
std::string run_words(const ProgramPresets& program, const std::vector<std::string>& words, const std::string& text,
                      const std::string& named) {
  const Command command = command_of_words(words);
  std::istringstream in(text);
  std::ostringstream out, error;
  std::vector<Problem> refused;
  int status = exit_status::done;
  {
    const py::gil_scoped_release others;
    const Streams streams{in, out, error, &refused};
    status = std::visit([&](const auto& chosen) { return run(chosen, *program.presets, streams); }, command);
  }
  if (status == exit_status::done) return std::move(out).str();
  for (Problem& problem : refused) problem.path = said_of_arguments(std::move(problem.path));
  if (!refused.empty()) raise_refusal(refused, named, *program.presets);
  raise_words(status == exit_status::wrong_command_line ? "UsageError" : "ShardscopeError", error.str(), words.front());
}

}  // namespace

Command command_of_words(const std::vector<std::string>& words) {
  Command command = parse_command_line(words, SHARDSCOPE_VERSION);
  if (const auto* reply = std::get_if<ReplyCommand>(&command)) raise_words("UsageError", reply->text);
  if (std::holds_alternative<ExploreCommand>(command)) raise_words("UsageError", "a command's name comes first");
  return command;
}

void bind_commands(py::module_& module) {
  module.attr("headline") = SweepCommand{}.fields;
  module.def("run", &run_words, py::arg("presets"), py::arg("words"), py::arg("text") = "", py::arg("named") = "");
}

}  // namespace shardscope
