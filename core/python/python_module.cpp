#include "core/python/python_module.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "core/base/characters.h"
#include "core/base/trimmed.h"
#include "core/python/python_arguments.h"
#include "core/python/python_code.h"
#include "core/python/python_recipes.h"
#include "core/python/python_scope.h"
#include "core/python/python_statements.h"

namespace shardscope {

namespace {

using Statements = std::span<const PythonStatement>;

/// Follows a module's statements.
class ModuleWalk {
 public:
  ModuleWalk(Statements module, const PythonSections& sections)
      : module_(module), functions_(functions_in(module)), recipes_(functions_, sections, scope_) {
    scope_.variables["__name__"] = "__main__";
  }

  PythonModule run(std::string_view recipe) {
    PythonModule& said = scope_.said;
    said.recipes = recipes_.names(module_);
    follow(module_);
    const bool script = !said.assignments.empty() || !said.base.empty() || !said.gaps.empty();
    const bool wanted = std::find(said.recipes.begin(), said.recipes.end(), recipe) != said.recipes.end();
    if (script && wanted) {
      std::vector<std::string> recipes = std::move(said.recipes);
      said = {};
      said.recipes = std::move(recipes);
    }
    if ((!script || wanted) && !said.recipes.empty()) {
      said.taken = wanted ? std::string(recipe) : said.recipes.front();
      call_function(said.taken, {});
    }
    return std::move(said);
  }

 private:
  /// The line of a part of the statement; an empty one may stand nowhere.
  int line_at(std::string_view part) const {
    const std::string_view code = statement_->code;
    if (part.empty()) return statement_->line;
    return statement_->line + static_cast<int>(std::count(code.data(), part.data(), '\n'));
  }

  void add(std::string path, Value value, std::string_view code) {
    scope_.add(std::move(path), std::move(value), line_at(code));
  }

  void leave(std::string path, std::string_view code, std::string word = {}) {
    scope_.leave(std::move(path), code, std::move(word), line_at(code));
  }

  /// What a variable was given: model_spec=model_spec, of model_spec = model_registry("8B").
  void take_given_call(const std::string& path, const PythonGivenCall& given) {
    const PythonStatement* user = std::exchange(statement_, given.statement);
    take_value(path, given.code);
    statement_ = user;
  }

  void take_value(const std::string& path, std::string_view code) {
    if (const auto given = scope_.calls.find(code); given != scope_.calls.end())
      return take_given_call(path, PythonGivenCall(given->second));
    if (const std::optional<Value> value = scope_.literal(code)) return add(path, *value, code);
    if (const auto call = call_in(code)) return take_call(path, *call, code);
    if (scope_.objects.contains(code) || scope_.is_config(code)) return;
    leave(path, code);
  }

  void take_keywords(const std::string& path, const PythonCall& call) {
    const std::string below = path + (path.empty() ? "" : ".");
    for (const PythonArgument& each : call.arguments)
      if (each.name == "**")
        take_table(below, each.code);
      else if (!each.name.empty() && each.name != "*")
        take_value(below + std::string(each.name), each.code);
  }

  void take_table(const std::string& below, std::string_view code) {
    const std::optional<PythonTable> table = scope_.table(code);
    if (!table) return leave("", code);
    for (const auto& [name, value] : *table) value ? add(below + name, *value, code) : leave(below + name, code);
  }

  /// A model by its name at Hugging Face, wherever the call stands. Whether it is one.
  bool take_pretrained(const PythonCall& call) {
    constexpr std::string_view method = "from_hf_pretrained";
    if (last_name(call.callee) != method || call.arguments.empty()) return false;
    const std::string path = "model." + std::string(method);
    const std::optional<Value> name = scope_.literal(call.arguments[0].code);
    name ? add(path, *name, call.callee) : leave(path, call.arguments[0].code);
    return true;
  }

  /// Which part of the configuration the call makes, whose class is kept.
  std::optional<std::string> section_made(const PythonCall& call) {
    const std::optional<std::string> section = recipes_.section_of(call.callee);
    if (section && !section->empty())
      scope_.said.made.push_back({std::string(last_name(call.callee)), line_at(call.callee)});
    return section;
  }

