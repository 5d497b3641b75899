#include "core/frameworks/launch_words.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace shardscope {

namespace {

bool is_flag(const std::string& word) {
  return word.size() > 2 && word.starts_with("--") && word[2] >= 'A' && word[2] <= 'z';
}

std::optional<std::int64_t> whole(const std::string& text) {
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end || number < 1) return std::nullopt;
  return number;
}

/// A framework's name of the flag that a word is: "--parallelism.tp" is "parallelism.tp" where that is a key.
const FlagSpec* spec_of(const LaunchFramework& framework, const std::string& word) {
  if (const FlagSpec* spec = framework.flag(word)) return spec;
  if (framework.optional.empty() || !word.starts_with(framework.optional)) return nullptr;
  return framework.flag(std::string_view(word).substr(framework.optional.size()));
}

/// Words with what stands quoted in them ("bash -c '… --tp 8'") as words of their own, and --flag=value as two.
ShellWords flattened(const ShellWords& words) {
  ShellWords all;
  const auto add = [&](std::string text, const ShellWord& from) {
    const std::size_t equals = text.find('=');
    if (is_flag(text) && equals != std::string::npos) {
      all.push_back({text.substr(0, equals), from.line, ""});
      text.erase(0, equals + 1);
    }
    all.push_back({std::move(text), from.line, from.unknown});
  };
  for (const ShellWord& word : words) {
    const bool holds_flags = word.text.find(" --") != std::string::npos || word.text.find("\n--") != std::string::npos;
    if (!holds_flags) {
      add(word.text, word);
      continue;
    }
    std::size_t at = 0;
    while ((at = word.text.find_first_not_of(" \t\r\n", at)) != std::string::npos) {
      const std::size_t end = std::min(word.text.find_first_of(" \t\r\n", at), word.text.size());
      add(word.text.substr(at, end - at), {{}, word.line, {}});
      at = end;
    }
  }
  return all;
}

std::ptrdiff_t known_flags(const ShellWords& words, const LaunchFramework& framework) {
  return std::count_if(words.begin(), words.end(), [&](const ShellWord& word) {
    return is_flag(word.text) && spec_of(framework, word.text) != nullptr;
  });
}

/// One flag with the words behind it.
void take(LaunchWords& launch, const ShellWord& flag, std::span<const ShellWord> values) {
  const FlagSpec* spec = spec_of(*launch.framework, flag.text);
  GivenFlag given{spec != nullptr ? spec->flag : flag.text, {}, flag.line};
  const auto fail = [&](std::string why) {
    launch.problems.push_back({Severity::error, place_of(given), std::move(why), "launch-flag"});
  };
  if (spec != nullptr)
    for (const ShellWord& value :
         values.first(std::min<std::size_t>(values.size(), spec->type == FlagType::list ? 9 : 1)))
      if (!value.unknown.empty() && spec->type != FlagType::toggle)
        return fail(
            value.unknown +
            (value.unknown.size() > 1 && value.unknown[0] == '$' && value.unknown[1] >= 'A' && value.unknown[1] <= 'z'
                 ? " is never set in the script"
                 : " has a value only when the script runs") +
            "; write the number");
  Value::List list;
  for (const ShellWord& value : values) list.emplace_back(value.text);
  const bool says_toggle = !values.empty() && (values[0].text == "true" || values[0].text == "false" ||
                                               values[0].text == "True" || values[0].text == "False");
  if (spec != nullptr && spec->type == FlagType::toggle)
    given.value = says_toggle ? list.front() : Value(true);
  else if (spec != nullptr && spec->type == FlagType::list)
    given.value = std::move(list);
  else if (spec == nullptr &&
           std::any_of(values.begin(), values.end(), [](const ShellWord& value) { return !value.unknown.empty(); }))
    given.value = Value();  // what it is only a run of the script knows
  else if (!values.empty())
    given.value = spec == nullptr && list.size() > 1 ? Value(std::move(list)) : list.front();
  else if (spec != nullptr)
    return fail("its value is missing");
  else
    given.value = true;
  launch.flags.push_back(std::move(given));
}

