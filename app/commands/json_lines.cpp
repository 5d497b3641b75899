#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "app/commands/answers/error_json.h"
#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/files/scenario_source.h"
#include "core/base/limits.h"
#include "core/plan_search/trial_log.h"
#include "core/report_json/report_fields.h"
#include "core/report_json/report_json.h"
#include "core/script/evaluate_loaded.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

enum class LineRead { line, too_long, end };

/// The next line without its newline. Of one that is too long only the limit is kept in memory, the rest is skipped.
LineRead read_line(std::istream& in, std::string& line) {
  line.clear();
  bool too_long = false;
  std::streambuf& buffer = *in.rdbuf();
  for (int c = buffer.sbumpc();; c = buffer.sbumpc()) {
    if (c == std::streambuf::traits_type::eof()) {
      if (line.empty()) return LineRead::end;
      break;
    }
    if (c == '\n') break;
    too_long = too_long || line.size() >= limits::scenario_file_bytes_max;
    if (!too_long) line += static_cast<char>(c);
  }
  return too_long ? LineRead::too_long : LineRead::line;
}

Json answer_to(LineRead read, const std::string& line, const ReportCommand& command, const Presets& presets,
               std::span<const FieldPath> fields) {
  if (read == LineRead::too_long)
    return error_json(
        {{Severity::error, "", "the line is over " + std::to_string(limits::scenario_file_bytes_max >> 20) + " MiB",
          "file-size"}},
        {});
  const Outcome<ParsedScenario> parsed = parse_scenario(scenario_of_line(line), presets, command.settings);
  if (!succeeded(parsed)) return error_json(problems_of(parsed), line);
  if (std::optional<Json> figures = figures_of_loaded(value_of(parsed).said.scenario, fields))
    return std::move(*figures);
  const Report report = evaluate_loaded(value_of(parsed));
  const Launch& launch = value_of(parsed).said.launch;
  return fields.empty() ? report_json(report, TensorLists::none, launch) : report_fields(report, fields, launch);
}

}  // namespace

int run_json_lines(const ReportCommand& command, const Presets& presets, const Streams& streams) {
  Outcome<std::vector<FieldPath>> fields = std::vector<FieldPath>{};
  if (!command.fields.empty()) fields = read_field_paths(command.fields, example_report(presets));
  if (!succeeded(fields)) return refuse_words(problems_of(fields), "--fields", streams);
  std::string line;
  for (LineRead read = read_line(streams.in, line); read != LineRead::end; read = read_line(streams.in, line)) {
    streams.out << json_text(answer_to(read, line, command, presets, value_of(fields)), -1);
    streams.out.flush();
    if (!streams.out) break;
  }
  return exit_status::done;
}

}  // namespace shardscope
