#include "core/frameworks/read_flags.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/base/rule_names.h"
#include "core/base/saturating.h"
#include "core/frameworks/derived/derived_functions.h"
#include "core/frameworks/flag_slips.h"
#include "core/frameworks/flag_values.h"
#include "core/frameworks/left_open.h"
#include "core/frameworks/scenario_names.h"
#include "core/frameworks/size_words.h"

namespace shardscope {

namespace {

class FlagReader {
 public:
  FlagReader(const LaunchFramework& framework, const Catalogue& presets) : framework_(framework), presets_(presets) {}

  FlagReading reading;
  bool knows_gpus = false;  // the launch says how many
  Names base;               // what the model says that the text names
  void take(const GivenFlag& given) {
    const FlagSpec* spec = framework_.flag(given.flag);
    if (spec == nullptr) return unknown(given);
    if (given.run_time) {
      if (carries_plan(*spec)) reading.open.push_back(spec->key);
      return reading.without_effect.push_back(given);
    }
    const bool automatic = is_automatic(framework_, *spec, given.value);
    if (automatic) reading.automatic.push_back(given.flag);
    if (const auto open = left_open(*spec, given)) return take_open(*spec, given, *open);
    TypedValue value = automatic ? TypedValue{given.value, "", ""} : typed_value(*spec, given.value);
    if (!value.problem.empty()) {
      const bool may_pass = !carries_plan(*spec) || !spec->borrowed_from.empty();
      return may_pass || !matters_beside_rules(framework_, *spec) ? pass_over(given, value.problem)
                                                                  : fail(given, value.problem);
    }
    if (!value.notice.empty()) notice(given, value.notice);
    if (!value.notice.empty() && value.value.none())
      for (const auto& [name, expression] : spec->read) reading.open.push_back(name);
    const bool off = value.value.none() || (value.value.toggle() != nullptr && !*value.value.toggle());
    if (spec->key.starts_with(unmodelled) && !off)
      notice(given, "this isn't modelled: " + spec->note, rule_name::not_modelled);
    if (!spec->borrowed_from.empty() && !off)
      notice(given, framework_.title + " hasn't this; it is read as " + spec->borrowed_from + " has it");
    GivenFlag known{spec->flag, std::move(value.value), given.line, false, {}, given.said, given.file};
    if (known.value.list() != nullptr) known.json = given.json;
    if (spec->type == FlagType::text && given.said.none() && !(known.value == given.value)) known.said = given.value;
    keep_last(std::move(known));
  }

  /// Whether it is left open and a later one, as a command line's, gives it.
  bool is_filled_later(const GivenFlag& given, std::span<const GivenFlag> later) const {
    const FlagSpec* spec = framework_.flag(given.flag);
    const std::string_view name = framework_.plain_name(given.flag);
    return spec != nullptr && left_open(*spec, given) && std::any_of(later.begin(), later.end(), [&](const auto& each) {
             return framework_.plain_name(each.flag) == name;
           });
  }

  /// Unknown flags that end as known ones do which the text hasn't: a switch counts as that, others are said.
  void take_alike() {
    for (const auto& [given, known] : ending_alike_) {
      const bool off = given.value.none() || given.value == Value(false);
      const std::string none = "there is no such flag of " + framework_.title + "; ";
      if (given_for(known->key) != nullptr || off) {
        reading.without_effect.push_back(given);
      } else if (known->type == FlagType::toggle && given.value == Value(true)) {
        notice(given, none + "it is read as " + framework_.own_name(*known) + ", which it ends in");
        keep_last({known->flag, Value(true), given.line});
      } else {
        notice(given, none + "it ends in " + framework_.own_name(*known) + ", and nothing is counted of it");
      }
    }
  }