  void take_call(const std::string& path, const PythonCall& call, std::string_view code) {
    constexpr std::string_view config = ".Config";
    if (take_pretrained(call)) return;
    if (const auto own = functions_.find(call.callee); own != functions_.end() && recipes_.returns_model(*own->second))
      return call_function(std::string(call.callee), call.arguments);
    const bool made = section_made(call).has_value();
    const bool keywords = std::any_of(call.arguments.begin(), call.arguments.end(),
                                      [](const PythonArgument& each) { return !each.name.empty(); });
    if (keywords) take_keywords(path, call);
    if (call.arguments.empty() && call.rest.empty() && call.callee.ends_with(config))
      return add(path, std::string(last_name(call.callee.substr(0, call.callee.size() - config.size()))), code);
    if (made) return;  // made with what it has by itself
    std::string word;
    if (call.arguments.empty()) word = last_name(call.callee);
    if (call.arguments.size() == 1 || keywords)  // model_registry("8B", quantization=[…])
      if (const std::optional<Value> text = scope_.literal(call.arguments[0].code);
          text && text->text() != nullptr && call.arguments[0].name.empty())
        word = *text->text();
    if (!keywords || !word.empty()) leave(path, code, word);
  }

  /// A whole configuration from a call: of the file's own function, a class of the configuration, or another file's.
  bool take_config(std::string_view code) {
    const auto call = call_in(code);
    if (!call) return false;
    if (functions_.contains(call->callee)) return call_function(std::string(call->callee), call->arguments), true;
    if (const auto section = section_made(*call)) return take_keywords(*section, *call), true;
    return false;
  }

  /// The variable that the file calls as a whole configuration holds what the code makes: "cfg = GPTModelProvider()" a
  /// part of it.
  void assign_named_config(const std::string& name, std::string_view code) {
    scope_.objects.erase(name);
    if (!assign_part(name, code)) assign_config(code);
  }

  void assign_config(std::string_view code) {
    if (take_config(code)) return;
    const auto call = call_in(code);
    if (!call) return;
    const std::string_view name = last_name(call->callee);
    const auto imported = imported_as_.find(name);
    scope_.said.base = imported != imported_as_.end() ? imported->second : std::string(name);
    scope_.said.base_line = line_at(code);
    const std::size_t point = call->callee.rfind('.');
    scope_.said.base_module = point == std::string_view::npos ? "" : last_name(call->callee.substr(0, point));
    for (const PythonArgument& each : call->arguments) take_base_argument(each, code);
  }

  /// What another file's function makes of an argument only it knows; a keyword may be called as what it sets.
  void take_base_argument(const PythonArgument& argument, std::string_view call) {
    PythonModule& said = scope_.said;
    const auto table = argument.name == "**" ? scope_.table(argument.code) : std::nullopt;
    if (table)
      for (const auto& [name, value] : *table)
        said.keywords.push_back({name, value, std::string(argument.code), line_at(argument.code)});
    else if (argument.name.empty() || argument.name.starts_with('*'))
      leave("", call);
    else
      said.keywords.push_back({std::string(argument.name), scope_.literal(argument.code), std::string(argument.code),
                               line_at(argument.code)});
  }

  /// Whether a call makes a part of the configuration, or the whole, for a variable; of the file's own functions those
  /// that make a model.
  bool assign_part(const std::string& name, std::string_view code) {
    const auto call = call_in(code);
    if (!call) return false;
    if (const auto own = functions_.find(call->callee);
        own != functions_.end() && recipes_.returns_model(*own->second)) {
      call_function(std::string(call->callee), call->arguments);
      return scope_.objects[name] = "model", true;
    }
    const std::string whole = std::string(call->callee) + std::string(call->rest.substr(0, call->rest.find('(')));
    if (const auto section = recipes_.section_of(whole); section && take_pretrained(*call))
      return scope_.objects[name] = *section, true;
    if (take_pretrained(*call)) return true;
    const auto section = section_made(*call);
    if (!section) return false;
    take_keywords(*section, *call);
    return scope_.objects[name] = *section, true;
  }

  /// Whether what a plain variable is given is a part of the configuration, or the whole.
  bool assign_object(const std::string& name, std::string_view code) {
    const auto call = call_in(code);
    if (!call) {
      const auto path = is_dotted_name(code) ? scope_.path_of(code) : std::nullopt;
      if (path && !scope_.known(code)) return scope_.objects[name] = *path, true;
      return false;
    }
    if (assign_part(name, code)) return true;
    const bool recipe = call->callee.ends_with("_config") && call->callee.find('.') == std::string_view::npos;
    const bool own =
        std::find(scope_.said.recipes.begin(), scope_.said.recipes.end(), call->callee) != scope_.said.recipes.end();
    if (!recipe && !own) return false;
    scope_.configs.emplace(name);
    return assign_config(code), true;
  }

