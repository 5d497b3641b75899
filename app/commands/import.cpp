#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/files.h"
#include "app/scenario_source.h"
#include "core/frameworks/import_launch.h"
#include "core/limits.h"
#include "core/scenario/parse.h"
#include "core/scenario/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

void write_lines(std::ostream& out, const std::vector<Problem>& problems, const std::string& name) {
  for (const std::string& line : lines_of(problems, name)) out << line << "\n";
}

/// A launch script's scenario, whole as it is said, to be kept in a file.
int import_scenario(const ImportCommand& command, const std::string& text, const std::string& name,
                    const Presets& presets, const Streams& streams) {
  const Outcome<ImportedLaunch> launch = import_launch(text, command.file, presets, command.settings);
  if (!succeeded(launch)) {
    write_lines(streams.error, problems_of(launch), name);
    return exit_status::invalid_input;
  }
  write_lines(streams.error, value_of(launch).parsed.notices, name);
  streams.out << write_scenario(value_of(launch).parsed.scenario, presets);
  streams.out.flush();
  return exit_status::done;
}

}  // namespace

int run_import(const ImportCommand& command, const Presets& presets, const Streams& streams) {
  const bool from_stdin = command.file == "-";
  const std::string name = from_stdin ? "stdin" : command.file;
  const Outcome<std::string> text =
      from_stdin ? read_bounded(streams.in) : read_text_file(command.file, limits::scenario_file_bytes_max);
  if (succeeded(text) && is_launch(value_of(text), command.file, presets.frameworks))
    return import_scenario(command, value_of(text), name, presets, streams);
  const Outcome<ParsedModel> parsed =
      succeeded(text) ? parse_huggingface(value_of(text), presets) : Outcome<ParsedModel>(problems_of(text));
  if (!succeeded(parsed)) {
    write_lines(streams.error, problems_of(parsed), name);
    return exit_status::invalid_input;
  }
  write_lines(streams.error, value_of(parsed).notices, name);
  streams.out << whole_model_json(value_of(parsed).model).dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
