#include "core/python/python_scope.h"

#include <algorithm>
#include <iterator>

#include "core/base/characters.h"
#include "core/base/trimmed.h"
#include "core/expressions/expression.h"
#include "core/python/python_code.h"

namespace shardscope {

namespace {

/// What people call a configuration.
constexpr std::string_view usual_names[] = {"cfg", "config", "recipe", "conf"};

bool is_constant(std::string_view name) {
  return std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

bool is_dotted_name(std::string_view code) {
  return !code.empty() && is_name_start(code[0]) &&
         std::all_of(code.begin(), code.end(), [](char c) { return is_name(c) || c == '.'; });
}

bool PythonScope::is_config(std::string_view name) const {
  return std::find(std::begin(usual_names), std::end(usual_names), name) != std::end(usual_names) ||
         configs.contains(name);
}

std::optional<std::string> PythonScope::path_of(std::string_view name) const {
  const std::string_view root = first_name(name), rest = name.substr(std::min(root.size() + 1, name.size()));
  if (const auto object = objects.find(root); object != objects.end())
    return object->second + (object->second.empty() || rest.empty() ? "" : ".") + std::string(rest);
  return is_config(root) ? std::optional<std::string>(rest) : std::nullopt;
}

std::optional<Value> PythonScope::known(std::string_view name) const {
  if (const auto variable = variables.find(name); variable != variables.end()) return variable->second;
  const std::optional<std::string> path = path_of(name);
  if (!path) return std::nullopt;
  const auto found = std::find_if(said.assignments.begin(), said.assignments.end(),
                                  [&](const PythonAssignment& each) { return each.path == *path; });
  return found != said.assignments.end() ? std::optional(found->value) : std::nullopt;
}

namespace {

/// The text that code in quotes is.
std::optional<std::string> text_in(std::string_view code, const PythonScope& scope) {
  const std::optional<Value> value = is_dotted_name(code) ? scope.known(code) : scope.literal(code);
  return value && value->text() != nullptr ? std::optional(*value->text()) : std::nullopt;
}

/// "'b'" of "a['b']", where a is a table.
std::string_view key_in(std::string_view code) {
  const std::size_t open = code.find('[');
  const std::size_t close = open == std::string_view::npos ? open : find_outside(code, "]", open + 1);
  return close == code.size() - 1 ? code.substr(open + 1, close - open - 1) : std::string_view();
}

}  // namespace

std::optional<PythonTable> PythonScope::table(std::string_view code) const {
  if (const auto found = tables.find(code); found != tables.end()) return found->second;
  std::vector<PythonArgument> entries;
  if (code.starts_with('{') && find_outside(code, "}", 1) == code.size() - 1) {
    for (const std::string_view part : listed_parts(code.substr(1, code.size() - 2)))
      if (const std::size_t colon = find_outside(part, ":"); part.starts_with("**"))
        entries.push_back({"**", part.substr(2)});
      else if (colon != std::string_view::npos)
        entries.push_back({trimmed(part.substr(0, colon)), trimmed(part.substr(colon + 1))});
      else
        return std::nullopt;  // a set
  } else if (const auto call = call_in(code); call && call->callee == "dict" && call->rest.empty()) {
    entries = call->arguments;
  } else {
    return std::nullopt;
  }
  PythonTable all;
  for (const PythonArgument& each : entries) {
    const bool quoted = code.starts_with('{');
    const auto name = quoted && each.name != "**" ? text_in(each.name, *this) : std::optional(std::string(each.name));
    const auto more = each.name == "**" ? table(trimmed(each.code)) : std::optional<PythonTable>();
    if (!name || name->empty() || *name == "*" || (each.name == "**" && !more)) return std::nullopt;
    if (!more) all.insert_or_assign(*name, literal(each.code));
    if (more)
      for (const auto& [inner, value] : *more) all.insert_or_assign(inner, value);
  }
  return all;
}

void PythonScope::change_table(std::string_view name, std::string_view code) {
  const auto found = tables.find(name);
  if (found == tables.end()) return;
  const std::vector<std::string_view> assigned = assigned_parts(code);
  const auto call = call_in(code);
  const bool update = call && last_name(call->callee) == "update" && call->arguments.size() == 1;
  if (const auto key = assigned.size() == 2 ? text_in(key_in(assigned[0]), *this) : std::nullopt)
    return void(found->second[*key] = literal(assigned[1]));
  if (const auto more = update && call->arguments[0].name.empty() ? table(call->arguments[0].code) : std::nullopt) {
    for (const auto& [inner, value] : *more) found->second[inner] = value;
    return;
  }
  tables.erase(found);
}

namespace {

/// What a table has there, of "a['b']" and "a.get('b', 8)".
struct TableEntry {
  bool of_table = false;
  std::optional<Value> value = {};
};
TableEntry entry_in_table(std::string_view code, const PythonScope& scope) {
  const auto end = std::find_if_not(code.begin(), code.end(), is_name);
  const auto found = scope.tables.find(code.substr(0, static_cast<std::size_t>(end - code.begin())));
  if (found == scope.tables.end()) return {};
  const auto call = call_in(code);
  const bool get = call && last_name(call->callee) == "get" && !call->arguments.empty() && call->rest.empty();
  const auto key = get ? text_in(call->arguments[0].code, scope) : text_in(key_in(code), scope);
  if (!key) return {true};
  if (const auto entry = found->second.find(*key); entry != found->second.end()) return {true, entry->second};
  if (!get) return {true};
  return {true, call->arguments.size() > 1 ? scope.literal(call->arguments[1].code) : Value()};
}

}  // namespace

std::optional<Value> PythonScope::literal(std::string_view code) const {
  if (const TableEntry entry = entry_in_table(code, *this); entry.of_table) return entry.value;
  std::string text(code);
  std::replace(text.begin(), text.end(), '\n', ' ');
  const Outcome<Expression> parsed = parse_expression(text);
  if (!succeeded(parsed)) return std::nullopt;
  Names names;
  for (const std::string& name : names_in(value_of(parsed))) {
    std::optional<Value> value = known(name);
    const bool alone = is_dotted_name(code) && !path_of(name) && !open.contains(name);
    if (!value && alone && !(name.find('.') == std::string::npos && is_constant(name)))
      return Value(std::string(last_name(name)));
    if (!value) return std::nullopt;
    names[name] = std::move(*value);
  }
  Outcome<Value> value = compute(value_of(parsed), names);
  if (!succeeded(value)) return std::nullopt;
  return std::move(std::get<0>(value));
}

void PythonScope::add(std::string path, Value value, int line) {
  std::erase_if(said.assignments, [&](const PythonAssignment& each) { return each.path == path; });
  std::erase_if(said.gaps, [&](const PythonGap& each) { return !path.empty() && each.path == path; });
  said.assignments.push_back({std::move(path), std::move(value), line});
}

void PythonScope::leave(std::string path, std::string_view code, std::string word, int line) {
  if (!path.empty()) std::erase_if(said.assignments, [&](const PythonAssignment& each) { return each.path == path; });
  said.gaps.push_back({std::move(path), std::string(code.substr(0, code.find('\n'))), std::move(word), line});
}

}  // namespace shardscope
