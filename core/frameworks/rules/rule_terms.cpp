#include "core/frameworks/rules/rule_terms.h"

#include <algorithm>
#include <optional>

#include "core/base/characters.h"
#include "core/fields/fields.h"
#include "core/frameworks/derived/derived_functions.h"

namespace shardscope {

namespace {

using Kind = ExpressionKind;

/// The part of an expression that ends with a node.
Expression part_of(const Expression& all, std::size_t last) {
  Expression part;
  std::vector<std::size_t> moved(last + 1);
  const auto copy = [&](const auto& self, std::size_t index) -> std::size_t {
    ExpressionNode node = all.nodes[index];
    for (std::size_t& each : node.parts) each = self(self, each);
    part.nodes.push_back(std::move(node));
    return part.nodes.size() - 1;
  };
  copy(copy, last);
  return part;
}

/// An expression without what counts for nothing in a plan.
class Simplifier {
 public:
  Simplifier(const Expression& all, const Names& names) : all_(all), names_(names) {}

  Expression simplified;

  std::size_t take(std::size_t index, bool number) {
    const ExpressionNode& node = all_.nodes[index];
    if (const std::optional<std::size_t> alone = counts_alone(node, number)) return take(*alone, number);
    const bool numbers = node.operation != Kind::either && node.operation != Kind::both;
    ExpressionNode copy = node;
    for (std::size_t& each : copy.parts) each = take(each, numbers);
    simplified.nodes.push_back(std::move(copy));
    return simplified.nodes.size() - 1;
  }

 private:
  Value value(std::size_t index) const { return computed_or_none(part_of(all_, index), names_, derived_functions()); }

  bool is(std::size_t index, std::int64_t wanted) const {
    const Value found = value(index);
    return !found.none() && found.whole() == wanted;
  }

  /// Of two parts the one that makes the value.
  std::optional<std::size_t> counts_alone(const ExpressionNode& node, bool number) const {
    const auto part = [&](std::size_t i) { return node.parts[i]; };
    switch (node.operation) {
      case Kind::add:
        return is(part(1), 0) ? std::optional(part(0)) : is(part(0), 0) ? std::optional(part(1)) : std::nullopt;
      case Kind::subtract:
        return is(part(1), 0) ? std::optional(part(0)) : std::nullopt;
      case Kind::multiply:
        return is(part(1), 1) ? std::optional(part(0)) : is(part(0), 1) ? std::optional(part(1)) : std::nullopt;
      case Kind::divide:
      case Kind::floor_divide:
        return is(part(1), 1) ? std::optional(part(0)) : std::nullopt;
      case Kind::choose:
        return part(is_true(value(part(0))) ? 1 : 2);
      case Kind::either:
        return number ? std::optional(part(is_true(value(part(0))) ? 0 : 1)) : std::nullopt;
      case Kind::literal:
      case Kind::name:
      case Kind::list:
      case Kind::set:
      case Kind::negate:
      case Kind::invert:
      case Kind::both:
      case Kind::compare:
      case Kind::modulo:
      case Kind::power:
      case Kind::intersect:
      case Kind::index:
      case Kind::call:
        break;
    }
    return std::nullopt;
  }

