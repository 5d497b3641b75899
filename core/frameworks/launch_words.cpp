#include "core/frameworks/launch_words.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "core/frameworks/shell_code.h"

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
  const auto add = [&](ShellWord word) {
    const std::size_t equals = word.text.find('=');
    if (is_flag(word.text) && equals != std::string::npos) {
      all.push_back({word.text.substr(0, equals), word.line, ""});
      word.text.erase(0, equals + 1);
      std::erase_if(word.marks, [&](const ShellMark& mark) { return mark.at <= equals; });
      for (ShellMark& mark : word.marks) mark.at -= equals + 1;
    }
    all.push_back(std::move(word));
  };
  for (const ShellWord& word : words) {
    const bool holds_flags = word.text.find(" --") != std::string::npos || word.text.find("\n--") != std::string::npos;
    if (!holds_flags) {
      add(word);
      continue;
    }
    for (ShellWord& part : split_words(word)) add(std::move(part));
  }
  return all;
}

std::ptrdiff_t known_flags(const ShellWords& words, const LaunchFramework& framework) {
  return std::count_if(words.begin(), words.end(), [&](const ShellWord& word) {
    return is_flag(word.text) && spec_of(framework, word.text) != nullptr;
  });
}

std::string why_unknown(const std::string& unknown) {
  const bool name = unknown.size() > 1 && unknown[0] == '$' && unknown[1] >= 'A' && unknown[1] <= 'z';
  return shown(unknown) + (name ? " is never set in the script" : " has a value only when the script runs");
}

bool says_toggle(std::span<const ShellWord> values) {
  constexpr std::string_view words[] = {"true", "false", "True", "False"};
  return !values.empty() && std::find(std::begin(words), std::end(words), values[0].text) != std::end(words);
}

/// As many of the words behind a flag are its value.
std::size_t count_of_values(const FlagSpec* spec, std::span<const ShellWord> values) {
  const bool toggle = spec != nullptr && spec->type == FlagType::toggle;
  const std::size_t most = toggle ? (says_toggle(values) ? 1 : 0) : 1;
  return spec != nullptr && spec->type == FlagType::list ? values.size() : std::min(values.size(), most);
}

/// The words as a script writes them; nothing where one of them isn't kept.
std::optional<std::string> code_of(std::span<const ShellWord> words) {
  std::string all;
  for (const ShellWord& word : words) {
    const std::string code = shell_code(word);
    if (code.empty()) return std::nullopt;
    all += (all.empty() ? "" : " ") + code;
  }
  return all;
}

void say_not_kept(LaunchWords& launch, const std::string& place) {
  launch.notices.push_back(
      {Severity::hint, place, "its value only a run knows, and an export can't write it again", "unknown-words"});
}

/// A word that may hold flags, where only a run of the script knows it.
void say_unknown(LaunchWords& launch, const ShellWord& word) {
  if (word.unknown.empty() || !word.text.empty()) return;
  Problem notice{Severity::hint, "line " + std::to_string(word.line),
                 why_unknown(word.unknown) + "; flags in it aren't read", "unknown-words"};
  if (std::find(launch.notices.begin(), launch.notices.end(), notice) == launch.notices.end())
    launch.notices.push_back(std::move(notice));
}

/// The same, of the program's own words: an export writes them again.
void keep_unknown(LaunchWords& launch, const ShellWord& word) {
  say_unknown(launch, word);
  if (word.unknown.empty()) return;
  const std::string code = shell_code(word);
  if (code.empty()) return say_not_kept(launch, "line " + std::to_string(word.line));
  launch.flags.push_back({code, "", word.line, true});
}

/// A flag that isn't known, whose value only a run of the script knows.
void take_run_time(LaunchWords& launch, GivenFlag given, std::span<const ShellWord> values) {
  const std::optional<std::string> code = code_of(values);
  if (!code) return say_not_kept(launch, place_of(given));
  given.value = *code;
  given.run_time = true;
  launch.flags.push_back(std::move(given));
}

