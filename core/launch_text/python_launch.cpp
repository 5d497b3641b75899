#include "core/launch_text/python_launch.h"

#include <algorithm>
#include <iterator>

#include "core/base/characters.h"
#include "core/base/edits.h"
#include "core/base/limits.h"
#include "core/base/number_text.h"
#include "core/base/rule_names.h"
#include "core/frameworks/flag_values.h"
#include "core/frameworks/left_open.h"
#include "core/launch_text/documents/launch_documents.h"
#include "core/launch_text/python_recipe.h"
#include "core/python/python_code.h"
#include "core/python/python_module.h"

namespace shardscope {

namespace {

void hint(LaunchText& launch, TextPlace place, std::string words, std::string_view rule) {
  launch.notices.push_back({Severity::hint, std::move(place), std::move(words), std::string(rule)});
}

/// The first text in quotes of a call: "8B" of model_registry("8B", quantization=[…]).
std::string first_quoted(std::string_view code) {
  const std::size_t open = code.find_first_of("\"'");
  const std::size_t close = open == std::string_view::npos ? open : code.find(code[open], open + 1);
  return close == std::string_view::npos ? std::string() : std::string(code.substr(open + 1, close - open - 1));
}

/// "llama3": the framework's module of models that the text imports; else that which a function's name begins with.
std::string family_of_models(const LaunchFramework& framework, std::string_view text, std::string_view function) {
  const std::string& module = framework.python.module;
  const std::string_view before = std::string_view(module).substr(0, module.find("{}"));
  std::string longest;
  const std::size_t at = text.find(before);
  for (const auto& [name, preset] : framework.models) {
    const std::string family = name.substr(0, name.find(' '));
    const bool imported = at != std::string_view::npos && text.substr(at + before.size()).starts_with(family);
    if ((imported || function.starts_with(family)) && family.size() > longest.size()) longest = family;
  }
  return longest;
}

/// The model that a call such as model_spec=model_registry("8B") names; what else it is given isn't counted.
bool add_registered_model(LaunchText& launch, const PythonModule& module, std::string_view text) {
  const auto& registries = launch.framework->python.registries;
  const auto call = std::find_if(module.gaps.begin(), module.gaps.end(), [&](const PythonGap& gap) {
    return std::any_of(registries.begin(), registries.end(), [&](const auto& registry) {
      return gap.path == registry.first && gap.code.find(registry.second) != std::string::npos;
    });
  });
  if (call == module.gaps.end()) return false;
  const std::string flavor = first_quoted(call->code);
  const std::string family = family_of_models(*launch.framework, text, module.taken);
  if (flavor.empty() || family.empty()) return false;
  launch.flags.push_back({std::string(of_model_name), family, call->line});
  launch.flags.push_back({std::string(of_model_size), flavor, call->line});
  if (const std::size_t more = call->code.find(','); more != std::string::npos)
    hint(launch, {{}, call->line, call->path}, "what it gives beside the model isn't counted: " + shown(call->code),
         rule_name::unknown_words);
  return true;
}

/// The framework's name of a model, where the configuration begins with the framework's own of that model.
void add_model_name(LaunchText& launch, const PythonModule& module, std::string_view text) {
  const LaunchFramework& framework = *launch.framework;
  if (framework.python.module.empty() || add_registered_model(launch, module, text)) return;
  for (const auto& [name, preset] : framework.models) {
    const std::string own = model_function(framework, name).function;
    if (own != module.base && own != module.taken) continue;
    const std::size_t space = name.find(' ');
    launch.flags.push_back({std::string(of_model_name), name.substr(0, space), 0});
    launch.flags.push_back({std::string(of_model_size), name.substr(space + 1), 0});
    return;
  }
}

bool says(const PythonModule& module, std::string_view path) {
  const auto same = [&](const auto& each) { return each.path == path; };
  return std::any_of(module.assignments.begin(), module.assignments.end(), same) ||
         std::any_of(module.gaps.begin(), module.gaps.end(), same);
}

/// Whether the text starts from what an export starts from, which has nothing of its own.
bool is_plain(const PythonFrame& frame, const std::string& base) {
  return std::any_of(frame.before.begin(), frame.before.end(),
                     [&](const std::string& line) { return line.ends_with("= " + base + "()"); });
}

/// Where the text calls what may change anything, the recipe's values may be other ones by then: no rule judges them.
void leave_recipe_open(LaunchText& launch, const PythonModule& module, std::span<const std::string> set) {
  const bool called =
      std::any_of(module.gaps.begin(), module.gaps.end(), [](const PythonGap& gap) { return gap.path.empty(); });
  for (const std::string& flag : set)
    if (const FlagSpec* spec = called ? launch.framework->flag(flag) : nullptr; spec != nullptr)
      for (const auto& [name, expression] : spec->read) launch.world.environment[open_name(name)] = true;
}

const FrameworkRecipe* recipe_called(const LaunchFramework& framework, std::string_view name) {
  const auto own = std::find_if(framework.recipes.begin(), framework.recipes.end(), [&](const FrameworkRecipe& each) {
    return std::find(each.names.begin(), each.names.end(), name) != each.names.end();
  });
  return own == framework.recipes.end() ? nullptr : &*own;
}

/// The text's own number for the step's sequence, as of its data, which goes before what a model begins with: the most
/// that it can read.
const PythonAssignment* own_sequence(const LaunchFramework& framework, const PythonModule& module) {
  const auto says_it = [&](const PythonAssignment& each) {
    const FlagSpec* spec = framework.flag(each.path);
    return spec != nullptr && std::any_of(spec->read.begin(), spec->read.end(),
                                          [](const Assignment& read) { return read.first == of_sequence; });
  };
  const auto found = std::find_if(module.assignments.rbegin(), module.assignments.rend(), says_it);
  return found == module.assignments.rend() ? nullptr : &*found;
}

/// What a function or class of the framework's sets and the text doesn't.
void take_recipe(LaunchText& launch, const PythonModule& module, const FrameworkRecipe& recipe,
                 const std::string& called, int line) {
  std::string sets;
  std::vector<std::string> flags;
  for (const auto& [flag, value] : recipe.sets) {
    if (says(module, flag)) continue;
    const PythonAssignment* own =
        launch.framework->key_of(flag) == of_sequence ? own_sequence(*launch.framework, module) : nullptr;
    if (own != nullptr && !(own->value == value)) {
      hint(launch, {{}, own->line, own->path},
           "is the step's sequence; " + called + "() alone would have " + flag + " " + words_of(value),
           rule_name::taken_for_granted);
      continue;
    }
    flags.push_back(flag);
    sets += (sets.empty() ? "" : ", ") + flag + " " + shown(words_of(value));
    launch.flags.push_back({flag, value, 0});
  }
  if (!sets.empty()) hint(launch, {{}, line, {}}, called + "() sets " + sets, rule_name::taken_for_granted);
  leave_recipe_open(launch, module, flags);
}

/// The flag that a keyword of a recipe's call sets: "train.micro_batch_size" of micro_batch_size; the name itself where
/// none is called so.
std::string flag_of_keyword(const LaunchFramework& framework, const std::string& name) {
  for (const auto& [made, table] : framework.python.sections)
    if (const auto flag = framework.plain_name(table.empty() ? name : table + "." + name); !flag.empty())
      return std::string(flag);
  return name;
}

/// What the recipe that the text starts from is called with, as sayings before its own.
void take_keywords(PythonModule& module, const LaunchFramework& framework, std::string_view text) {
  std::string whole = module.base_module + "." + module.base;
  if (module.base_module.empty()) whole = recipe_imported(text, module.base);
  const std::size_t dot = whole.find('.');
  const std::string own = dot == std::string::npos ? whole : whole.substr(dot + 1);
  if (dot != std::string::npos) whole[dot] = '_';  // as the function of the same module is called today
  for (const std::string& name : {own, whole})
    if (recipe_called(framework, module.base) == nullptr && recipe_called(framework, name) != nullptr)
      module.base = name;
  std::vector<PythonAssignment> given;
  for (const PythonKeyword& each : module.keywords) {
    const std::string flag = flag_of_keyword(framework, each.name);
    if (says(module, flag)) continue;
    if (each.value)
      given.push_back({flag, *each.value, each.line});
    else
      module.gaps.push_back({flag, each.code, {}, each.line});
  }
  module.assignments.insert(module.assignments.begin(), given.begin(), given.end());
}

/// A class that makes a model of a size, and none that is known here: "Qwen9ModelProvider1B".
void leave_class_unknown(LaunchText& launch, const PythonModule& module) {
  const auto is_of = [](std::string_view name, std::string_view pattern) {
    const bool anywhere = pattern.size() > 2 && pattern.front() == '*' && pattern.back() == '*';
    return anywhere ? name.find(pattern.substr(1, pattern.size() - 2)) != std::string_view::npos : fits(name, pattern);
  };
  for (const PythonMade& made : module.made)
    for (const auto& [pattern, table] : launch.framework->python.sections)
      if (table == "model" && launch.unknown_recipe.empty() && is_of(made.name, pattern) &&
          std::any_of(made.name.begin(), made.name.end(), is_digit))
        launch.unknown_recipe = made.name;
}

/// "Llama3ModelProvider8B" is a model. Of several, as of a teacher and a student, which one is trained isn't known.
void add_model_class(LaunchText& launch, const PythonModule& module) {
  const FrameworkRecipe* only = nullptr;
  for (const PythonMade& made : module.made) {
    const FrameworkRecipe* own = recipe_called(*launch.framework, made.name);
    if (own == nullptr || own == only) continue;
    if (only != nullptr)
      return hint(launch, {{}, made.line, made.name}, "is a second model here, and which one is trained isn't known",
                  rule_name::unknown_words);
    only = own;
  }
  if (only == nullptr) return leave_class_unknown(launch, module);
  const auto made = std::find_if(module.made.begin(), module.made.end(), [&](const PythonMade& each) {
    return recipe_called(*launch.framework, each.name) == only;
  });
  take_recipe(launch, module, *only, made->name, made->line);
}

/// What the recipe that the text starts from sets, and then the class that makes its model.
void add_recipe(LaunchText& launch, const PythonModule& module) {
  const LaunchFramework& framework = *launch.framework;
  const bool from_another =
      !module.base.empty() && framework.python.module.empty() && !is_plain(framework.python, module.base);
  if (const FrameworkRecipe* own = from_another ? recipe_called(framework, module.base) : nullptr; own != nullptr) {
    take_recipe(launch, module, *own, module.base, module.base_line);
  } else if (from_another) {
    launch.unknown_recipe = module.base;
    launch.near_recipes = near_recipes(framework, module.base);
    hint(launch, {{}, module.base_line, {}}, "what " + module.base + "() sets, which stands elsewhere, isn't known",
         rule_name::taken_for_granted);
  }
  add_model_class(launch, module);
}

/// A value of the plan or the model that has none here: no rule judges what it says.
void leave_open(LaunchText& launch, const FlagSpec& spec, const TextPlace& place, const std::string& code) {
  for (const auto& [name, expression] : spec.read) {
    launch.world.environment[open_name(name)] = true;
    launch.open.push_back({name, place, shown(code)});
  }
  hint(launch, place, shown(code) + " isn't a literal, and it isn't read", rule_name::unknown_words);
  launch.notices.back().remedy = by_argument(spec.flag);
}

bool is_among(const std::vector<GivenFlag>& flags, std::string_view path) {
  return std::any_of(flags.begin(), flags.end(), [&](const GivenFlag& each) { return each.flag == path; });
}

/// Whether a name of the program stands where a number or a switch is wanted: "hf.num_layers", which is read as its
/// last part.
bool is_code_for(const FlagSpec* spec, const Value& value) {
  const bool takes_text = spec == nullptr || spec->type == FlagType::text || spec->type == FlagType::list;
  return !takes_text && value.text() != nullptr && !typed_value(*spec, value).problem.empty();
}

/// Values without a number of their own that a flag takes as text: bf16_mixed(), get_mixed_precision_config("bf16").
/// Of what else isn't understood the model's and the plan's is said, each with its line.
void take_gaps(LaunchText& launch, const PythonModule& module) {
  for (const PythonGap& gap : module.gaps) {
    if (is_among(launch.flags, gap.path)) continue;
    const FlagSpec* spec = launch.framework->flag(gap.path);
    const TextPlace place{{}, gap.line, shown(gap.path)};
    const bool own = gap.word.starts_with('_');  // a function of the file's or its folder's, whose name says nothing
    if (!gap.word.empty() && !own && spec != nullptr && spec->type == FlagType::text)
      launch.flags.push_back({gap.path, gap.word, gap.line});
    else if (gap.path.empty())
      hint(launch, place, "what it changes isn't known: " + shown(gap.code), rule_name::unknown_words);
    else if (spec != nullptr && carries_plan(*spec))
      leave_open(launch, *spec, place, gap.code);
  }
}

/// Names without "cfg." are keys where one is called so; else variables of the program. `on_top`: values of keys that
/// are given beside the text.
void take_assignments(LaunchText& launch, const PythonModule& module, const std::vector<GivenFlag>& on_top) {
  for (const PythonAssignment& each : module.assignments)
    if (const FlagSpec* spec = launch.framework->flag(each.path); !is_code_for(spec, each.value))
      launch.flags.push_back({each.path, each.value, each.line});
    else if (carries_plan(*spec) && !is_among(on_top, each.path))
      leave_open(launch, *spec, {{}, each.line, shown(each.path)}, words_of(each.value));
  launch.flags.insert(launch.flags.end(), on_top.begin(), on_top.end());
  if (!module.base.empty() || !module.taken.empty()) return;
  std::string variables;
  for (const PythonAssignment& each : module.bare)
    if (launch.framework->flag(each.path) != nullptr)
      launch.flags.push_back({each.path, each.value, each.line});
    else if (!launch.framework->ignores(each.path))
      variables += (variables.empty() ? "" : ", ") + each.path;
  if (!variables.empty())
    hint(launch, {{}, 0, shown(variables)}, "no key is called so, and it isn't read", rule_name::unknown_flag);
}

/// GPUs as a recipe's name says them: 512 and "h100" of kimi_k2_pretrain_512gpu_h100_bf16_config.
void take_machines(LaunchText& launch, const PythonModule& module) {
  const std::string& name = module.taken;
  const std::size_t end = name.find("gpu_");
  std::size_t begin = end;
  while (begin != std::string::npos && begin > 0 && is_digit(name[begin - 1])) --begin;
  if (end == std::string::npos || begin == end) return;
  const std::optional<std::int64_t> gpus = parse_whole(name.substr(begin, end - begin));
  if (!gpus || *gpus < 1 || *gpus > limits::gpus_max) return;
  launch.world.gpus = gpus;
  launch.machines.name = name + "()";
  const std::size_t gpu = end + std::string_view("gpu_").size();
  launch.gpu = {name.substr(gpu, name.find('_', gpu) - gpu), true, words_of(launch.machines)};
}

/// Where a word stands first.
std::ptrdiff_t first_line_with(std::string_view text, std::string_view word) {
  return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(word)), '\n');
}

}  // namespace

