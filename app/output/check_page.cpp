#include "app/output/check_page.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

std::string more_words(std::size_t count, std::size_t shown_at_most) {
  return "and " + std::to_string(count - shown_at_most) + " more";
}

/// Words in lines of the page's width; the first stands beside `head`, the others under it.
void add_wrapped(Table& table, const std::string& head, const std::string& text) {
  std::string line;
  bool first = true;
  const auto flush = [&] {
    if (!line.empty()) table.rows.push_back({first ? head : std::string(), line});
    first = first && line.empty();
    line.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (!line.empty() && line.size() + 1 + end - at > check_width) flush();
    line += (line.empty() ? "" : " ") + text.substr(at, end - at);
    at = end + 1;
  }
  flush();
}

Section rules_section(const RulesReport& rules, const std::vector<Inexpressible>& unsaid) {
  const std::size_t broken = rules.broken.size();
  Section section{"", {}, {{}, {}, "ll"}};
  section.lines.push_back(rules.title + " (" + rules.release + "): " + rules_line(rules));
  for (std::size_t i = 0; i < std::min(broken, check_rules_max); ++i) {
    const BrokenRule& rule = rules.broken[i];
    add_wrapped(section.table, severity_word(rule.severity),
                rule.message + " [" + (rule.flags.empty() ? rule.id : joined(rule.flags)) + "; " + rule.source + "]");
  }
  if (broken > check_rules_max) section.table.rows.push_back({more_words(broken, check_rules_max), ""});
  if (!unsaid.empty())
    add_wrapped(section.table, "warning", rules.title + " can't express this plan: " + joined(words_of(unsaid)) + ".");
  return section;
}

Section time_section(const Report& report) {
  Section section{"", {}, {{}, {}, "ll"}};
  auto& rows = section.table.rows;
  if (report.time)
    rows.push_back({"Step", format_seconds(report.time->step).text() + "; likely " +
                                format_seconds(report.time->range.low).text() + " to " +
                                format_seconds(report.time->range.high).text()});
  if (report.throughput)
    rows.push_back({"Speed", format_count(report.throughput->tokens_per_second_per_gpu).text() +
                                 " tokens/s per GPU, MFU " + format_percent(report.throughput->mfu).text()});
  if (const std::optional<double> days = days_of(report.run))
    rows.push_back({report.run.calendar_days ? "Training, with failures" : "Training",
                    format_days(*days).text() + (report.run.rental_usd
                                                     ? ", " + format_dollars(*report.run.rental_usd).text() + " rented"
                                                     : std::string())});
  return section;
}

std::string price_in_time(const MemorySaving& change) {
  if (!change.slower) return "how much slower isn't known";
  const double share = *change.slower;
  return format_percent(share < 0 ? -share : share).text() + (share < 0 ? " faster" : " slower");
}

Section change_section(const Report& report, const FrameworkFindings& findings, std::span<const MemorySaving> changes) {
  FirstChanges first = first_changes(report, findings, changes);
  Section section{"What to change first", std::move(first.wanted), {{}, {}, "lll"}};
  for (std::size_t i = 0; i < std::min(changes.size(), check_changes_max); ++i)
    section.table.rows.push_back(
        {changes[i].words, (changes[i].fits ? "fits, " : "doesn't fit yet, ") + format_bytes(changes[i].peak).text(),
         price_in_time(changes[i])});
  if (first.none) section.lines.emplace_back(words_of(*first.none));
  if (!first.another.empty()) section.lines.push_back(std::move(first.another));
  return section;
}

/// What the verdict rests on comes before what was left aside.
int rank_of(const Problem& problem) {
  const std::string& rule = problem.rule;
  if (rule == rule_name::taken_for_granted) return 0;
  if (rule == rule_name::several_launches || rule == rule_name::assumed_branch || rule == rule_name::unknown_words)
    return 1;
  return rule == rule_name::unknown_flag ? 3 : 2;
}

bool has_line(const Problem& problem) {
  return !problem.places.empty() && problem.places.front().line > 0;
}

/// "--embed-layernorm", of a flag in line 37 too.
std::string name_in(const Problem& problem) {
  return has_line(problem) && !problem.places.front().name.empty() ? problem.places.front().name : where_words(problem);
}

std::string place_and_words(const Problem& problem) {
  return (has_line(problem) ? where_words(problem) + ": " : std::string()) + words_of(problem);
}

/// What was taken for granted, always and first; then the branches that were taken; then what wasn't understood, the
/// unknown flags together.
Section hints_section(const Report& report) {
  Section section{"What this rests on", {}, {{}, {}, "ll"}};
  std::vector<const Problem*> shown_ones;
  std::string unknown;
  for (const Problem& problem : report.problems) {
    if (problem.origin == Origin::framework || problem.rule == rule_name::fits_in_memory) continue;
    if (rank_of(problem) < 3)
      shown_ones.push_back(&problem);
    else
      unknown += (unknown.empty() ? "" : ", ") + name_in(problem);
  }
  std::stable_sort(shown_ones.begin(), shown_ones.end(),
                   [](const Problem* a, const Problem* b) { return rank_of(*a) < rank_of(*b); });
  std::size_t hints = 0;
  for (const Problem* problem : shown_ones) {
    const int rank = rank_of(*problem);
    if (rank > 0 && ++hints > check_hints_max) continue;
    const char* head = rank == 0                             ? "assumed"
                       : rank == 1                           ? "open"
                       : problem->severity == Severity::hint ? "hint"
                                                             : "warning";
    add_wrapped(section.table, head,
                rank == 2 ? where_words(*problem) + ": " + words_of(*problem) : place_and_words(*problem));
  }
  if (hints > check_hints_max) section.table.rows.push_back({more_words(hints, check_hints_max), ""});
  if (!unknown.empty()) add_wrapped(section.table, "unknown", "without effect here: " + unknown);
  return section;
}

}  // namespace

Page check_page(const NamedReport& named, const FrameworkFindings& findings, std::span<const MemorySaving> changes) {
  const Report& report = named.report;
  Page page{title_of(named), {Section{"", {headline_of(report)}, {}}, rules_section(findings.rules, findings.unsaid)}};
  const auto add = [&](Section section) {
    if (!section.table.rows.empty() || !section.lines.empty()) page.sections.push_back(std::move(section));
  };
  add(time_section(report));
  add(change_section(report, findings, changes));
  add(hints_section(report));
  return page;
}

}  // namespace shardscope