  void assign(std::string_view target, std::string_view code) {
    if (!is_dotted_name(target)) {
      scope_.change_table(target.substr(0, target.find('[')), statement_->code);
      return void(leave_changed(statement_->code));
    }
    if (scope_.is_config(target)) return assign_named_config(std::string(target), code);
    const bool alone = target.find('.') == std::string_view::npos;
    if (const auto path = scope_.path_of(target); path && !(alone && scope_.objects.contains(target)))
      return take_value(*path, code);
    if (!alone) {  // pasted without "cfg."
      if (depth_ == 0) take_value(std::string(target), code);
      return;
    }
    const std::string name(target);
    scope_.open.erase(name);
    scope_.calls.erase(name);
    const std::optional<PythonTable> table = scope_.table(code);
    scope_.tables.erase(name);
    if (table) return void(scope_.tables[name] = *table);
    if (assign_object(name, code)) return;
    scope_.objects.erase(name);
    scope_.variables.erase(name);
    const std::optional<Value> value = scope_.literal(code);
    if (!value && call_in(code)) scope_.calls[name] = {code, statement_};
    if (!value) return;
    scope_.variables[name] = *value;
    const bool constant = std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (depth_ == 0 && !constant) scope_.said.bare.push_back({name, *value, line_at(code)});
  }

  /// A function's parameters as variables, while its body is followed.
  void call_function(const std::string& name, std::span<const PythonArgument> arguments) {
    const auto found = functions_.find(name);
    if (found == functions_.end() || depth_ >= limits::python_calls_max) return;
    const PythonCall function = *function_in(found->second->code);
    PythonParameters own = parameters_of(function, arguments, scope_);
    const PythonLocals outer = scope_;
    for (const PythonArgument& parameter : function.arguments) {
      const std::string name_of(parameter_name(parameter));
      scope_.variables.erase(name_of);
      scope_.tables.erase(name_of);
      scope_.calls.erase(name_of);
      if (own.configs.contains(name_of)) scope_.objects.erase(name_of);
      if (!own.variables.contains(name_of)) scope_.open.insert(name_of);
    }
    for (auto& [each, value] : own.variables) scope_.open.erase(each), scope_.variables[each] = std::move(value);
    for (auto& [each, table] : own.tables) scope_.tables[each] = std::move(table);
    scope_.configs.merge(own.configs);
    const bool ended = std::exchange(returned_, false);
    const PythonStatement* caller = statement_;
    ++depth_;
    follow(found->second->body);
    --depth_;
    statement_ = caller;
    returned_ = ended;
    static_cast<PythonLocals&>(scope_) = outer;
  }

  void follow_return(std::string_view code) {
    const std::string_view value = trimmed(code.substr(6));
    if (depth_ > 0 && !take_config(value))
      if (const auto call = call_in(value); call && call->callee.ends_with("_config")) assign_config(value);
    returned_ = depth_ > 0;
  }

  /// A call for what it does: of the file's own function it is followed; another that is given the configuration may
  /// change it, unless it trains.
  void follow_call(const PythonStatement& statement) {
    const auto call = call_in(statement.code);
    if (!call) return;
    scope_.change_table(first_name(call->callee), statement.code);
    if (functions_.contains(call->callee)) return call_function(std::string(call->callee), call->arguments);
    const std::string name = lower(std::string(last_name(call->callee)));
    for (const std::string_view word : {"train", "tune", "print", "log", "info", "run", "save", "validate"})
      if (name.find(word) != std::string::npos) return;
    const bool given = std::any_of(call->arguments.begin(), call->arguments.end(), [&](const PythonArgument& each) {
      return is_dotted_name(each.code) && scope_.path_of(each.code).has_value();
    });
    if (given || scope_.path_of(call->callee)) leave("", statement.code);
  }

