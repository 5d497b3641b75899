#include "core/launch_text/python_recipe.h"

#include <algorithm>
#include <optional>

#include "core/base/characters.h"
#include "core/base/edits.h"
#include "core/base/trimmed.h"
#include "core/expressions/json_value.h"

namespace shardscope {

namespace {

constexpr std::string_view assigned = "cfg = ";

/// What a line calls to make the configuration, up to the first point or parenthesis: "llama3_70b_pretrain_config".
std::optional<std::string> called_by(std::string_view line) {
  for (const std::string_view name : {assigned, std::string_view("config = ")}) {
    if (!line.starts_with(name)) continue;
    const std::string_view call = line.substr(name.size());
    const auto end = std::find_if_not(call.begin(), call.end(), is_name);
    const bool calls = end != call.begin() && end != call.end() && (*end == '(' || *end == '.') && call.ends_with(')');
    if (calls) return std::string(call.begin(), end);
  }
  return std::nullopt;
}

bool imports(std::string_view line, std::string_view name) {
  const std::size_t from = line.find(" import ");
  if (!line.starts_with("from ") || from == std::string_view::npos) return false;
  for (std::size_t at = line.find(name, from); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (!is_name(line[at - 1]) && (end == line.size() || !is_name(line[end]))) return true;
  }
  return false;
}

/// A line without its comment; a sign within quotes isn't looked for, as no import or call of a recipe has one.
std::string_view code_of(std::string_view line) {
  return trimmed(line.substr(0, line.find('#')));
}

}  // namespace

std::string recipe_imported(std::string_view text, std::string_view name) {
  constexpr std::string_view from = "from ", import = " import ", as = " as ";
  for (const std::string_view whole : lines_of(text)) {
    const std::string_view line = code_of(whole);
    if (!imports(line, name)) continue;
    const std::size_t at = line.find(import);
    const std::string_view module = trimmed(line.substr(from.size(), at - from.size()));
    std::string_view rest = line.substr(at + import.size());
    for (; !rest.empty(); rest.remove_prefix(std::min(rest.size(), rest.find(',') + 1))) {
      const std::string_view each = trimmed(rest.substr(0, rest.find(',')));
      const std::size_t renamed = each.find(as);
      const std::string_view own = trimmed(each.substr(0, renamed));
      const std::string_view here = renamed == each.npos ? own : trimmed(each.substr(renamed + as.size()));
      if (here == name) return std::string(module.substr(module.rfind('.') + 1)) + "." + std::string(own);
      if (rest.find(',') == rest.npos) break;
    }
  }
  return {};
}

ScriptParts recipe_parts(std::string_view text, const PythonFrame& own) {
  const auto part = [](std::string_view kind, std::string_view code) {
    return std::pair(std::string(kind), json_text(Value(std::string(code))));
  };
  const std::vector<std::string_view> lines = lines_of(text);
  for (const std::string_view line : lines) {
    const std::string_view call = code_of(line);
    const std::optional<std::string> name = called_by(call);
    if (!name) continue;
    if (std::find(own.before.begin(), own.before.end(), call) != own.before.end()) return {};
    const auto found =
        std::find_if(lines.begin(), lines.end(), [&](std::string_view each) { return imports(code_of(each), *name); });
    if (found == lines.end()) return {part(script_part::left, call)};
    return {part(script_part::recipe_import, code_of(*found)),
            part(script_part::recipe, call.substr(call.find(" = ") + 3))};
  }
  return {};
}

std::vector<std::string> lines_before(const PythonFrame& own, const ScriptParts& parts) {
  const std::vector<std::string> call = parts_of_kind(parts, script_part::recipe),
                                 import = parts_of_kind(parts, script_part::recipe_import);
  if (call.empty() || import.empty()) return own.before;
  std::optional<std::string> replaced;
  for (const std::string& line : own.before)
    if (const auto name = called_by(line)) replaced = name;
  std::vector<std::string> lines;
  for (const std::string& line : own.before) {
    if (replaced && imports(line, *replaced))
      lines.push_back(import.front());
    else if (called_by(line))
      lines.push_back(std::string(assigned) + call.front());
    else
      lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> near_recipes(const LaunchFramework& framework, const std::string& name) {
  constexpr std::size_t most = 8;
  const std::string family = name.substr(0, name.find('_') + 1);
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const FrameworkRecipe& each : framework.recipes)
    for (const std::string& known : each.names)
      if (!family.empty() && known.starts_with(family)) near.emplace_back(edits_between(name, known), known);
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto& [edits, known] : near)
    if (names.size() < most) names.push_back(known);
  return names;
}

}  // namespace shardscope
