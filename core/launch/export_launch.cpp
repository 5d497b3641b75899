#include "core/launch/export_launch.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/base/saturating.h"
#include "core/expressions/json_value.h"
#include "core/fields/fields.h"
#include "core/frameworks/fsdp_snippet.h"
#include "core/frameworks/launch_flags.h"
#include "core/frameworks/scenario_names.h"
#include "core/frameworks/write_flags.h"
#include "core/launch_text/launch_script.h"
#include "core/launch_text/launch_text.h"
#include "core/launch_text/launch_writer.h"
#include "core/launch_text/python_recipe.h"
#include "core/shell/shell_code.h"

namespace shardscope {

namespace {

/// How the GPUs that train are spread over nodes: as many on each.
struct Nodes {
  std::int64_t per_node = 1, nodes = 1;
  std::string words;  // where they don't fill the nodes
};

/// Whole nodes where the GPUs fill them; else the split that leaves groups of ranks whole in a node, where the cluster
/// has so many nodes, else the fewest nodes.
Nodes nodes_of(const Scenario& filled, const Names& names) {
  const std::int64_t world = std::max<std::int64_t>(1, value_at(names, "world_size").whole().value_or(1));
  const std::int64_t node = std::max<std::int64_t>(1, filled.cluster.gpus_per_node);
  const std::int64_t there = std::max<std::int64_t>(1, divided_up(filled.cluster.gpus, node));
  Nodes nodes;
  nodes.per_node = std::gcd(world, node);
  nodes.nodes = world / nodes.per_node;
  if (nodes.per_node == node) return nodes;
  if (nodes.nodes > there) {
    nodes.nodes = divided_up(world, node);
    while (nodes.nodes < world && world % nodes.nodes != 0) ++nodes.nodes;
    nodes.per_node = world / nodes.nodes;
  }
  if (nodes.nodes > 1 || there > 1)
    nodes.words = std::to_string(world) + " GPUs don't fill nodes of " + std::to_string(node) + ": " +
                  std::to_string(nodes.nodes) + " with " + std::to_string(nodes.per_node) + " at work each" +
                  (nodes.nodes > there ? ", though the cluster has " + std::to_string(there) : std::string());
  return nodes;
}

std::string setting_line(const std::string& comment, const Setting& setting, const std::string& note = {}) {
  return comment + std::string(launch_mark) + setting.key + " = " + setting.value +
         (note.empty() ? std::string() : std::string(launch_note) + note) + "\n";
}

/// What the framework needs beside the plan and the flags don't give.
std::string yours_to_add(const LaunchFramework& framework, const std::vector<GivenFlag>& flags) {
  std::string parts;
  for (const std::string& part : framework.yours) {
    const std::size_t alternative = std::min(part.find(" or "), part.size());
    const std::string one = part.substr(0, alternative), other = part.substr(std::min(part.size(), alternative + 4));
    const bool given = std::any_of(flags.begin(), flags.end(), [&](const GivenFlag& flag) {
      return flag.flag == one || flag.flag == other || flag.flag.starts_with(one + ".") || "cfg." + flag.flag == one;
    });
    if (!given) parts += (parts.empty() ? "" : ", ") + part;
  }
  return parts;
}

/// Lines of comment of a length to read.
std::string in_lines(const std::string& comment, const std::string& first, const std::vector<std::string>& names) {
  constexpr std::size_t line_max = 110;
  std::string text, line = first;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string next = names[i] + (i + 1 < names.size() ? "," : "");
    std::replace(next.begin(), next.end(), '\n', ' ');  // a word may be code of several lines
    if (line.size() + next.size() > line_max) text += comment + line + "\n", line = " ";
    line += " " + next;
  }
  return names.empty() ? std::string() : text + comment + line + "\n";
}

/// What stands around a script's flags and isn't written with this launcher, as a script would write it.
std::vector<std::string> parts_not_written(const ScriptParts& parts, bool own, Launcher launcher) {
  using namespace script_part;
  const bool scripted = own && launcher != Launcher::none;
  std::vector<std::string> names;
  const auto take = [&](std::string_view kind, const std::string& before, bool written) {
    if (!written)
      for (const std::string& code : parts_of_kind(parts, kind)) names.push_back(before + code);
  };
  take(sbatch, "#SBATCH ", scripted && launcher == Launcher::slurm);
  take(variable, "export ", scripted);
  take(directory, "cd ", scripted);
  take(srun, "srun ", scripted && launcher == Launcher::slurm);
  take(torchrun, "torchrun ", scripted);
  take(program, "", own);
  take(recipe, "cfg = ", own);
  take(left, "", false);
  return names;
}

/// Of a script that was read: values that a run fills in, and flags of another framework that have no place here.
std::string from_script(const Launch& launch, const LaunchFramework& framework, const std::vector<GivenFlag>& flags,
                        const Presets& presets, const std::string& comment, Launcher launcher) {
  std::vector<std::string> run_time, left, replaced;
  for (const GivenFlag& flag : flags)
    if (flag.run_time) run_time.push_back(flag.flag);
  const LaunchFramework* own = find_framework(presets.frameworks, launch.framework);
  for (const auto& [name, value] : launch.flags) {
    const bool written = own == &framework && (framework.form == LaunchForm::flags || !flag_kept(name, value).run_time);
    if (own != nullptr && !written && own->flag(name) == nullptr) left.push_back(name);
    const bool stands = std::any_of(flags.begin(), flags.end(), [&, flag = name, &kept = value](const GivenFlag& each) {
      return each.flag == flag && kept_value(each) == kept;
    });
    if (own == &framework && framework.flag(name) != nullptr && !stands) replaced.push_back(name);
  }
  return in_lines(comment, "Has a value only when it runs, as in the script that it comes from:", run_time) +
         in_lines(comment, "Of the script, in the place of which stands what the plan says now:", replaced) +
         in_lines(comment, own == nullptr ? "" : "Of the script for " + own->title + ", not written here:", left) +
         in_lines(comment, "Around the flags of the script, not written here:",
                  parts_not_written(launch.script, own == &framework, launcher));
}

/// Above the text: whose it is, what it can't say, what the framework will say of it.
std::string heading(const Scenario& filled, const LaunchFramework& framework, const ExportedLaunch& launch,
                    const LaunchRemainder& remainder, const std::vector<GivenFlag>& flags, const Names& names,
                    const std::string& comment, const std::string& script) {
  const std::string name = filled.name.empty() ? std::string("A plan") : filled.name;
  std::string text = comment + shown(name) + ", for " + framework.title + " (" + framework.repository + " " +
                     release_words(framework) + ")\n";
  const auto say = [&](const std::vector<BrokenRule>& rules, const std::string& what) {
    for (const BrokenRule& rule : rules)
      if (rule.severity != RuleSeverity::adjust)
        text += comment + framework.title + (rule.severity == RuleSeverity::error ? " refuses " : " warns of ") + what +
                ": " + rule.message + " (" + rule.source + ")\n";
  };
  say(launch.rules.broken, "this plan");
  say(launch.rules.broken_instead, "the " + launch.rules.runs_instead + " that these flags run instead");
  for (const std::string& call : write_code(framework, filled))
    text += comment + "In the program's code: " + call + "\n";
  if (!remainder.plan.empty()) text += comment + framework.title + " isn't told these; only this comment says them:\n";
  for (std::size_t i = 0; i < remainder.plan.size(); ++i)
    text += setting_line(comment, remainder.plan[i], remainder.notes[i]);
  if (const std::string parts = yours_to_add(framework, flags); !parts.empty())
    text += comment + "Yours to add before it trains: " + parts + "\n";
  text += script;
  text += comment + "What no launch says; shardscope reads it back from here:\n";
  text += comment + std::string(launch_mark) + "framework = " + framework.preset + "\n";
  text += comment + std::string(launch_mark) + "world_size = " + words_of(value_at(names, "world_size")) + "\n";
  for (const Setting& setting : remainder.rest) text += setting_line(comment, setting);
  return text;
}

/// A command of many lines: one a flag, whose own code may go over several.
std::string command_of(const std::string& program, const std::vector<GivenFlag>& flags) {
  std::string text = program;
  for (const GivenFlag& flag : flags) {
    const std::string line = launch_body(LaunchForm::flags, {flag});
    text += " \\\n" + line.substr(0, line.size() - 1);
  }
  return text + "\n";
}

std::string slurm_lines(const Nodes& nodes, const ScriptParts& parts) {
  std::string own;
  for (const std::string& option : parts_of_kind(parts, script_part::sbatch)) own += "#SBATCH " + option + "\n";
  return "#SBATCH --nodes=" + std::to_string(nodes.nodes) +
         "\n#SBATCH --ntasks-per-node=1\n#SBATCH --gpus-per-node=" + std::to_string(nodes.per_node) +
         "\n#SBATCH --exclusive\n" + own;
}

std::string torchrun_line(Launcher launcher, const Nodes& nodes, const ScriptParts& parts, const std::string& program) {
  std::string text;
  if (launcher == Launcher::slurm) {
    text += "NODES=($(scontrol show hostnames \"$SLURM_JOB_NODELIST\"))\nsrun ";
    for (const std::string& options : parts_of_kind(parts, script_part::srun)) text += options + " ";
  }
  text += "torchrun --nnodes " + std::to_string(nodes.nodes) + " --nproc_per_node " + std::to_string(nodes.per_node);
  if (launcher == Launcher::slurm)
    text += " \\\n  --rdzv_id \"$SLURM_JOB_ID\" --rdzv_backend c10d --rdzv_endpoint \"${NODES[0]}:29500\"";
  else if (nodes.nodes > 1)
    text += " \\\n  --rdzv_id shardscope --rdzv_backend c10d --rdzv_endpoint \"${HEAD_NODE:-localhost}:29500\"";
  else
    text += " --standalone";
  for (const std::string& option : parts_of_kind(parts, script_part::torchrun)) text += " \\\n  " + option;
  return text + " \\\n  " + program;
}

std::string program_with(const std::string& program, const std::string& file) {
  const std::size_t at = program.find("{}");
  return at == std::string::npos ? program : program.substr(0, at) + file + program.substr(at + 2);
}

/// The script's own program, where it has another.
std::string program_of(const LaunchFramework& framework, const Launch& launch) {
  const std::vector<std::string> own = parts_of_kind(launch.script, script_part::program);
  return launch.framework == framework.preset && !own.empty() ? own.front() : framework.program;
}

/// The script's own variables, before a variable that isn't set ends it, and then those that the plan needs.
std::string environment_lines(const LaunchFramework& framework, const Names& names, const ScriptParts& parts) {
  std::string text;
  for (const std::string& variable : parts_of_kind(parts, script_part::variable)) {
    const bool again = std::any_of(framework.environment.begin(), framework.environment.end(), [&](const auto& own) {
      return variable.starts_with(own.first + "=") && !computed_or_none(own.second, names).none();
    });
    if (!again) text += "export " + variable + "\n";
  }
  text += "set -euo pipefail\n";
  for (const std::string& directory : parts_of_kind(parts, script_part::directory)) text += "cd " + directory + "\n";
  for (const auto& [name, expression] : framework.environment)
    if (const Value value = computed_or_none(expression, names); !value.none())
      text += "export " + name + "=" + shell_word(words_of(value)) + "\n";
  return text;
}

std::string script(const LaunchFramework& framework, Launcher launcher, const LaunchedScenario& filled,
                   const Names& names, const std::string& head, const std::string& body) {
  const Nodes nodes = nodes_of(filled.scenario, names);
  const ScriptParts parts = filled.launch.framework == framework.preset ? filled.launch.script : ScriptParts{};
  std::string text = "#!/bin/bash\n" + (launcher == Launcher::slurm ? slurm_lines(nodes, parts) : std::string()) + head;
  if (!nodes.words.empty()) text += "# " + nodes.words + "\n";
  text += environment_lines(framework, names, parts);
  if (framework.form == LaunchForm::flags)
    return text + "ARGS=(\n" + body + ")\n" +
           torchrun_line(launcher, nodes, parts, program_of(framework, filled.launch) + " \"${ARGS[@]}\"") + "\n";
  const std::string file = entry_of(framework.form).file;
  return text + "cat > " + file + " <<'END'\n" + body + "END\n" +
         torchrun_line(launcher, nodes, parts, program_with(framework.program, file)) + "\n";
}

std::string replaced(std::string line, std::string_view what, const std::string& by) {
  if (const std::size_t at = line.find(what); at != std::string::npos) line.replace(at, what.size(), by);
  return line;
}

/// The assignments inside the lines that make them a program or a module; the model's name stands in those.
std::string framed(const LaunchFramework& framework, std::vector<GivenFlag> flags, const ScriptParts& script) {
  const PythonFrame& python = framework.python;
  std::string model, indent, text;
  if (!python.module.empty()) {
    for (const std::string_view part : {of_model_name, of_model_size})
      for (const GivenFlag& flag : flags)
        if (flag.flag == part) model += (model.empty() ? "" : " ") + words_of(flag.value);
    std::erase_if(flags,
                  [](const GivenFlag& flag) { return flag.flag == of_model_name || flag.flag == of_model_size; });
  }
  const ModelFunction own = model_function(framework, model);
  for (const std::string& line : lines_before(python, script)) {
    indent = line.substr(0, std::min(line.find_first_not_of(' '), line.size()));
    text += replaced(replaced(line, "{module}", own.module), "{config}", own.function) + "\n";
  }
  const std::string body = launch_body(framework.form, flags, &framework);
  for (std::size_t begin = 0; begin < body.size();) {
    const std::size_t end = body.find('\n', begin);
    text += indent + body.substr(begin, end - begin + 1);
    begin = end + 1;
  }
  for (const std::string& line : python.after) text += line + "\n";
  return text;
}

/// JSON has no comments: the lines stand in a list under "//", which DeepSpeed passes over.
std::string with_comment_key(const std::string& head, const std::string& body) {
  std::string text = "{\n  \"//\": [\n";
  for (std::size_t begin = 0; begin < head.size();) {
    const std::size_t end = std::min(head.find('\n', begin), head.size());
    const std::string line = head.substr(begin, end - begin);
    begin = end + 1;
    text += "    " + nlohmann::json(line).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) +
            (begin < head.size() ? ",\n" : "\n");
  }
  const std::size_t inside = body.find('\n') + 1;  // behind the opening brace
  const bool empty = body.compare(inside, 1, "}") == 0;
  return text + (empty ? "  ]\n" : "  ],\n") + body.substr(inside);
}