  /// Table order, so that a flag may build on the ones before it.
  void assign() {
    Value::List given, off;
    for (const GivenFlag& each : reading.typed) {
      const bool on = !each.value.none() && !(each.value.toggle() != nullptr && !*each.value.toggle());
      Value::List& those = on ? given : off;
      those.emplace_back(each.flag);
      if (const std::string_view name = framework_.plain_name(each.flag); name != each.flag)
        those.emplace_back(std::string(name));
    }
    reading.names["given"] = std::move(given);
    reading.names["off"] = std::move(off);
    for (const FlagSpec& spec : framework_.flags) assign(spec);
    for (const FlagSpec& spec : framework_.borrowed) assign(spec);
    reading.names.erase("value");
    for (const FlagSpec& spec : framework_.flags)
      if (!spec.fallback.none() && value_at(reading.names, spec.key).none()) reading.names[spec.key] = spec.fallback;
  }

  /// A model that the framework names is known whole. `chosen`: the model goes before what such a name stands for.
  void add_model(const Model* model, bool chosen) {
    const Value& flavor = value_at(reading.names, of_model_size);
    const std::string called =
        words_of(value_at(reading.names, of_model_name)) + (flavor.none() ? "" : " " + words_of(flavor));
    for (const auto& [name, preset] : framework_.models)
      if (is_model_called(name, called)) reading.names["model.preset"] = preset;
    for (const auto& [name, sizes] : framework_.model_sizes)
      if (name == called && !chosen)
        for (const auto& [key, value] : sizes)
          if (given_for(key) == nullptr) reading.names[key] = value;
    if (const std::string* preset = value_at(reading.names, "model.preset").text();
        model == nullptr && preset != nullptr)
      model = presets_.model(*preset);
    if (model == nullptr) return;
    add_model_names(base, with_model_defaults(*model));
    base.erase("model.preset");
    add_base(reading.names, base, taken_back(framework_, reading, base));
  }

  /// What waited for the model; what still has no value is a problem.
  void assign_waiting() {
    for (const auto& [assignment, given] : std::exchange(waiting_, {})) {
      const auto& [name, expression] = *assignment;
      reading.names["value"] = given->value;
      Outcome<Value> value = compute(expression, reading.names, derived_functions());
      if (succeeded(value))
        reading.names[name] = std::move(std::get<0>(value));
      else
        fail(*given,
             words_of(given->value) + " can't be understood: " + why_no_value(framework_, reading.names, expression));
    }
    reading.names.erase("value");
  }

  void set_where_none(const std::vector<Assignment>& assignments) {
    const Names denied = taken_back(framework_, reading, base).denied;
    for (const auto& [name, expression] : assignments)
      if (value_at(reading.names, name).none())
        if (Outcome<Value> value = compute(expression, reading.names, derived_functions());
            succeeded(value) && (value_of(value).none() || !(value_at(denied, name) == value_of(value))))
          reading.names[name] = std::move(std::get<0>(value));
  }

  /// Of what stands as "auto" and nothing else says, what Hugging Face's TrainingArguments have by themselves. Whether
  /// there is any.
  bool fill_automatic() {
    constexpr std::pair<const char*, std::int64_t> defaults[] = {
        {"plan.micro_batch", 8},  // per_device_train_batch_size
        {"microbatches", 1}};     // gradient_accumulation_steps
    for (const std::string& flag : reading.automatic)
      for (const auto& [key, count] : defaults)
        if (framework_.flag(flag)->key == key && value_at(reading.names, key).none()) {
          reading.names[key] = count;
          reading.filled.push_back(flag);
        }
    return !reading.filled.empty();
  }

  /// Unknown flags that are called as sizes are, and keys that stand in the wrong table, but for what others say too: a
  /// default would give another plan.
  void refuse_sizes() {
    for (const auto& [given, own] : misplaced_)
      if (given_for(own->key) == nullptr) fail(given, words_of_other_table(framework_, given.flag, *own));
    std::erase_if(unknown_sizes_, [&](const GivenFlag& each) { return said_otherwise(each); });
    if (!unknown_sizes_.empty()) reading.problems.push_back(unknown_sizes(framework_.title, unknown_sizes_));
  }

