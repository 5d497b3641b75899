#include "core/frameworks/left_open.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "core/base/characters.h"
#include "core/fields/fields.h"
#include "core/frameworks/derived/derived_functions.h"
#include "core/frameworks/scenario_names.h"

namespace shardscope {

namespace {

/// "oc.env:NNODES", "env:NNODES".
bool is_variable_reference(const std::string& inside) {
  const bool asks = inside.starts_with("oc.env:") || inside.starts_with("env:");
  return asks && inside.find_first_of(",{ ") == std::string::npos;
}

Remedy by_variable(const std::string& name) {
  return {RemedyKind::outside, "--env " + shown(name) + "=VALUE gives it", {}, {name}};
}

/// A variable of the environment, or an argument of the script's ("2").
Remedy by_outside(const std::string& name) {
  if (!is_digit(name[0])) return by_variable(name);
  return {RemedyKind::outside, "give the script's arguments behind --", {}, {name}};
}

}  // namespace

Remedy by_argument(const std::string& key) {
  return {RemedyKind::setting, "-- " + shown(key) + "=VALUE gives it", {}, {}};
}

namespace {

using NameSet = std::set<std::string, std::less<>>;

bool computed_from(const Expression& expression, const NameSet& names) {
  const std::vector<std::string> all = names_in(expression);
  return std::any_of(all.begin(), all.end(), [&](const std::string& each) { return names.contains(each); });
}

/// Whether the name is of the plan, and nothing here reads it by itself: no field, and nothing that the world, the
/// layout of stages or the data-parallel group is made of.
bool is_for_rules(const std::string& name) {
  constexpr std::string_view read_here[] = {"plan.dp", "plan.dp_shard_given", "plan.layout", "plan.stage_list"};
  if (name == "model.rope_theta" || name == "model.rope_of_llama3" || name.starts_with("model.rope_scaling"))
    return true;  // angles, of which neither bytes nor time are made
  const bool read = std::find(std::begin(read_here), std::end(read_here), name) != std::end(read_here);
  const bool part = std::any_of(plan_fields().begin(), plan_fields().end(), [&](const Field& field) {
    return name == field.path || name.starts_with(std::string(field.path) + ".");
  });
  return is_of_plan(name) && !read && !part;
}

}  // namespace

bool matters_beside_rules(const LaunchFramework& framework, const FlagSpec& spec) {
  NameSet names = {spec.key};
  for (const auto& [name, expression] : spec.read) names.insert(name);
  const auto follow = [&](const std::vector<Assignment>& assignments) {
    for (const auto& [name, expression] : assignments)
      if (computed_from(expression, names)) names.insert(name);
  };
  for (std::size_t before = 0; before != names.size();) {
    before = names.size();
    for (const FlagSpec& each : framework.flags) follow(each.read);
    follow(framework.defaults);
  }
  const bool of_world = framework.world && computed_from(*framework.world, names);
  return of_world || !std::all_of(names.begin(), names.end(), is_for_rules);
}

namespace {

/// Names of the model that a text speaks of by another name, which no model has: of --multi-latent-attention.
void add_hanging(TakenBack& taken, const LaunchFramework& framework, const NameSet& spoken, const Names& model) {
  for (const auto& [name, expression] : framework.defaults)
    if (model.contains(name) && computed_from(expression, spoken)) taken.of_model.insert(name);
}

}  // namespace

TakenBack taken_back(const LaunchFramework& framework, const FlagReading& reading, const Names& model) {
  TakenBack taken;
  if (framework.form == LaunchForm::flags) return taken;  // a command line has no word for off
  NameSet spoken;
  for (const GivenFlag& given : reading.typed) {
    const FlagSpec& spec = *framework.flag(given.flag);
    const bool off = given.value.toggle() != nullptr && !*given.value.toggle();
    for (const auto& [name, expression] : spec.read) {
      const bool alone = is_of_plan_or_model(name) && !model.contains(name);
      if (alone && name.starts_with("model.")) spoken.insert(name);
      if (given.value.none()) taken.of_model.insert(name);
      if (!off || !spec.write) continue;  // of several spellings the one that is written stands for all
      const std::vector<std::string> from = names_in(expression);
      const bool constant = std::all_of(from.begin(), from.end(), [](const auto& each) { return each == "value"; });
      const Value denied = computed_or_none(expression, {{"value", Value(true)}}, derived_functions());
      if (constant) taken.denied[name] = denied;
      if (!constant || value_at(model, name) == denied) taken.of_model.insert(name);
    }
  }
  add_hanging(taken, framework, spoken, model);
  return taken;
}

void add_base(Names& names, const Names& model, const TakenBack& taken) {
  for (const auto& [name, value] : model)
    if (!taken.of_model.contains(name))
      names.try_emplace(name, value);
    else if (!names.contains(name))
      names["base." + name] = value;
}

void tell_base_apart(Names& names, const Names& model) {
  Value::List of_model, taken_back;
  Names unsaid;  // as a model counts that says nothing
  add_model_names(unsaid, Model{});
  for (const auto& [name, value] : model)
    if (Value& counted = names[name]; counted == value)
      of_model.emplace_back(name);
    else if (counted = counted.none() ? value_at(unsaid, name) : counted; counted.none())
      taken_back.emplace_back(name);
  names["of_model"] = std::move(of_model);
  names["taken_back"] = std::move(taken_back);
}

std::vector<std::string> lacking(const LaunchFramework& framework, const Names& names) {
  std::vector<std::string> all;
  for (const auto& [name, condition] : framework.needs)
    if (value_at(names, name).none() && is_true(computed_or_none(condition, names, derived_functions())))
      all.push_back(name);
  return all;
}

std::vector<std::string> left_to_recipe(const LaunchFramework& framework, const FlagReading& reading) {
  std::vector<std::string> all;
  for (const auto& [name, condition] : framework.recipe_says) {
    const auto says = [&of = name](const Assignment& read) { return read.first == of; };
    const bool said = std::any_of(reading.typed.begin(), reading.typed.end(), [&](const GivenFlag& given) {
      const FlagSpec* spec = framework.flag(given.flag);
      return !given.value.none() && std::any_of(spec->read.begin(), spec->read.end(), says);
    });
    if (!said && is_true(computed_or_none(condition, reading.names, derived_functions()))) all.push_back(name);
  }
  return all;
}

std::optional<LeftOpen> left_open(const FlagSpec& spec, const GivenFlag& given) {
  const std::string* text = given.value.text();
  const bool of_scenario = is_of_plan_or_model(spec.key);
  const bool holds_text = (spec.type == FlagType::text || spec.type == FlagType::list) && !of_scenario;
  if (text == nullptr || holds_text || given.flag.starts_with('-')) return std::nullopt;
  if (*text == "???" || *text == "??") return LeftOpen{"it is left to be given", by_argument(given.flag)};
  if (text->size() > 1 && text->front() == '$' && std::all_of(text->begin() + 1, text->end(), is_name))
    return LeftOpen{"it hangs on " + shown(*text) + ", which isn't given", by_outside(text->substr(1))};
  const std::size_t open = text->find("${"), close = text->find('}', open);
  if (open == std::string::npos || close == std::string::npos) return std::nullopt;
  const std::string inside = text->substr(open + 2, close - open - 2);
  const std::size_t colon = inside.find(':');
  const std::string name = inside.substr(colon == std::string::npos ? 0 : colon + 1);
  const bool key = std::all_of(inside.begin(), inside.end(), [](char c) { return is_name(c) || c == '.'; });
  return LeftOpen{"it stands for " + shown(*text) + ", which isn't here", key ? by_argument(inside)
                                                                          : is_variable_reference(inside)
                                                                              ? by_variable(name)
                                                                              : by_argument(given.flag)};
}

}  // namespace shardscope