/// The scenario in the environment that a wrapped text exports, whatever its script exported.
LaunchedScenario in_own_environment(LaunchedScenario said, const LaunchFramework& framework, const Names& names) {
  auto& environment = said.launch.environment;
  for (const auto& [name, expression] : framework.environment) {
    const Value value = computed_or_none(expression, names);
    if (value.none()) continue;
    const std::string own = "env." + name;
    std::erase_if(environment, [&](const auto& each) { return each.first == own; });
    environment.emplace_back(own, json_text(value));
  }
  return said;
}

/// How much of the plan stands in comments alone.
std::ptrdiff_t plan_settings(const LaunchRemainder& remainder) {
  return std::count_if(remainder.plan.begin(), remainder.plan.end(),
                       [](const Setting& setting) { return is_of_plan(setting.key); });
}

}  // namespace

ExportedLaunch export_launch(const LaunchedScenario& said, const LaunchFramework& framework, Launcher launcher,
                             const Presets& presets, const RulesReport* checked) {
  const LaunchedScenario filled = with_defaults(said);
  const Names names = names_of(filled.scenario);
  const std::vector<GivenFlag> own = write_flags(framework, filled);
  const bool snippet = framework.form == LaunchForm::snippet;  // its calls are the plan's alone
  std::vector<GivenFlag> flags = snippet ? own : flags_of_plan(framework, filled, presets);
  LaunchRemainder remainder = remainder_of(said.scenario, framework, flags, presets);
  if (flags != own && !remainder.plan.empty()) {  // the script's spellings may no longer say the plan: own words may
    const LaunchRemainder plain = remainder_of(said.scenario, framework, own, presets);
    if (plan_settings(plain) < plan_settings(remainder)) {
      flags = flags_of_plan_alone(framework, own, said.launch);
      remainder = remainder_of(said.scenario, framework, flags, presets);
    }
  }
  const bool scripted = launcher != Launcher::none;
  ExportedLaunch launch;
  const LaunchedScenario run = scripted ? in_own_environment(said, framework, names) : said;
  launch.rules = checked != nullptr && run == said ? *checked : check_rules(run, framework, presets);
  launch.cannot_express = remainder.plan;
  launch.notes = remainder.notes;
  const bool commented_by_key = framework.form == LaunchForm::json && !scripted;
  const std::string comment = commented_by_key ? "" : "# ";
  const std::string beside = from_script(said.launch, framework, flags, presets, comment, launcher);
  const std::string head = heading(filled.scenario, framework, launch, remainder, flags, names, comment, beside);
  const std::string body = snippet                                ? fsdp_snippet(filled.scenario)
                           : framework.form == LaunchForm::python ? framed(framework, flags, said.launch.script)
                                                                  : launch_body(framework.form, flags);
  if (scripted)
    launch.text = script(framework, launcher, filled, names, head, body);
  else if (commented_by_key)
    launch.text = with_comment_key(head, body);
  else if (framework.form == LaunchForm::flags)
    launch.text = head + command_of(program_of(framework, said.launch), flags);
  else
    launch.text = head + body;
  return launch;
}

}  // namespace shardscope