/// One flag with the words behind it.
void take(LaunchWords& launch, const ShellWord& flag, std::span<const ShellWord> values) {
  const FlagSpec* spec = spec_of(*launch.framework, flag.text);
  GivenFlag given{spec != nullptr ? spec->flag : flag.text, {}, flag.line};
  const auto fail = [&](std::string why) {
    launch.problems.push_back({Severity::error, place_of(given), std::move(why), "launch-flag"});
  };
  const std::size_t own = count_of_values(spec, values);
  for (const ShellWord& word : values.subspan(spec != nullptr ? values.size() : own)) say_unknown(launch, word);
  if (spec != nullptr)
    for (const ShellWord& value : values.first(own))
      if (!value.unknown.empty()) return fail(why_unknown(value.unknown) + "; write the number");
  Value::List list;
  for (const ShellWord& value : values) list.emplace_back(value.text);
  if (spec != nullptr && spec->type == FlagType::toggle)
    given.value = own > 0 ? list.front() : Value(true);
  else if (spec != nullptr && spec->type == FlagType::list)
    given.value = std::move(list);
  else if (spec == nullptr &&
           std::any_of(values.begin(), values.end(), [](const ShellWord& value) { return !value.unknown.empty(); }))
    return take_run_time(launch, std::move(given), values);
  else if (!values.empty())
    given.value = spec == nullptr && list.size() > 1 ? Value(std::move(list)) : list.front();
  else if (spec != nullptr)
    return fail("its value is missing");
  else
    given.value = true;
  launch.flags.push_back(std::move(given));
  for (const ShellWord& word : values.subspan(spec != nullptr ? own : values.size())) keep_unknown(launch, word);
}

bool is_program(const ShellWord& word) {
  return word.text.ends_with(".py") || word.text == "-m";
}

/// Where the program begins (pretrain_gpt.py, -m torchtitan.train): flags before it are the launcher's.
std::size_t program_at(const ShellWords& words) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (is_program(words[i])) return i;
  return 0;
}

void take_command(LaunchWords& launch, const ShellWords& words) {
  const std::size_t program = program_at(words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_flag(words[i].text)) {
      const bool programs = !launch.flags.empty() || (i > program && is_program(words[program]));
      programs ? keep_unknown(launch, words[i]) : say_unknown(launch, words[i]);
      continue;
    }
    std::size_t end = i + 1;
    while (end < words.size() && !is_flag(words[end].text)) ++end;
    const std::span<const ShellWord> values = std::span(words).subspan(i + 1, end - i - 1);
    const bool launchers = i < program && spec_of(*launch.framework, words[i].text) == nullptr;
    if (launchers)
      for (const ShellWord& word : values.subspan(std::min<std::size_t>(values.size(), 1))) say_unknown(launch, word);
    else
      take(launch, words[i], values);
    i = end - 1;
  }
}

/// The value behind one of the options, in all that the script runs; the last wins.
std::optional<std::int64_t> option(const std::vector<ShellWords>& commands, std::initializer_list<const char*> names) {
  std::optional<std::int64_t> found;
  for (const ShellWords& words : commands)
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
      for (const char* name : names)
        if (words[i].text == name && words[i + 1].unknown.empty())
          if (const auto value = whole(words[i + 1].text.substr(words[i + 1].text.rfind(':') + 1))) found = value;
  return found;
}

/// Ranks of mpirun, one a GPU.
std::optional<std::int64_t> mpi_ranks(const ShellWords& launch) {
  const std::string program = launch.empty() ? std::string() : launch.front().text;
  const bool mpi = program.ends_with("mpirun") || program.ends_with("mpiexec") || program.ends_with("orterun");
  return mpi ? option({launch}, {"-np", "-n", "--np", "-c"}) : std::nullopt;
}

std::optional<std::int64_t> variable(const ShellScript& script, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const auto found = script.variables.find(name); found != script.variables.end() && !found->second.empty())
      if (const auto value = whole(found->second.front().text)) return value;
  return std::nullopt;
}

}  // namespace

namespace {

/// A command that may be the launch, with as many of a framework's flags.
struct Candidate {
  const ShellWords* words;
  const LaunchFramework* framework;
  std::ptrdiff_t known;
};

bool is_printed(const ShellWords& words) {
  return words.front().text == "echo" || words.front().text == "printf";
}

std::vector<Candidate> candidates_in(const std::vector<ShellWords>& commands,
                                     std::span<const LaunchFramework> frameworks, const LaunchFramework* framework) {
  std::vector<Candidate> all;
  for (const ShellWords& words : commands) {
    Candidate best{&words, nullptr, 0};
    for (const LaunchFramework& each : frameworks) {
      const std::ptrdiff_t known = framework == nullptr || framework == &each ? known_flags(words, each) : 0;
      if (known > 0 && known >= best.known) best.framework = &each, best.known = known;
    }
    if (best.framework != nullptr && !is_printed(words)) all.push_back(best);
  }
  return all;
}

/// Launches of the same framework that say something else, and of nearly as many flags.
void say_others(LaunchWords& launch, const std::vector<Candidate>& all, const Candidate& chosen) {
  std::vector<std::string> lines;
  std::size_t others = 0;
  const auto texts = [](const ShellWords& words) {
    std::vector<std::string> text;
    for (const ShellWord& word : words) text.push_back(word.text);
    return text;
  };
  for (const Candidate& each : all) {
    if (each.words == chosen.words || each.known * 2 < chosen.known || texts(*each.words) == texts(*chosen.words))
      continue;
    ++others;
    const std::string line = std::to_string(each.words->front().line);
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  if (others == 0) return;
  std::string where;
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 4); ++i) where += (i == 0 ? "" : ", ") + lines[i];
  launch.notices.push_back({Severity::hint, "line " + std::to_string(chosen.words->front().line),
                            "the script launches " + std::to_string(others + 1) +
                                " times; the launch here is read, the others aren't (line " + where + ")",
                            "several-launches"});
}

}  // namespace