  /// Rules on the text itself.
  void check_text() {
    const auto is_so = [&](const Expression& condition) {
      return is_true(computed_or_none(condition, reading.names, derived_functions()));
    };
    for (const FrameworkRule& rule : framework_.rules) {
      if (!rule.at_import || !rule.holds || !is_so(*rule.applies) || is_so(*rule.holds)) continue;
      const std::vector<const GivenFlag*> guilty = flags_without_which(*rule.holds);
      const GivenFlag* about = guilty.empty() ? nullptr : guilty.back();
      for (const std::string& key : keys_asked_first(rule))
        if (about == nullptr) about = given_for(key);
      if (rule.severity == RuleSeverity::adjust) {  // counted otherwise than the text has it
        if (about != nullptr) notice(*about, rule.message);
        continue;
      }
      std::string others;
      for (std::size_t i = 0; i + 1 < guilty.size(); ++i)
        others += (i == 0 ? "; beside it: " : ", ") + words_of(place_of(*guilty[i]));
      reading.problems.push_back({Severity::error, about == nullptr ? TextPlace{} : place_of(*about),
                                  rule.message + " (" + rule.source + ")" + others, rule.id});
    }
  }

 private:
  void assign(const FlagSpec& spec) {
    const auto found = std::find_if(reading.typed.begin(), reading.typed.end(),
                                    [&](const GivenFlag& each) { return each.flag == spec.flag; });
    if (found == reading.typed.end() || found->value.none()) return;
    if (is_automatic(framework_, spec, found->value)) return;
    const bool off = found->value.toggle() != nullptr && !*found->value.toggle();
    if (off && (is_switch_alone(spec) || !depends_on_value(spec))) return;
    reading.names["value"] = found->value;
    for (const Assignment& assignment : spec.read) set(assignment, *found);
  }

  /// Given flags, each of which alone makes the difference, in the text's order.
  std::vector<const GivenFlag*> flags_without_which(const Expression& holds) const {
    std::vector<const GivenFlag*> flags;
    for (const GivenFlag& each : reading.typed) {
      Names less = reading.names;
      Value::List given = *value_at(reading.names, "given").list();
      std::erase(given, Value(each.flag));
      std::erase(given, Value(std::string(framework_.plain_name(each.flag))));
      less["given"] = std::move(given);
      if (is_true(computed_or_none(holds, less, derived_functions()))) flags.push_back(&each);
    }
    return flags;
  }

  /// Of a flag that is given twice the last counts, as argparse has it; its other names are the same flag.
  void keep_last(GivenFlag known) {
    const std::string_view name = framework_.plain_name(known.flag);
    const auto before =
        reading.typed.begin() + (std::find(plain_names_.begin(), plain_names_.end(), name) - plain_names_.begin());
    if (before == reading.typed.end()) return plain_names_.push_back(name), reading.typed.push_back(std::move(known));
    if (known.value.none() && known.flag != before->flag) return;            // under another name null says nothing
    const bool filled_in = std::erase(reading.automatic, before->flag) > 0;  // by a command, as "auto" asks for
    if (filled_in && is_automatic(framework_, *framework_.flag(known.flag), known.value))
      reading.automatic.push_back(known.flag);
    if (!filled_in && !before->value.none() && !(before->value == known.value))
      notice(known, "it is " + words_of(known.value) + " here and " + words_of(before->value) +
                        (!before->file.empty() ? " in " + before->file
                         : before->line > 0    ? " in line " + std::to_string(before->line)
                                               : " before") +
                        "; the last counts");
    *before = std::move(known);
  }

  void notice(const GivenFlag& given, const std::string& what, std::string_view rule = rule_name::taken_for_granted) {
    reading.notices.push_back({Severity::hint, place_of(given), what, std::string(rule)});
  }

