#include "core/script/script_origins.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/base/trimmed.h"
#include "core/fields/whole_parts.h"
#include "core/launchers/launchers.h"
#include "core/shell/shell_code.h"

namespace shardscope {

namespace {

constexpr std::size_t origins_max = 200;  // of one script; a long one has some twenty
constexpr int origins_deep = 6;           // variables of variables

/// Where a variable is assigned in the line, with its value; line 0 where it isn't.
TextSpan assignment_in(std::string_view line, std::string_view name) {
  if (is_comment_line(line)) return {};
  for (std::size_t at = find_flag_word(line, name); at != std::string_view::npos;
       at = find_flag_word(line, name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool blank = at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t' || line[at - 1] == ';';
    if (blank && end < line.size() && line[end] == '=' && (end + 1 == line.size() || line[end + 1] != '='))
      return {1, at, shell_word_end(line, end + 1)};
  }
  return {};
}

/// The name of the line's own assignment that is nearly called as the variable is: "nnodes" as NNODES; empty of none.
std::string_view near_name(std::string_view line, const LauncherName& variable) {
  for (std::size_t sign = line.find('='); sign != std::string_view::npos; sign = line.find('=', sign + 1)) {
    std::size_t begin = sign;
    while (begin > 0 && is_name(line[begin - 1])) --begin;
    const std::string_view name = line.substr(begin, sign - begin);
    if (!name.empty() && name != variable.name && may_be_called(name, variable)) return name;
  }
  return {};
}

LitSpan machine_span(TextSpan place, std::string_view name, Said said, std::string_view line) {
  LitSpan span;
  span.place = place;
  span.flag = line.substr(place.begin, name.size());
  span.part = LitPart::machine;
  if (says_gpus_per_node(said)) span.fields.emplace_back("cluster.gpus_per_node");
  if (is_counted(said)) span.fields.emplace_back("cluster.gpus");
  return span;
}

bool is_slurms_line(std::string_view line) {
  return trimmed(line).starts_with("#SBATCH");
}

/// Whether a word that is called so is the launcher's: others have short names too, and some of its long ones.
bool may_stand_in(std::string_view line, const LauncherName& option) {
  const bool slurm = option.whose == Starter::slurm, nobodys = option.whose == Starter::none;
  const bool picks = option.said == Said::included_gpus || option.said == Said::excluded_gpus;  // grep --include
  const bool of_all = option.is_long() && !nobodys && !picks && (!slurm || is_counted(option.said));
  return of_all || (slurm && is_slurms_line(line)) || (!nobodys && !part_of_launcher(line, option.whose).empty());
}

/// An option with its value, which may be glued to it: -N4.
TextSpan option_in(std::string_view line, const LauncherName& option) {
  if (is_comment_line(line) || !may_stand_in(line, option)) return {};
  const bool own = !option.is_long() && !is_slurms_line(line);  // what it starts has short names too
  const std::string_view part = own ? part_of_launcher(line, option.whose) : line;
  const auto before = static_cast<std::size_t>(part.data() - line.data());
  GivenFlag given;
  given.flag = option.name, given.line = 1;
  TextSpan place = place_of_flag({part}, given, nullptr);
  if (option.bare) place.end = place.begin + option.name.size();
  if (const std::size_t at = part.find(" " + given.flag); place.line == 0 && at != std::string_view::npos) {
    const TextSpan glued{1, at + 1, shell_word_end(part, at + 1)};
    if (value_in(part.substr(glued.begin, glued.end - glued.begin), option)) place = glued;
  }
  return place.line == 0 ? TextSpan{} : TextSpan{1, place.begin + before, place.end + before};
}

LitSpan launcher_span(TextSpan place, std::string_view line) {
  LitSpan span;
  span.place = place;
  span.flag = line.substr(place.begin, std::min(line.find_first_of(" =", place.begin), place.end) - place.begin);
  span.why = "Where and how it starts; it changes neither memory nor time here.";
  span.is_flag = false;
  return span;
}

/// The options of a line of Slurm's that say no machine.
std::vector<LitSpan> slurm_spans(std::string_view line, int number) {
  std::vector<LitSpan> spans;
  if (!is_slurms_line(line)) return spans;
  for (std::size_t at = line.find(" -"); at != std::string_view::npos; at = line.find(" -", at + 1)) {
    const std::size_t comment = line.find(" #", at);
    const std::size_t end = std::min({line.find(" -", at + 1), comment, line.size()});
    std::size_t last = end;
    while (last > at + 1 && (line[last - 1] == ' ' || line[last - 1] == '\r')) --last;
    spans.push_back(launcher_span({number, at + 1, last}, line));
    if (comment <= end) break;
  }
  return spans;
}

/// The line that only says which GPU: a constraint, where nothing else of Slurm's names one.
std::vector<LitSpan> gpu_spans(std::string_view line, int number, const std::string& gpu) {
  if (gpu.empty() || (!is_slurms_line(line) && part_of_launcher(line, Starter::slurm).empty())) return {};
  for (const LauncherName& each : launcher_options()) {
    if (each.whose != Starter::slurm || (!may_name_gpu(each.said) && each.said != Said::queue)) continue;
    const TextSpan place = option_in(line, each);
    const std::string_view said = line.substr(0, place.end).substr(std::min(place.begin + each.name.size(), place.end));
    if (place.line == 0 || !contains_words(said, gpu)) continue;
    LitSpan span = machine_span({number, place.begin, place.end}, each.name, each.said, line);
    span.fields.insert(span.fields.begin(), std::string(whole_gpu));
    return {std::move(span)};
  }
  return {};
}

}  // namespace

namespace {

/// Last, as what says the machine goes before.
void add_launcher_spans(std::vector<LitSpan>& spans, const std::vector<std::string_view>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    for (LitSpan& span : slurm_spans(lines[i], number)) spans.push_back(std::move(span));
    for (const LauncherName& each : launcher_options()) {
      const bool machines = is_counted(each.said) || may_name_gpu(each.said);
      TextSpan place = machines ? TextSpan{} : option_in(lines[i], each);
      if (place.line > 0) place.line = number, spans.push_back(launcher_span(place, lines[i]));
    }
  }
}

void add_machine_spans(std::vector<LitSpan>& spans, const std::vector<std::string_view>& lines,
                       const LaunchText& launch) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    for (LitSpan& span : gpu_spans(lines[i], number, launch.gpu.words)) spans.push_back(std::move(span));
    if (!launch.world.gpus && !launch.world.gpus_per_node) continue;
    const auto add = [&](TextSpan place, const auto& named) {
      if (place.line == 0) return;
      place.line = number;
      spans.push_back(machine_span(place, named.name, named.said, lines[i]));
      spans.back().is_flag = named.name.starts_with('-');
    };
    for (const LauncherName& each : launcher_options())
      if (is_counted(each.said)) add(option_in(lines[i], each), each);
    for (const LauncherName& each : launcher_variables())
      if (is_counted(each.said)) {
        add(assignment_in(lines[i], each.name), each);
        LauncherName near = each;
        near.name = near_name(lines[i], each);
        if (!near.name.empty()) add(assignment_in(lines[i], near.name), near);
      }
  }
}

}  // namespace