std::vector<std::string> python_names(std::string_view text) {
  std::vector<std::string> names = names_of_python(text);
  const std::size_t whole = names.size();
  for (std::size_t i = 0; i < whole; ++i)
    if (const std::size_t dot = names[i].find('.'); dot != std::string::npos) names.push_back(names[i].substr(dot + 1));
  return names;
}

std::string starter_words(std::string_view text) {
  constexpr std::string_view starters[] = {"subprocess.run",
                                           "subprocess.Popen",
                                           "subprocess.call",
                                           "subprocess.check_call",
                                           "subprocess.check_output",
                                           "os.system",
                                           "os.execvp",
                                           "os.execvpe",
                                           "os.popen"};
  for (const std::string& name : names_of_python(text))
    if (std::find(std::begin(starters), std::end(starters), name) != std::end(starters))
      return "this is a program that starts another one (" + name + ", line " +
             std::to_string(first_line_with(text, name)) +
             "), whose words only a run of it knows; give the command that it starts, as a script";
  return {};
}

const LaunchFramework* python_framework(std::string_view text, std::span<const LaunchFramework> frameworks) {
  const std::vector<std::string> names = python_names(text);
  const LaunchFramework* told = framework_of(names, LaunchForm::python, frameworks);
  if (told != nullptr && told->form == LaunchForm::python) return told;
  return framework_like(names, LaunchForm::python, frameworks);
}