  void take_open(const FlagSpec& spec, const GivenFlag& given, const LeftOpen& open) {
    if (!carries_plan(spec)) return pass_over(given, open.message);
    if (matters_beside_rules(framework_, spec)) return fail(given, open.message, open.remedy);
    reading.open.push_back(spec.key);
    notice(given, open.message + "; no rule is held that asks for it");
  }

  /// How long it trains: what can't be read of it doesn't stop the rest.
  void pass_over(const GivenFlag& given, const std::string& why) {
    notice(given, why + "; it is passed over");
    reading.without_effect.push_back(given);
  }

  void fail(const GivenFlag& given, const std::string& why, Remedy remedy = {}) {
    reading.problems.push_back({Severity::error, place_of(given), why, "launch-flag"});
    reading.problems.back().remedy = std::move(remedy);
  }

  /// What hangs on what isn't known yet waits for the model that the text only names.
  void set(const Assignment& assignment, const GivenFlag& given) {
    const auto& [name, expression] = assignment;
    Outcome<Value> value = compute(expression, reading.names, derived_functions());
    if (succeeded(value) && value_of(value).none() && is_literal(expression))
      fail(given, words_of(given.value) + " can't be understood: it is no literal of Python's");
    else if (succeeded(value))
      reading.names[name] = std::move(std::get<0>(value));
    else
      waiting_.push_back({&assignment, &given});
  }

  /// An unknown word that is like a flag of the plan or the model is a slip, and refused, since the default would count
  /// where another value was meant; others may be a release's or a fork's own, without effect here.
  void unknown(const GivenFlag& given) {
    if (given.json == "{}" || given.value.none() || is_table_off(framework_, given)) return;  // which says nothing
    const bool sized = is_size_like(given);
    if (const FlagSpec* own = key_in_other_table(framework_, given.flag, sized))
      return void(misplaced_.emplace_back(given, own));
    if (framework_.ignores(given.flag)) return;
    if (given.run_time && !given.flag.starts_with("--")) return;
    const std::vector<std::string> meant = meant_names(given);
    if (!meant.empty())
      return fail(given,
                  "there is no such flag of " + framework_.title + "; did you mean " + joined(meant, " or ") + "?");
    if (sized) return unknown_sizes_.push_back(given);
    if (const FlagSpec* known = given.run_time ? nullptr : slips_->ending(given.flag))
      return void(ending_alike_.emplace_back(given, known));
    reading.without_effect.push_back(given);
  }

  /// Flags of the plan or the model that it may be a slip of, by their own names; a list is none of a single value's.
  std::vector<std::string> meant_names(const GivenFlag& given) {
    if (!slips_) slips_.emplace(framework_);
    std::vector<std::string> names;
    for (const std::string& name : slips_->meant(given.flag)) {
      const FlagSpec* spec = framework_.flag(name);
      if (spec == nullptr || !carries_plan(*spec) || is_of_program(*spec, given)) continue;
      if (given.value.list() != nullptr && spec->type != FlagType::list) continue;
      if (!spec->values.empty() && !takes_text(*spec, given.value)) continue;  // a fork's own flag, of other words
      const bool takes_number = spec->type == FlagType::whole || spec->type == FlagType::real;
      if (takes_number && !given.run_time && names_place(given.value)) continue;
      if (const std::string& own = framework_.own_name(*spec);
          std::find(names.begin(), names.end(), own) == names.end())
        names.push_back(own);
    }
    return names;
  }

