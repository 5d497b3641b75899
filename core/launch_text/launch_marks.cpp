#include "core/launch_text/launch_marks.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/number_text.h"
#include "core/base/rule_names.h"
#include "core/base/trimmed.h"

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

namespace {

/// Data parallelism that a comment says, and shards over all of it, follow the GPUs that are launched.
void follow_gpus(std::vector<Setting>& settings) {
  const auto dp =
      std::find_if(settings.begin(), settings.end(), [](const Setting& each) { return each.key == "plan.dp"; });
  if (dp == settings.end()) return;
  const Setting shards("plan.shard_group", std::exchange(dp->value, "auto"));
  std::erase(settings, shards);
}

}  // namespace

void launch_before_comment(LaunchText& launch, const LaunchMarks& marks) {
  LaunchWorld& world = launch.world;
  if (!world.gpus) world.gpus = marks.gpus;
  if (!marks.gpus || world.gpus == marks.gpus) return;
  const bool pools = std::any_of(launch.settings.begin(), launch.settings.end(), [](const Setting& each) {
    return each.key == "cluster" && each.value.find("\"pools\"") != std::string::npos;
  });
  const std::string line = std::to_string(marks.cluster_line > 0 ? marks.cluster_line : marks.gpus_line);
  const std::string nodes = world.gpus_per_node ? " (" + std::to_string(*world.gpus_per_node) + " per node)" : "";
  launch.notices.push_back({Severity::hint, launch.machines,
                            "launches " + std::to_string(*world.gpus) + " GPUs" + nodes + "; the comment in line " +
                                line + ", which says " + std::to_string(*marks.gpus) + ", " +
                                (pools ? "stays, as its pools are" : "is passed over"),
                            std::string(rule_name::taken_for_granted)});
  if (pools) return void(world.gpus = marks.gpus);
  launch.settings.emplace_back("cluster.gpus", std::to_string(*world.gpus));
  if (world.gpus_per_node) launch.settings.emplace_back("cluster.gpus_per_node", std::to_string(*world.gpus_per_node));
  follow_gpus(launch.settings);
}

}  // namespace shardscope