namespace {

/// Which recipe arguments name, by itself or as Megatron Bridge's run_recipe.py is told it, and the values beside it.
struct RecipeArguments {
  std::string recipe;
  std::vector<std::string> values;
};
RecipeArguments recipe_arguments(std::span<const std::string> arguments) {
  constexpr std::string_view flag = "--recipe";
  RecipeArguments found;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& each = arguments[i];
    const bool has_value = each.find('=') != std::string::npos;
    const bool split = !has_value && each.starts_with("--") && i + 1 < arguments.size();
    if (each == flag && split)
      found.recipe = arguments[++i];
    else if (has_value && each.starts_with(flag) && each[flag.size()] == '=')
      found.recipe = each.substr(flag.size() + 1);
    else if (!has_value && !each.starts_with("--"))
      found.recipe = found.recipe.empty() ? each : found.recipe;
    else
      found.values.push_back(each);
    if (each != flag && split && !arguments[i + 1].starts_with("--")) found.values.push_back(arguments[++i]);
  }
  return found;
}

}  // namespace

LaunchText python_launch(std::string_view text, const LaunchFramework& framework,
                         std::span<const std::string> arguments) {
  const auto [recipe, values] = recipe_arguments(arguments);
  PythonModule module = read_python_module(text, framework.python.sections, recipe);
  take_keywords(module, framework, text);
  LaunchText launch;
  launch.framework = &framework;
  add_recipe(launch, module);
  const std::vector<GivenFlag> on_top = flags_of_arguments(values);
  if (!on_top.empty()) launch.used = {"@"};
  take_assignments(launch, module, on_top);
  take_gaps(launch, module);
  add_model_name(launch, module, text);
  take_machines(launch, module);
  launch.recipes = module.recipes, launch.recipe = module.taken;
  if (!recipe.empty() && recipe != module.taken && recipe != module.base) launch.wrong_recipe = recipe;
  if (!module.taken.empty() && module.recipes.size() > 1 && launch.wrong_recipe.empty())
    hint(launch, {{}, 0, module.taken},
         "is read, of " + std::to_string(module.recipes.size()) + " in the file: " + joined(module.recipes) +
             "; its name behind -- takes another",
         rule_name::several_launches);
  if (framework.python.module.empty()) launch.script = recipe_parts(text, framework.python);
  return launch;
}

LaunchText python_launch(std::string_view text, const LaunchFramework& framework, const ShellOutside& outside) {
  const auto first = outside.environment.find("1");
  if (!outside.arguments.empty() || first == outside.environment.end())
    return python_launch(text, framework, outside.arguments);
  LaunchText launch = python_launch(text, framework, std::span(&first->second, 1));
  launch.used.push_back(first->first);
  return launch;
}

}  // namespace shardscope