  /// Whether the text's own flags say what an unknown one is called after; where that is another value, with a word.
  bool said_otherwise(const GivenFlag& given) {
    const std::string_view name = plan_name_of(given.flag);
    const GivenFlag* own = given_for(name);
    const bool batch = name == "microbatches" && given_for("plan.micro_batch") && given_for("plan.global_batch");
    const bool follows = batch || (name == "plan.dp" && knows_gpus);
    if (name.empty() || (own == nullptr && !follows)) return false;
    const Value counts = own == nullptr && name == "microbatches" ? micro_batches() : value_at(reading.names, name);
    const std::optional<double> count = typed_value({}, given.value).value.number();
    if (count && counts.number() == count) return true;
    notice(given, framework_.title + " has no such " + (given.flag.starts_with('-') ? "flag" : "key") + "; " +
                      words_of(counts) + " counts, " +
                      (own != nullptr ? "of " + framework_.own_name(*framework_.flag(own->flag))
                                      : std::string("which follows from the rest")));
    return true;
  }

  const GivenFlag* given_for(std::string_view name) const {
    const auto found = std::find_if(reading.typed.begin(), reading.typed.end(), [&](const GivenFlag& each) {
      return !each.value.none() && says(*framework_.flag(each.flag), name);
    });
    return found == reading.typed.end() ? nullptr : &*found;
  }

  Value micro_batches() const {  // of a step, on each replica
    const auto count = [&](const char* name) {
      return std::max<std::int64_t>(0, value_at(reading.names, name).whole().value_or(0));
    };
    const std::int64_t shared = saturating_product({count("plan.micro_batch"), count("plan.dp")});
    return shared > 0 ? Value(count("plan.global_batch") / shared) : Value();
  }

  struct Waiting {
    const Assignment* assignment;
    const GivenFlag* given;
  };

  const LaunchFramework& framework_;
  const Catalogue& presets_;
  std::vector<Waiting> waiting_;
  std::vector<std::string_view> plain_names_;  // of reading.typed
  std::vector<GivenFlag> unknown_sizes_;
  std::vector<std::pair<GivenFlag, const FlagSpec*>> misplaced_;     // and the key that it would be in its own table
  std::vector<std::pair<GivenFlag, const FlagSpec*>> ending_alike_;  // and the known flag that it ends in
  std::optional<FlagSlips> slips_;                                   // made for the first flag that isn't known
};

}  // namespace

bool says_model(const LaunchFramework& framework) {
  return std::any_of(framework.flags.begin(), framework.flags.end(),
                     [](const FlagSpec& spec) { return spec.key == of_model_width && spec.write; });
}

bool is_automatic(const LaunchFramework& framework, const FlagSpec& spec, const Value& value) {
  return framework.form == LaunchForm::json && value == Value("auto") &&
         std::find(spec.values.begin(), spec.values.end(), value) == spec.values.end();
}

TextPlace place_of(const GivenFlag& given) {
  return {given.file, given.line, shown(given.flag)};
}

FlagReading read_flags(const LaunchFramework& framework, std::span<const GivenFlag> given, const LaunchWorld& world,
                       const Catalogue& presets) {
  FlagReader reader(framework, presets);
  reader.knows_gpus = world.gpus.has_value();
  for (std::size_t i = 0; i < given.size(); ++i)
    if (!reader.is_filled_later(given[i], given.subspan(i + 1))) reader.take(given[i]);
  reader.take_alike();
  Names& names = reader.reading.names;
  names = world.environment;
  if (world.gpus) names["world_size"] = *world.gpus;
  if (world.gpus_per_node) names["gpus_per_node"] = *world.gpus_per_node;
  reader.assign();
  reader.add_model(world.model, world.model_chosen);
  reader.assign_waiting();
  derive_names(names);
  if (!world.gpus && framework.world)  // where it needs several defaults it is among those, behind them
    names["world_size"] = computed_or_none(*framework.world, names, derived_functions());
  reader.reading.lacks = lacking(framework, names);
  reader.reading.of_recipe = left_to_recipe(framework, reader.reading);
  reader.set_where_none(framework.defaults);
  if (reader.fill_automatic()) reader.set_where_none(framework.defaults);
  tell_base_apart(names, reader.base);
  reader.refuse_sizes();
  reader.check_text();
  return std::move(reader.reading);
}

}  // namespace shardscope