  /// "from a import x as y".
  void take_import(std::string_view code) {
    const std::size_t names = code.find("import ");
    if (names == std::string_view::npos) return;
    std::string_view list = trimmed(code.substr(names + 7));
    if (list.starts_with('(')) list = trimmed(list.substr(1, list.size() - (list.ends_with(')') ? 2 : 1)));
    for (const std::string_view part : listed_parts(list))
      if (const std::size_t as = part.find(" as "); as != std::string_view::npos)
        imported_as_[std::string(trimmed(part.substr(as + 4)))] = std::string(trimmed(part.substr(0, as)));
  }

  /// "cfg.a *= 2", and targets side by side: what becomes of the configuration isn't told.
  bool leave_changed(std::string_view code) {
    const std::size_t equals = find_outside(code, "=");
    if (equals == std::string_view::npos || equals == 0 || code.substr(equals, 2) == "==") return false;
    const std::string_view target = trimmed(code.substr(0, code.find_last_not_of("+-*/%&|^@ ", equals - 1) + 1));
    const auto path = is_dotted_name(target) ? scope_.path_of(target) : std::nullopt;
    if (path) return leave(*path, code), true;
    const std::vector<std::string_view> targets = listed_parts(target);
    const bool side_by_side =
        targets.size() > 1 && std::any_of(targets.begin(), targets.end(), [&](std::string_view each) {
          return is_dotted_name(each) && each.find('.') != std::string_view::npos && scope_.path_of(each);
        });
    if (side_by_side) leave("", code);
    return side_by_side;
  }

  /// What "if a:", "elif b:" or "else:" hangs on; nothing where it can't be told.
  std::optional<bool> holds(std::string_view code) const {
    if (begins_with_word(code, "else")) return true;
    const std::string_view condition = trimmed(code.substr(std::min(code.find_first_of(" ("), code.size())));
    const std::optional<Value> value = scope_.literal(condition.substr(0, condition.size() - 1));
    const bool plain = is_dotted_name(condition.substr(0, condition.size() - 1));
    if (!value || (plain && !scope_.known(condition.substr(0, condition.size() - 1)))) return std::nullopt;
    return is_true(*value);
  }

  /// The branches from `at` on; where the last of them stands.
  std::size_t follow_branches(Statements all, std::size_t at) {
    bool done = false;
    for (bool first = true; at < all.size(); ++at, first = false) {
      const std::string_view code = all[at].code;
      if (!first && !begins_with_word(code, "elif") && !begins_with_word(code, "else")) break;
      if (done) continue;
      statement_ = &all[at];
      const std::optional<bool> taken = holds(code);
      if (!taken) {
        if (recipes_.touches_config(all[at])) leave("", all[at].code);
      } else if (*taken) {
        follow(all[at].body);
      }
      done = !taken || *taken;
    }
    return at - 1;
  }

  void follow(Statements all) {
    for (std::size_t i = 0; i < all.size() && !returned_ && steps_ < limits::python_statements_max; ++i) {
      const PythonStatement& statement = all[i];
      const std::string_view code = statement.code;
      ++steps_;
      statement_ = &statement;
      const auto is = [&](std::string_view word) { return begins_with_word(code, word); };
      if (is("import") || is("from")) take_import(code);
      if (is("def") || is("class") || is("async") || is("import") || is("from") || is("raise") || is("except"))
        continue;
      if (is("return"))
        follow_return(code);
      else if (is("if"))
        i = follow_branches(all, i);
      else if (is("for") || is("while")) {
        if (recipes_.touches_config(statement)) leave("", code);
      } else if (!statement.body.empty())
        follow(statement.body);
      else if (const auto parts = assigned_parts(code); parts.size() > 1)
        for (std::size_t each = 0; each + 1 < parts.size(); ++each) assign(parts[each], parts.back());
      else if (!leave_changed(code))
        follow_call(statement);
    }
  }

  Statements module_;
  PythonFunctions functions_;
  std::map<std::string, std::string, std::less<>> imported_as_;  // what the file calls otherwise than its own name
  const PythonStatement* statement_ = nullptr;
  PythonScope scope_;
  PythonRecipes recipes_;
  int depth_ = 0, steps_ = 0;
  bool returned_ = false;
};

}  // namespace

PythonModule read_python_module(std::string_view text, const PythonSections& sections, std::string_view recipe) {
  const std::vector<PythonStatement> statements = python_statements(text);
  return ModuleWalk(statements, sections).run(recipe);
}

}  // namespace shardscope