std::vector<LitSpan> machine_spans(std::span<const LaunchLines> texts, const LaunchText& launch) {
  std::vector<LitSpan> spans;
  for (const LaunchLines& text : texts) {
    const std::size_t before = spans.size();
    add_machine_spans(spans, text.lines, launch);
    if (launch.framework->form == LaunchForm::flags) add_launcher_spans(spans, text.lines);
    for (std::size_t i = before; i < spans.size(); ++i) spans[i].file = text.file;
  }
  return spans;
}

namespace {

/// Variables by what hangs on them, each once; what two flags take their values from has the fields of both, and is
/// the plan's before the model's.
class Origins {
 public:
  explicit Origins(std::span<const LaunchLines> texts) : texts_(texts) {}

  std::vector<LitSpan> found;

  /// The assignments of the variables in a span's value.
  void follow(const LitSpan& from, int depth = 0) {
    if (from.part == LitPart::none || depth > origins_deep || found.size() > origins_max) return;
    const std::string_view line = line_of_launch(texts_, from.file, from.place.line);
    for (const std::string& name : variables_in(line.substr(from.place.begin, from.place.end - from.place.begin)))
      for (const LaunchLines& text : texts_) follow_variable(from, name, text, depth);
  }

 private:
  void follow_variable(const LitSpan& from, const std::string& name, const LaunchLines& text, int depth) {
    for (std::size_t i = 0; i < text.lines.size(); ++i)
      if (TextSpan place = assignment_in(text.lines[i], name); place.line > 0) {
        LitSpan span = from;
        span.place = {static_cast<int>(i) + 1, place.begin, place.end};
        span.file = text.file, span.is_flag = false;
        if (put(span)) follow(span, depth + 1);
      }
  }

  /// Whether it says something new.
  bool put(const LitSpan& span) {
    const auto before = std::find_if(found.begin(), found.end(), [&](const LitSpan& each) {
      return each.place == span.place && each.file == span.file;
    });
    if (before == found.end()) return found.push_back(span), true;
    if (span.part == LitPart::plan) before->part = span.part;
    bool more = false;
    for (const std::string& field : span.fields)
      if (std::find(before->fields.begin(), before->fields.end(), field) == before->fields.end())
        before->fields.push_back(field), more = true;
    return more;
  }

  std::span<const LaunchLines> texts_;
};

}  // namespace

std::vector<LitSpan> origin_spans(std::span<const LaunchLines> texts, std::span<const LitSpan> spans) {
  Origins origins(texts);
  for (const LitSpan& span : spans) origins.follow(span);
  return std::move(origins.found);
}

}  // namespace shardscope
