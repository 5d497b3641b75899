#include "core/launch_text/launch_marks.h"

#include <nlohmann/json.hpp>

#include "core/base/number_text.h"
#include "core/base/trimmed.h"
#include "core/launch_text/launch_text.h"

namespace shardscope {

namespace {

/// The text of a line of a JSON list, as an export for JSON keeps its comments; nothing for any other line.
std::optional<std::string> listed_text(std::string_view line) {
  if (line.ends_with(',')) line.remove_suffix(1);
  if (line.size() < 2 || line.front() != '"' || !line.substr(1).starts_with(launch_mark)) return std::nullopt;
  const nlohmann::json text = nlohmann::json::parse(line.begin(), line.end(), nullptr, false);
  return text.is_string() ? std::optional(text.get<std::string>()) : std::nullopt;
}

std::string_view without_note(std::string_view value) {
  const std::size_t note = value.rfind(launch_note);
  return note == std::string_view::npos || nlohmann::json::accept(value) ? value : value.substr(0, note);
}

}  // namespace

LaunchMarks marks_of(std::string_view text) {
  LaunchMarks marks;
  int number = 0;
  for (std::string_view line : lines_of(text)) {
    ++number;
    line = trimmed(line);
    const std::optional<std::string> listed = listed_text(line);
    if (listed)
      line = *listed;
    else if (line.starts_with("# "))
      line.remove_prefix(2);
    else if (line.starts_with("// "))
      line.remove_prefix(3);
    else
      continue;
    if (!line.starts_with(launch_mark)) continue;
    line.remove_prefix(launch_mark.size());
    const std::size_t equals = line.find(" = ");
    if (equals == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, equals), value = without_note(line.substr(equals + 3));
    if (name == "framework") {
      marks.framework = value;
    } else if (name == "world_size") {
      if (const std::optional<std::int64_t> gpus = parse_whole(value); gpus && *gpus > 0)
        marks.gpus = gpus, marks.gpus_line = number;
    } else {
      if (name == "cluster") marks.cluster_line = number;
      marks.settings.emplace_back(std::string(name), std::string(value));
    }
  }
  return marks;
}

}  // namespace shardscope