  const Expression& all_;
  const Names& names_;
};

const ExpressionNode& whole(const Expression& expression) {
  return expression.nodes.back();
}

bool is_literal(const Expression& expression, const Value& wanted) {
  return whole(expression).operation == Kind::literal && whole(expression).literal == wanted;
}

/// Whether it is a name or a value as it stands.
bool is_plain(const Expression& expression) {
  const ExpressionNode& node = whole(expression);
  return node.operation == Kind::name || (node.operation == Kind::literal && !node.literal.none());
}

/// Whether names of the plan, the model and the world are all that it computes with, by + - * and //.
bool is_formula(const Expression& expression) {
  return std::all_of(expression.nodes.begin(), expression.nodes.end(), [](const ExpressionNode& node) {
    constexpr Kind signs[] = {Kind::literal,  Kind::name,   Kind::add,         Kind::subtract,
                              Kind::multiply, Kind::divide, Kind::floor_divide};
    const bool known = node.operation != Kind::name || is_of_plan_or_model(node.name) || node.name == "microbatches" ||
                       node.name == "world_size";
    return known && std::find(std::begin(signs), std::end(signs), node.operation) != std::end(signs);
  });
}

Expression just_name(std::string_view name) {
  Expression expression;
  ExpressionNode& node = expression.nodes.emplace_back();
  node.operation = Kind::name, node.name = name;
  return expression;
}

/// '--tp' in given, or not.
std::optional<RuleChange> given_change(const Expression& left, const Expression& right, CompareSign sign) {
  const std::string* list = name_alone(right);
  const std::string* flag = whole(left).literal.text();
  if (list == nullptr || *list != "given" || flag == nullptr) return std::nullopt;
  return RuleChange{sign == CompareSign::in ? RuleChangeKind::given : RuleChangeKind::off, just_name(*flag), {}};
}

std::optional<RuleChange> compare_change(const Expression& left, const Expression& right, CompareSign sign) {
  const ExpressionNode& first = whole(left);
  if (sign == CompareSign::equal && first.operation == Kind::modulo && is_literal(right, 0)) {
    const Expression what = part_of(left, first.parts[0]), to = part_of(left, first.parts[1]);
    return is_formula(what) && is_formula(to) ? std::optional(RuleChange{RuleChangeKind::multiple, what, to})
                                              : std::nullopt;
  }
  if (sign == CompareSign::in || sign == CompareSign::not_in) return given_change(left, right, sign);
  if (sign == CompareSign::is_not && first.operation == Kind::name && is_literal(right, Value()))
    return RuleChange{RuleChangeKind::given, left, {}};
  if (first.operation != Kind::name || !is_plain(right)) return std::nullopt;
  constexpr std::pair<CompareSign, RuleChangeKind> kinds[] = {
      {CompareSign::equal, RuleChangeKind::equal},       {CompareSign::unequal, RuleChangeKind::unequal},
      {CompareSign::more, RuleChangeKind::above},        {CompareSign::less, RuleChangeKind::below},
      {CompareSign::at_least, RuleChangeKind::at_least}, {CompareSign::at_most, RuleChangeKind::at_most}};
  for (const auto& [each, kind] : kinds)
    if (each == sign) return RuleChange{kind, left, right};
  return std::nullopt;
}

std::optional<RuleChange> change_of(const Expression& side) {
  const ExpressionNode& node = whole(side);
  if (node.operation == Kind::name) return RuleChange{RuleChangeKind::on, side, {}};
  if (node.operation == Kind::invert) {
    const Expression inner = part_of(side, node.parts[0]);
    return name_alone(inner) != nullptr ? std::optional(RuleChange{RuleChangeKind::off, inner, {}}) : std::nullopt;
  }
  if (node.operation != Kind::compare || node.comparisons.size() != 1) return std::nullopt;
  return compare_change(part_of(side, node.parts[0]), part_of(side, node.parts[1]), node.comparisons[0]);
}

/// The sides of `and`, from left to right.
void add_sides(std::vector<Expression>& sides, const Expression& all, std::size_t index) {
  const ExpressionNode& node = all.nodes[index];
  if (node.operation != Kind::both) return void(sides.push_back(part_of(all, index)));
  for (const std::size_t part : node.parts) add_sides(sides, all, part);
}

/// Those that don't hold in the plan; of a plan that isn't said all.
std::vector<Expression> sides_that_fail(const Expression& holds, const Names& names) {
  std::vector<Expression> sides;
  add_sides(sides, holds, holds.nodes.size() - 1);
  if (!names.empty())
    std::erase_if(sides,
                  [&](const Expression& side) { return is_true(computed_or_none(side, names, derived_functions())); });
  return sides;
}

/// Whether a plan differs by it from one that has nothing of the kind: a degree of 1 doesn't.
bool says_something(const Value& value) {
  return is_true(value) && (value.toggle() != nullptr || value.number() != 1.0);
}

/// "TP", "ETP": a degree's.
bool is_abbreviation(std::string_view words) {
  return std::all_of(words.begin(), words.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// What a person calls the name; empty where the rules alone know it.
std::string label_of_name(const std::string& name, const LaunchFramework& framework) {
  constexpr std::pair<std::string_view, std::string_view> short_words[] = {
      {"world_size", "GPUs"},
      {"gpus_per_node", "GPUs per node"},
      {"microbatches", "micro-batches"},
      {"plan.virtual_stages", "virtual stages per rank"},
      {"model.num_attention_heads", "heads"}};
  for (const auto& [each, words] : short_words)
    if (each == name) return std::string(words);
  const std::string_view brief = brief_label(name);
  if (is_abbreviation(brief)) return std::string(brief);
  if (const Field* field = find_field(name)) {
    std::string label(field->label);
    const bool word = label.size() > 1 && label[1] >= 'a' && label[1] <= 'z' &&
                      label.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1) == std::string::npos;
    if (word) label = lower(label.substr(0, 1)) + label.substr(1);
    return label;
  }
  if (name.starts_with(environment_name))
    return name == "env.known" ? std::string() : name.substr(environment_name.size());
  const FlagSpec* spec = flag_for(framework, name);
  return spec != nullptr ? framework.own_name(*spec) : std::string();
}

std::string words_of_value(const Value& value) {
  if (value.none()) return "not given";
  if (const bool* on = value.toggle()) return *on ? "on" : "off";
  return words_of(value);
}

/// The names of an expression in the order in which it has them.
void add_names(std::vector<std::string>& all, const Expression& expression) {
  for (const ExpressionNode& node : expression.nodes)
    if (node.operation == Kind::name && std::find(all.begin(), all.end(), node.name) == all.end())
      all.push_back(node.name);
}

}  // namespace

const std::string* name_alone(const Expression& expression) {
  const bool name = !expression.nodes.empty() && whole(expression).operation == Kind::name;
  return name ? &whole(expression).name : nullptr;
}

const FlagSpec* flag_for(const LaunchFramework& framework, std::string_view name) {
  const FlagSpec* found = nullptr;
  for (const FlagSpec& spec : framework.flags)
    if (spec.key == name && !spec.in_code && (found == nullptr || (!found->write && spec.write))) found = &spec;
  return found;
}

Expression in_this_plan(const Expression& expression, const Names& names) {
  Simplifier simplifier(expression, names);
  simplifier.take(expression.nodes.size() - 1, false);
  return std::move(simplifier.simplified);
}

std::vector<RuleChange> changes_of(const Expression& holds, const Names& names) {
  std::vector<RuleChange> changes;
  for (const Expression& side : sides_that_fail(holds, names)) {
    std::optional<RuleChange> change = change_of(in_this_plan(side, names));
    if (!change) return {};
    changes.push_back(*std::move(change));
  }
  return changes;
}

RuleChange equal_to(std::string_view name, Value value) {
  RuleChange change{RuleChangeKind::equal, just_name(name), {}};
  change.to.nodes.emplace_back().literal = std::move(value);
  return change;
}

namespace {

/// "heads 40", "TP 16".
std::vector<std::string> numbers_of(const FrameworkRule& rule, const LaunchFramework& framework, const Names& names) {
  if (!rule.holds || !rule.applies) return {};
  std::vector<std::string> of_holds, of_applies;
  for (const Expression& side : sides_that_fail(*rule.holds, names)) add_names(of_holds, in_this_plan(side, names));
  add_names(of_applies, *rule.applies);
  std::vector<std::string> all;
  const auto add = [&](const std::string& name) {
    const Value& value = value_at(names, name);
    const std::string label = value.list() != nullptr ? std::string() : label_of_name(name, framework);
    if (!label.empty()) all.push_back(label + " " + words_of_value(value));
  };
  for (const std::string& name : of_holds) add(name);
  for (const std::string& name : of_applies)
    if (std::find(of_holds.begin(), of_holds.end(), name) == of_holds.end() && says_something(value_at(names, name)))
      add(name);
  return all;
}

/// "don't divide", "1536 isn't a multiple of 40".
std::string indivisible_words(const RuleChange& change, const Names& names) {
  const bool both_named = name_alone(change.what) != nullptr && name_alone(change.to) != nullptr;
  const Value what = computed_or_none(change.what, names, derived_functions()),
              to = computed_or_none(change.to, names, derived_functions());
  if (both_named || what.none() || to.none()) return "don't divide";
  return words_of(what) + " isn't a multiple of " + words_of(to);
}

/// What is wrong with the first of the numbers: "must be at least 8".
std::string short_words(const RuleChange& change, const Names& names) {
  const auto to = [&] { return words_of(computed_or_none(change.to, names, derived_functions())); };
  switch (change.kind) {
    case RuleChangeKind::on:
      return "must be on";
    case RuleChangeKind::off:
      return "must be off";
    case RuleChangeKind::given:
      return "must be given";
    case RuleChangeKind::equal:
      return "must be " + to();
    case RuleChangeKind::unequal:
      return "must not be " + to();
    case RuleChangeKind::above:
      return "must be above " + to();
    case RuleChangeKind::below:
      return "must be below " + to();
    case RuleChangeKind::at_least:
      return "must be at least " + to();
    case RuleChangeKind::at_most:
      return "must be at most " + to();
    case RuleChangeKind::multiple:
      return indivisible_words(change, names);
  }
  return {};
}

}  // namespace

std::string rule_numbers(const FrameworkRule& rule, const LaunchFramework& framework, const Names& names) {
  return joined(numbers_of(rule, framework, names));
}

std::string rule_headline(const FrameworkRule& rule, const LaunchFramework& framework, const Names& names) {
  constexpr std::size_t numbers_max = 3;
  std::vector<std::string> numbers = numbers_of(rule, framework, names);
  if (numbers.empty()) return {};
  const bool several = numbers.size() > 1;
  if (numbers.size() > numbers_max) numbers.resize(numbers_max);
  const std::vector<RuleChange> changes = changes_of(*rule.holds, names);
  const std::string wrong = !changes.empty() ? short_words(changes.front(), names)
                            : several        ? "don't go together"
                                             : "isn't taken";
  return capitalised(joined(numbers)) + ": " + wrong;
}

std::string capitalised(std::string words) {
  const bool is_key = words.substr(0, words.find(' ')).find_first_of("._") != std::string::npos;
  if (!is_key && !words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace shardscope