LaunchWords launch_words(const ShellScript& script, std::span<const LaunchFramework> frameworks,
                         const LaunchFramework* framework) {
  std::vector<ShellWords> commands;
  for (const ShellWords& words : script.commands) commands.push_back(flattened(words));
  ShellWords arrays;  // as when they alone were pasted
  for (const auto& [name, words] : script.variables) {
    const ShellWords flat = flattened(words);
    if (std::any_of(flat.begin(), flat.end(), [](const ShellWord& word) { return is_flag(word.text); }))
      arrays.insert(arrays.end(), flat.begin(), flat.end());
  }
  std::vector<Candidate> all = candidates_in(commands, frameworks, framework);
  const std::vector<ShellWords> pasted = {std::move(arrays)};
  if (all.empty() && !pasted.front().empty()) all = candidates_in(pasted, frameworks, framework);
  LaunchWords launch;
  launch.notices = script.notices;
  if (all.empty()) return launch;
  // The last of those with most flags.
  const Candidate chosen = *std::max_element(all.rbegin(), all.rend(),
                                             [](const Candidate& a, const Candidate& b) { return a.known < b.known; });
  launch.framework = chosen.framework;
  launch.command = *chosen.words;
  say_others(launch, all, chosen);
  take_command(launch, launch.command);
  return launch;
}

LaunchWorld world_of(const ShellScript& script, const ShellWords& launch) {
  std::vector<ShellWords> commands;
  for (const ShellWords& words : script.commands) commands.push_back(flattened(words));
  commands.insert(commands.begin(), flattened(script.slurm));
  commands.push_back(launch);
  LaunchWorld world;
  world.gpus_per_node =
      option(commands, {"--nproc_per_node", "--nproc-per-node", "--gpus-per-node", "--gpus_per_node", "--num_gpus",
                        "--gres", "--ntasks-per-node", "-npernode", "--npernode", "-ppn"});
  if (const auto gres = option(commands, {"--gpus-per-node", "--gres"})) world.gpus_per_node = gres;
  if (const auto torchrun = option(commands, {"--nproc_per_node", "--nproc-per-node"})) world.gpus_per_node = torchrun;
  if (!world.gpus_per_node) world.gpus_per_node = variable(script, {"GPUS_PER_NODE", "NPROC_PER_NODE", "NUM_GPUS"});
  std::optional<std::int64_t> nodes = option(commands, {"--nodes", "-N", "--nnodes", "--num_nodes"});
  if (!nodes) nodes = variable(script, {"NNODES", "NUM_NODES", "SLURM_NNODES"});
  constexpr std::int64_t beyond = 1 << 20;
  if (world.gpus_per_node && nodes && *world.gpus_per_node <= beyond && *nodes <= beyond)
    world.gpus = *world.gpus_per_node * *nodes;
  if (const auto ranks = mpi_ranks(launch); ranks && *ranks <= beyond) world.gpus = ranks;
  if (world.gpus_per_node && *world.gpus_per_node > beyond) world.gpus_per_node.reset();
  if (!script.variables.empty()) world.environment["env.known"] = true;
  if (const auto connections = variable(script, {"CUDA_DEVICE_MAX_CONNECTIONS"}))
    world.environment["env.CUDA_DEVICE_MAX_CONNECTIONS"] = *connections;
  return world;
}

std::string gpu_of(const ShellScript& script, const ShellWords& launch) {
  std::string gpu;
  for (const ShellWords& words : {flattened(script.slurm), launch})
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i].text != "--gres" && words[i].text != "--gpus-per-node" && words[i].text != "--gpus") continue;
      std::string said = words[i + 1].text;
      if (said.starts_with("gpu:")) said.erase(0, 4);
      said.erase(std::min(said.find(':'), said.size()));
      const bool name = !said.empty() && !(said[0] >= '0' && said[0] <= '9') && said != "gpu";
      if (name) gpu = said;
    }
  return gpu;
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