void take_command(LaunchWords& launch, const ShellWords& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].unknown.empty() && words[i].text.empty())
      launch.notices.push_back({Severity::hint, "line " + std::to_string(words[i].line),
                                words[i].unknown + " is known only when the script runs; flags in it aren't read",
                                "unknown-words"});
    if (!is_flag(words[i].text)) continue;
    std::size_t end = i + 1;
    while (end < words.size() && !is_flag(words[end].text)) ++end;
    take(launch, words[i], std::span(words).subspan(i + 1, end - i - 1));
    i = end - 1;
  }
}

/// The value behind one of the options, in all that the script runs; the last wins.
std::optional<std::int64_t> option(const std::vector<ShellWords>& commands, std::initializer_list<const char*> names) {
  std::optional<std::int64_t> found;
  for (const ShellWords& words : commands)
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
      for (const char* name : names)
        if (words[i].text == name)
          if (const auto value = whole(words[i + 1].text.substr(words[i + 1].text.rfind(':') + 1))) found = value;
  return found;
}

std::optional<std::int64_t> variable(const ShellScript& script, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const auto found = script.variables.find(name); found != script.variables.end() && !found->second.empty())
      if (const auto value = whole(found->second.front().text)) return value;
  return std::nullopt;
}

}  // namespace

LaunchWords launch_words(const ShellScript& script, std::span<const LaunchFramework> frameworks,
                         const LaunchFramework* framework) {
  std::vector<ShellWords> commands;
  for (const ShellWords& words : script.commands) commands.push_back(flattened(words));
  LaunchWords launch;
  const ShellWords* chosen = nullptr;
  std::ptrdiff_t most = 0;
  const auto offer = [&](const ShellWords& words) {
    for (const LaunchFramework& each : frameworks) {
      const std::ptrdiff_t known = framework == nullptr || framework == &each ? known_flags(words, each) : 0;
      if (known > 0 && known >= most) most = known, chosen = &words, launch.framework = &each;
    }
  };
  for (const ShellWords& words : commands) offer(words);
  ShellWords arrays;
  for (const auto& [name, words] : script.variables)
    for (const ShellWord& word : flattened(words)) arrays.push_back(word);
  if (chosen == nullptr) offer(arrays);
  if (chosen != nullptr) take_command(launch, *chosen);
  return launch;
}

LaunchWorld world_of(const ShellScript& script) {
  std::vector<ShellWords> commands;
  for (const ShellWords& words : script.commands) commands.push_back(flattened(words));
  commands.insert(commands.begin(), flattened(script.slurm));
  LaunchWorld world;
  world.gpus_per_node = option(commands, {"--nproc_per_node", "--nproc-per-node", "--gpus-per-node", "--gpus_per_node",
                                          "--num_gpus", "--gres", "--ntasks-per-node"});
  if (const auto torchrun = option(commands, {"--nproc_per_node", "--nproc-per-node"})) world.gpus_per_node = torchrun;
  if (!world.gpus_per_node) world.gpus_per_node = variable(script, {"GPUS_PER_NODE", "NPROC_PER_NODE", "NUM_GPUS"});
  std::optional<std::int64_t> nodes = option(commands, {"--nodes", "-N", "--nnodes", "--num_nodes"});
  if (!nodes) nodes = variable(script, {"NNODES", "NUM_NODES", "SLURM_NNODES"});
  constexpr std::int64_t beyond = 1 << 20;
  if (world.gpus_per_node && nodes && *world.gpus_per_node <= beyond && *nodes <= beyond)
    world.gpus = *world.gpus_per_node * *nodes;
  if (world.gpus_per_node && *world.gpus_per_node > beyond) world.gpus_per_node.reset();
  if (!script.variables.empty()) world.environment["env.known"] = true;
  if (const auto connections = variable(script, {"CUDA_DEVICE_MAX_CONNECTIONS"}))
    world.environment["env.CUDA_DEVICE_MAX_CONNECTIONS"] = *connections;
  return world;
}

bool mentions_flag(std::string_view text, std::span<const LaunchFramework> frameworks) {
  for (std::size_t at = text.find("--"); at != std::string_view::npos; at = text.find("--", at + 2)) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n='\"\\)", at), text.size());
    const std::string word(text.substr(at, end - at));
    for (const LaunchFramework& each : frameworks)
      if (is_flag(word) && (spec_of(each, word) != nullptr || each.ignores(word))) return true;
  }
  return false;
}

}  // namespace shardscope
