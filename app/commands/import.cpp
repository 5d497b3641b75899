#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/files.h"
#include "app/scenario_source.h"
#include "core/limits.h"
#include "core/scenario/parse.h"
#include "core/scenario/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

void write_lines(std::ostream& out, const std::vector<Problem>& problems, const std::string& name) {
  for (const std::string& line : lines_of(problems, name)) out << line << "\n";
}

}  // namespace

int run_import(const ImportCommand& command, const Presets& presets, const Streams& streams) {
  const bool from_stdin = command.file == "-";
  const std::string name = from_stdin ? "stdin" : command.file;
  const Outcome<std::string> text =
      from_stdin ? read_bounded(streams.in) : read_text_file(command.file, limits::scenario_file_bytes_max);
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
