#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/refuse.h"
#include "app/files.h"
#include "app/scenario_source.h"
#include "core/frameworks/import_launch.h"
#include "core/limits.h"
#include "core/scenario/parse.h"
#include "core/scenario/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// A launch script's scenario, whole as it is said, to be kept in a file.
int import_scenario(const ImportCommand& command, const std::string& text, const Presets& presets,
                    const Streams& streams) {
  const Outcome<ImportedLaunch> launch = import_launch(text, command.file, presets, command.settings);
  if (!succeeded(launch)) return refuse(problems_of(launch), command.file, streams);
  write_problems(streams.error, value_of(launch).parsed.notices, command.file);
  streams.out << write_scenario(value_of(launch).parsed.scenario, presets);
  streams.out.flush();
  return exit_status::done;
}

}  // namespace

int run_import(const ImportCommand& command, const Presets& presets, const Streams& streams) {
  const bool from_stdin = command.file == "-";
  const Outcome<std::string> text =
      from_stdin ? read_bounded(streams.in) : read_text_file(command.file, limits::scenario_file_bytes_max);
  if (succeeded(text) && is_launch(value_of(text), command.file, presets.frameworks))
    return import_scenario(command, value_of(text), presets, streams);
  const Outcome<ParsedModel> parsed =
      succeeded(text) ? parse_huggingface(value_of(text), presets) : Outcome<ParsedModel>(problems_of(text));
  if (!succeeded(parsed)) return refuse(problems_of(parsed), command.file, streams);
  write_problems(streams.error, value_of(parsed).notices, command.file);
  streams.out << whole_model_json(value_of(parsed).model).dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
