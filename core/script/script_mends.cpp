#include "core/script/script_mends.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/base/characters.h"
#include "core/base/number_lists.h"
#include "core/base/number_text.h"
#include "core/base/trimmed.h"
#include "core/evaluate/evaluate.h"
#include "core/fields/fields.h"
#include "core/frameworks/flag_slips.h"
#include "core/launch/import_launch.h"
#include "core/launch/import_notices.h"
#include "core/launch/inexpressible.h"

namespace shardscope {

namespace {

constexpr std::size_t mends_max = 24;  // that are worth trying; each is an import and an evaluation
constexpr std::size_t values_max = 7;  // of one number
constexpr double drop_distance = 3;    // of a flag less: further than a number that is halved or doubled

/// A launch's texts, and what is wrong in them.
struct Ailing {
  const LaunchSource& source;
  std::span<const LaunchLines> texts;
  const LitScript& lit;

  [[nodiscard]] std::string_view line_of(const LitSpan& span) const {
    return line_of_launch(texts, span.file, span.place.line);
  }
};

/// The text with other bytes in a line's place.
ScriptMend replaced(const Ailing& launch, const LitSpan& span, const TextSpan& place, const std::string& with) {
  ScriptMend mend;
  const std::string& text = *text_of(launch.source, span.file);
  const std::string_view line = launch.line_of(span);
  const auto begin = static_cast<std::size_t>(line.data() - text.data()) + place.begin;
  mend.file = span.file, mend.line = place.line;
  mend.flag = span.flag;
  mend.text = text;
  mend.text.replace(begin, place.end - place.begin, with);
  mend.before = trimmed(line);
  std::string after(line);
  after.replace(place.begin, place.end - place.begin, with);
  mend.after = trimmed(after);
  return mend;
}

/// The whole number that a span ends with, as in "--tp 8", "tp: 8" and "${TP:-8}".
std::optional<TextSpan> number_in(std::string_view line, const TextSpan& place) {
  std::size_t end = place.end;
  while (end > place.begin && std::string_view("\"'}").find(line[end - 1]) != std::string_view::npos) --end;
  std::size_t begin = end;
  while (begin > place.begin && is_digit(line[begin - 1])) --begin;
  const bool whole = begin < end && begin > place.begin &&
                     std::string_view(" \t=:-\"'").find(line[begin - 1]) != std::string_view::npos;
  return whole ? std::optional(TextSpan{place.line, begin, end}) : std::nullopt;
}

double distance_of(std::int64_t now, std::int64_t value) {
  return std::abs(std::log2(static_cast<double>(value) / static_cast<double>(now)));
}

/// Other numbers in the span, or in the assignment of the variable that it takes its value from.
void add_numbers(std::vector<ScriptMend>& mends, const Ailing& launch, const LitSpan& guilty, const FlagSpec& spec) {
  const LitSpan* where = &guilty;
  if (!number_in(launch.line_of(guilty), guilty.place))
    for (const LitSpan& span : launch.lit.spans)
      if (!span.is_flag && span.flag == guilty.flag && number_in(launch.line_of(span), span.place)) where = &span;
  const std::string_view line = launch.line_of(*where);
  const std::optional<TextSpan> number = number_in(line, where->place);
  if (!number) return;
  const std::string written(line.substr(number->begin, number->end - number->begin));
  const std::optional<std::int64_t> now = parse_whole(written);
  if (!now || *now < 1) return;
  const Field* field = find_field(spec.key);  // none: the flag counts something else than the field that it sets
  for (const std::int64_t value : near_values(*now)) {
    ScriptMend mend = replaced(launch, *where, *number, std::to_string(value));
    mend.words =
        (field != nullptr ? std::string(field->label) : guilty.flag) + " " + written + " → " + std::to_string(value);
    mend.distance = distance_of(*now, value);
    mends.push_back(std::move(mend));
  }
}

/// The flag that was meant in the place of an unknown one.
void add_meant(std::vector<ScriptMend>& mends, const Ailing& launch, const LitSpan& span,
               const LaunchFramework& framework) {
  const std::string_view line = launch.line_of(span);
  for (const std::string& meant : meant_flags(framework, span.flag)) {
    const std::string_view written = line.substr(span.place.begin, span.place.end - span.place.begin);
    const std::string last = span.flag.substr(span.flag.rfind('.') + 1);
    const std::size_t at = find_flag_word(written, last);
    if (at == std::string_view::npos) continue;
    const std::size_t begin = span.place.begin + at;
    ScriptMend mend = replaced(launch, span, {span.place.line, begin, begin + last.size()},
                               meant.starts_with('-') ? meant : meant.substr(meant.rfind('.') + 1));
    mend.words = span.flag + " → " + meant;
    mends.push_back(std::move(mend));
  }
}

/// The launch without a flag of a command line; what that leaves of a line that had nothing else goes with it.
void add_without(std::vector<ScriptMend>& mends, const Ailing& launch, const LitSpan& span) {
  if (!span.flag.starts_with("--")) return;
  const std::string_view line = launch.line_of(span);
  TextSpan place = span.place;
  if (place.end < line.size() && line[place.end] == ' ') ++place.end;
  ScriptMend mend = replaced(launch, span, place, "");
  mend.words = "Drop " + span.flag;
  mend.distance = drop_distance;
  mends.push_back(std::move(mend));
}

/// A line more, behind the one that names the shell: "export CUDA_DEVICE_MAX_CONNECTIONS=1".
ScriptMend with_line(const Ailing& launch, const std::string& line) {
  const std::string& text = launch.source.text;
  const std::vector<std::string_view>& lines = launch.texts.front().lines;
  const bool shell = text.starts_with("#!") && lines.size() > 1;
  ScriptMend mend;
  mend.line = shell ? 2 : 1;
  mend.words = "Add line " + std::to_string(mend.line);
  mend.after = line;
  mend.text = text;
  mend.text.insert(shell ? lines.front().size() + 1 : 0, line + "\n");
  return mend;
}

/// What the rule itself wants, where that is a variable or a flag more: neither changes a number.
void add_wanted(std::vector<ScriptMend>& mends, const Ailing& launch, std::size_t fault,
                const LaunchFramework& framework) {
  const LitScript& lit = launch.lit;
  const std::vector<RuleChange>& wants = lit.faults[fault].wants;
  if (framework.form != LaunchForm::flags || wants.size() != 1) return;
  const std::string* name = name_alone(wants.front().what);
  if (name == nullptr) return;
  if (wants.front().kind == RuleChangeKind::equal && name->starts_with(environment_name))
    mends.push_back(with_line(launch, change_words(wants, framework)));
  const FlagSpec* wanted = flag_for(framework, *name);
  if (wants.front().kind != RuleChangeKind::on || wanted == nullptr || !wanted->flag.starts_with("--")) return;
  const auto beside = std::find_if(lit.spans.begin(), lit.spans.end(), [&](const LitSpan& span) {
    return span.fault == fault && span.is_flag && span.flag.starts_with("--");
  });
  if (beside == lit.spans.end()) return;
  const std::string& flag = wanted->flag;
  const TextSpan behind{beside->place.line, beside->place.end, beside->place.end};
  ScriptMend mend = replaced(launch, *beside, behind, " " + flag);
  mend.words = "Add " + flag;
  mends.push_back(std::move(mend));
}

}  // namespace

std::vector<std::int64_t> near_values(std::int64_t now) {
  constexpr std::int64_t small[] = {1,  2,  3,  4,  5,  6,  7,  8,  10, 12, 14, 15,
                                    16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 128};
  std::vector<std::int64_t> values;
  if (now <= small[std::size(small) - 1]) {
    values.assign(std::begin(small), std::end(small));
  } else {
    for (const std::int64_t unit : {8, 16, 64, 128, 512, 1024})
      for (const std::int64_t multiple : {now / unit, now / unit + 1}) values.push_back(multiple * unit);
  }
  sort_distinct(values);
  std::erase_if(values, [&](std::int64_t value) { return value < 1 || value == now; });
  std::stable_sort(values.begin(), values.end(),
                   [&](std::int64_t a, std::int64_t b) { return distance_of(now, a) < distance_of(now, b); });
  if (values.size() > values_max) values.resize(values_max);
  return values;
}

std::vector<ScriptMend> possible_mends(const LaunchSource& source, std::span<const LaunchLines> texts,
                                       const LitScript& lit, const LaunchFramework& framework) {
  std::vector<ScriptMend> mends;
  const Ailing launch{source, texts, lit};
  for (const LitSpan& span : lit.spans) {
    if (!span.fault || lit.faults[*span.fault].severity != Severity::error || span.flag.empty()) continue;
    const FlagSpec* spec = framework.flag(span.flag);
    if (spec == nullptr) {
      add_meant(mends, launch, span, framework);
    } else {
      if (spec->type == FlagType::whole) add_numbers(mends, launch, span, *spec);
      if (spec->type == FlagType::toggle && span.is_flag) add_without(mends, launch, span);
    }
  }
  for (std::size_t i = 0; i < lit.faults.size(); ++i)
    if (lit.faults[i].severity == Severity::error) add_wanted(mends, launch, i, framework);
  std::stable_sort(mends.begin(), mends.end(),
                   [](const ScriptMend& a, const ScriptMend& b) { return a.distance < b.distance; });
  if (mends.size() > mends_max) mends.resize(mends_max);
  return mends;
}

std::optional<ScriptMend> tried_mend(ScriptMend mend, const LaunchSource& source, const Presets& presets,
                                     const Scenario& present) {
  const LaunchSource mended = with_text(source, mend.file, mend.text);
  const Outcome<ImportedLaunch> read = import_launch(mended.text, mended.name, presets, {}, &present, mended.outside);
  if (!succeeded(read)) return std::nullopt;
  const ImportedLaunch& launch = value_of(read);
  LaunchedScenario said = launch.parsed.said;
  if (takes_gpu_for_granted(launch.parsed.notices)) said.scenario.cluster.gpu = present.cluster.gpu;
  const LaunchFramework* framework = find_framework(presets.frameworks, launch.framework);
  if (framework == nullptr) return std::nullopt;
  for (const BrokenRule& rule : check_rules(said, *framework, presets).broken)
    if (rule.severity == RuleSeverity::error) mend.broken.push_back(rule.id);
  const Report report = evaluate(said.scenario);
  for (const Problem& problem : report.problems)
    if (problem.severity == Severity::error) mend.broken.push_back(problem.rule);
  mend.fits = report.valid && report.fits;
  mend.peak = report.memory.peak;
  if (report.time) mend.step_seconds = report.time->step.value;
  return mend;
}

void order_mends(std::vector<ScriptMend>& mends) {
  std::stable_sort(mends.begin(), mends.end(), [](const ScriptMend& a, const ScriptMend& b) {
    return std::tuple(a.broken.size(), !a.fits, a.distance) < std::tuple(b.broken.size(), !b.fits, b.distance);
  });
}

}  // namespace shardscope
