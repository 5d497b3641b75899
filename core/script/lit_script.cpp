#include "core/script/lit_script.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/trimmed.h"
#include "core/fields/whole_parts.h"
#include "core/frameworks/flag_slips.h"
#include "core/script/script_origins.h"

namespace shardscope {

namespace {

constexpr int detours_max = 4;  // names between a flag and the field that it sets

/// The scenario's field that a name is or is a part of; empty where there is none.
std::string field_called(std::string_view name) {
  if (name == of_model_name || name == of_model_size || name == "model.preset") return std::string(whole_model);
  if (name == "world_size") return "cluster.gpus";
  for (std::string_view path = name; path.find('.') != std::string_view::npos; path = path.substr(0, path.rfind('.')))
    if (find_field(path) != nullptr) return std::string(path);
  return {};
}

/// The fields that a name sets: itself, or those whose defaults are worked out from it.
void add_fields(std::vector<std::string>& all, const LaunchFramework& framework, std::string_view name, int detours) {
  if (const std::string field = field_called(name); !field.empty()) {
    if (std::find(all.begin(), all.end(), field) == all.end()) all.push_back(field);
    return;
  }
  if (detours >= detours_max) return;
  const auto follow = [&](const Assignment& derived) {
    const std::vector<std::string> names = names_in(derived.second);
    if (derived.first != name && std::find(names.begin(), names.end(), name) != names.end())
      add_fields(all, framework, derived.first, detours + 1);
  };
  for (const Assignment& derived : framework.defaults) follow(derived);
  for (const FlagSpec& spec : framework.flags)
    for (const Assignment& derived : spec.read) follow(derived);
}

LitPart part_of_field(std::string_view field) {
  if (field.starts_with("model")) return LitPart::model;
  return field.starts_with("cluster.") ? LitPart::machine : LitPart::plan;
}

/// What a flag that the framework's table knows set; a switch that is off and a null set nothing.
LitSpan span_of_known(const GivenFlag& given, const FlagSpec& spec, const LaunchFramework& framework) {
  LitSpan span;
  if (given.run_time) return span.why = "Only a run of the script knows its value.", span;
  if (given.value.none()) return span;
  if (spec.key.starts_with(unmodelled)) return span.why = "Known, and not modelled: " + spec.note, span;
  span.fields = fields_of_flag(spec, framework);
  if (span.fields.empty()) return span.why = "No field here hangs on it; the framework's rules may.", span;
  span.part = part_of_field(span.fields.front());
  return span;
}

/// Of the option that names a configuration.
LitSpan span_of_file() {
  LitSpan span;
  span.why = "Names the configuration, whose keys count beside the flags.", span.is_flag = false;
  return span;
}

/// Of a flag that the table doesn't know: what it is read as all the same.
LitSpan span_of_unknown(const GivenFlag& given, const LaunchText& launch) {
  LitSpan span;
  if (!(given.value == Value(true))) return span;
  const FlagSpec* alike = FlagSlips(*launch.framework).ending(given.flag);
  const bool own = alike != nullptr && std::any_of(launch.flags.begin(), launch.flags.end(), [&](const auto& each) {
                     return launch.framework->key_of(each.flag) == alike->key;
                   });
  if (alike == nullptr || own || alike->type != FlagType::toggle) return span;
  span = span_of_known({alike->flag, Value(true), given.line}, *alike, *launch.framework);
  span.why = "Read as " + launch.framework->own_name(*alike) + ", which it ends in.";
  return span;
}

/// Whether a later one of the flags is the same, which then counts.
bool said_again(const LaunchText& launch, std::size_t place) {
  const std::string_view name = launch.framework->plain_name(launch.flags[place].flag);
  for (std::size_t later = place + 1; later < launch.flags.size(); ++later)
    if (!name.empty() && launch.framework->plain_name(launch.flags[later].flag) == name) return true;
  return false;
}

bool overlap(const LitSpan& one, const LitSpan& other) {
  const TextSpan &a = one.place, &b = other.place;
  return one.file == other.file && a.line == b.line && a.begin < b.end && b.begin < a.end;
}

/// Spans stay apart: what is there first stays. Whether it was put.
bool put_span(LitScript& lit, LitSpan span) {
  if (span.place.line == 0 || span.place.begin >= span.place.end) return false;
  for (const LitSpan& each : lit.spans)
    if (overlap(each, span)) return false;
  lit.spans.push_back(std::move(span));
  return true;
}

void sort_spans(LitScript& lit) {
  std::sort(lit.spans.begin(), lit.spans.end(), [](const LitSpan& a, const LitSpan& b) {
    return std::tie(a.file, a.place.line, a.place.begin) < std::tie(b.file, b.place.line, b.place.begin);
  });
}

/// In the first text that has it, where nothing else stands; a line is the launch's own text's.
void put_flag(LitScript& lit, std::span<const LaunchLines> texts, LitSpan span, GivenFlag given, const FlagSpec* spec) {
  for (const LaunchLines& text : texts) {
    span.file = text.file;
    span.place = place_of_flag(text.lines, given, spec);
    if (put_span(lit, span)) return;
    given.line = 0;
  }
}

void put_flags(LitScript& lit, std::span<const LaunchLines> texts, const LaunchText& launch) {
  for (std::size_t i = launch.flags.size(); i-- > 0;) {  // the last of a flag that stands twice in a line
    const GivenFlag& given = launch.flags[i];
    const FlagSpec* spec = launch.framework->flag(given.flag);
    LitSpan span = given.flag == launch.configuration ? span_of_file()
                   : spec != nullptr                  ? span_of_known(given, *spec, *launch.framework)
                                                      : span_of_unknown(given, launch);
    if (span.part != LitPart::none && said_again(launch, i)) {
      span.part = LitPart::none, span.fields.clear();
      span.why = "Said again further down; the last counts.";
    }
    span.flag = given.flag;
    put_flag(lit, texts, std::move(span), given, spec);
  }
}

bool concerns(const LitFault& fault, const LitSpan& span) {
  const auto stands = [&](const TextPlace& place) {
    if (place.line == 0 && place.name.empty()) return false;
    const bool here =
        place.file.empty() && place.line == 0 ? true : name_of_file(place.file) == name_of_file(span.file);
    return here && (place.line == 0 || place.line == span.place.line) &&
           (place.name.empty() || place.name == span.flag);
  };
  const auto has_field = [&](const std::string& field) {
    return std::find(fault.fields.begin(), fault.fields.end(), field) != fault.fields.end();
  };
  return std::any_of(fault.places.begin(), fault.places.end(), stands) ||
         std::any_of(span.fields.begin(), span.fields.end(), has_field);
}

/// Where a fault is shown: at the concerned flags of the plan, else of the machine, else at any.
std::vector<LitSpan*> guilty_spans(LitScript& lit, const LitFault& fault) {
  for (const LitPart part : {LitPart::plan, LitPart::machine, LitPart::model, LitPart::none}) {
    std::vector<LitSpan*> guilty;
    for (LitSpan& span : lit.spans)
      if (span.part == part && concerns(fault, span)) guilty.push_back(&span);
    if (!guilty.empty()) return guilty;
  }
  return {};
}

/// The place's own bytes in the line, the word that is called so or all of it; nowhere where there is no such line.
TextSpan span_of_place(const LaunchLines& text, const TextPlace& place) {
  if (place.line < 1 || static_cast<std::size_t>(place.line) > text.lines.size()) return {};
  const std::string_view line = text.lines[static_cast<std::size_t>(place.line) - 1];
  GivenFlag given;
  given.flag = place.name, given.line = place.line;
  const TextSpan word = place.name.empty() ? TextSpan{} : place_of_flag(text.lines, given, nullptr);
  if (word.line == place.line) return word;
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  return {place.line, begin, begin + trimmed(line).size()};
}

/// Shows a fault at its places, where no flag is known there.
void put_fault(LitScript& lit, std::span<const LaunchLines> texts, std::size_t fault) {
  for (const TextPlace& place : lit.faults[fault].places)
    for (const LaunchLines& text : texts) {
      if (name_of_file(text.file) != name_of_file(place.file)) continue;
      LitSpan span;
      span.place = span_of_place(text, place), span.file = text.file;
      span.fault = fault, span.is_flag = false, span.flag = place.name;
      if (span.place.line > 0) lit.faults[fault].placed = true;
      put_span(lit, std::move(span));
    }
}

}  // namespace

std::vector<std::string> fields_of_flag(const FlagSpec& spec, const LaunchFramework& framework) {
  std::vector<std::string> all;
  add_fields(all, framework, spec.key, 0);
  for (const auto& [name, expression] : spec.read) add_fields(all, framework, name, 0);
  return all;
}

std::size_t LitScript::count(LitPart part) const {
  return static_cast<std::size_t>(std::count_if(
      spans.begin(), spans.end(), [&](const LitSpan& span) { return span.is_flag && span.part == part; }));
}

std::size_t LitScript::refused() const {
  return static_cast<std::size_t>(std::count_if(
      faults.begin(), faults.end(), [](const LitFault& fault) { return fault.severity == Severity::error; }));
}

LitScript lit_script(std::span<const LaunchLines> texts, const LaunchText& launch) {
  LitScript lit;
  put_flags(lit, texts, launch);
  for (LitSpan& span : machine_spans(texts, launch)) put_span(lit, std::move(span));
  for (LitSpan& span : origin_spans(texts, lit.spans)) put_span(lit, std::move(span));
  sort_spans(lit);
  return lit;
}

LitScript with_faults(LitScript lit, std::span<const LaunchLines> texts, std::vector<LitFault> faults) {
  for (LitSpan& span : lit.spans) span.fault.reset();
  std::erase_if(lit.spans, [](const LitSpan& span) { return span.flag.empty(); });
  lit.faults = std::move(faults);
  for (std::size_t i = 0; i < lit.faults.size(); ++i) {
    LitFault& fault = lit.faults[i];
    const std::vector<LitSpan*> guilty = guilty_spans(lit, fault);
    for (LitSpan* span : guilty)
      if (!span->fault || lit.faults[*span->fault].severity > fault.severity) span->fault = i;
    fault.placed = !guilty.empty();
    if (!fault.placed) put_fault(lit, texts, i);
  }
  sort_spans(lit);
  return lit;
}

namespace {

/// Whether a variable of the environment is all that it takes: no flag of the text is to blame.
bool wants_variable(const BrokenRule& rule) {
  const auto of_environment = [](const RuleChange& change) {
    const std::string* name = name_alone(change.what);
    return name != nullptr && name->starts_with(environment_name);
  };
  return !rule.wants.empty() && std::all_of(rule.wants.begin(), rule.wants.end(), of_environment);
}

}  // namespace

std::vector<LitFault> faults_of(const RulesReport& rules) {
  std::vector<LitFault> faults;
  for (const BrokenRule& rule : rules.broken) {
    if (rule.severity == RuleSeverity::adjust) continue;
    const bool refused = rule.severity == RuleSeverity::error;
    LitFault& fault = faults.emplace_back();
    fault.severity = refused ? Severity::error : Severity::warning;
    fault.rule = rule.id, fault.headline = rule.headline, fault.source = rule.source;
    fault.message = rule.headline.empty() ? rule.message : rule.sentence;
    fault.wants = rule.wants;
    if (wants_variable(rule)) continue;
    for (const std::string& flag : rule.flags) fault.places.push_back({{}, 0, flag});
    fault.fields = rule.keys;
  }
  return faults;
}

std::vector<LitFault> faults_of(std::span<const Problem> problems) {
  std::vector<LitFault> faults;
  for (const Problem& problem : problems) {
    if (problem.severity == Severity::hint) continue;
    LitFault& fault = faults.emplace_back();
    fault.severity = problem.severity, fault.rule = problem.rule, fault.message = problem.message;
    fault.places = problem.places, fault.remedy = problem.remedy;
    if (fault.places.empty() && find_field(problem.path) != nullptr) fault.fields.push_back(problem.path);
  }
  return faults;
}

}  // namespace shardscope
