#include "app/output/check_page.h"

#include <algorithm>

#include "render/format.h"

namespace shardscope {

namespace {

const char* word_of(RuleSeverity severity) {
  return severity == RuleSeverity::error ? "refused" : severity == RuleSeverity::warning ? "warning" : "adjusted";
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

std::string more_words(std::size_t count, std::size_t shown_at_most) {
  return "and " + std::to_string(count - shown_at_most) + " more";
}

Section rules_section(const RulesReport& rules) {
  const std::size_t broken = rules.broken.size();
  Section section{"", {}, {{}, {}, "lll"}};
  section.lines.push_back(rules.title + " (" + rules.release + "): " + std::to_string(rules.checked) +
                          " rules checked, " + (broken == 0 ? std::string("none") : std::to_string(broken)) +
                          " broken; " + std::to_string(rules.unchecked) + " can't be checked from here.");
  for (std::size_t i = 0; i < std::min(broken, check_rules_max); ++i) {
    const BrokenRule& rule = rules.broken[i];
    section.table.rows.push_back({word_of(rule.severity), rule.message + " [" + joined(rule.flags) + "]", rule.source});
  }
  if (broken > check_rules_max) section.table.rows.push_back({more_words(broken, check_rules_max), "", ""});
  return section;
}

Section time_section(const Report& report) {
  Section section{"", {}, {{}, {}, "ll"}};
  auto& rows = section.table.rows;
  if (report.time)
    rows.push_back({"Step", format_seconds(report.time->step).text() + "; four of five such runs take " +
                                format_seconds(report.time->range.low).text() + " to " +
                                format_seconds(report.time->range.high).text()});
  if (report.throughput)
    rows.push_back({"Speed", format_count(report.throughput->tokens_per_second_per_gpu).text() +
                                 " tokens/s a GPU, MFU " + format_percent(report.throughput->mfu).text()});
  if (report.run.days)
    rows.push_back(
        {"Training", format_days(*report.run.days).text() +
                         (report.run.rental_usd ? ", " + format_dollars(*report.run.rental_usd).text() + " rented"
                                                : std::string())});
  return section;
}

std::string slower_words(const RoomChange& change) {
  if (!change.slower) return "how much slower isn't known";
  const double share = *change.slower;
  return format_percent(share < 0 ? -share : share).text() + (share < 0 ? " faster" : " slower");
}

Section change_section(const Report& report, const RulesReport& rules, std::span<const RoomChange> changes) {
  Section section{"What to change first", {}, {{}, {}, "lll"}};
  const auto refused = std::find_if(rules.broken.begin(), rules.broken.end(),
                                    [](const BrokenRule& rule) { return rule.severity == RuleSeverity::error; });
  if (refused != rules.broken.end())
    section.lines.push_back("What " + rules.title + " refuses: " + joined(refused->flags) + " must satisfy " +
                            refused->requires_words + ".");
  for (std::size_t i = 0; i < std::min(changes.size(), check_changes_max); ++i)
    section.table.rows.push_back(
        {changes[i].words, (changes[i].fits ? "fits, " : "doesn't fit yet, ") + format_bytes(changes[i].peak).text(),
         slower_words(changes[i])});
  if (!report.fits && changes.empty()) section.lines.push_back("No single change of the plan gives room.");
  if (report.fits && refused == rules.broken.end()) section.lines.push_back("Nothing has to change.");
  return section;
}

/// What was taken for granted or not understood.
Section hints_section(const Report& report) {
  Section section{"", {}, {{}, {}, "lll"}};
  std::size_t hints = 0;
  for (const Problem& problem : report.problems) {
    const bool of_rules = problem.rule.find(':') != std::string::npos;
    if (of_rules || ++hints > check_hints_max) continue;
    section.table.rows.push_back(
        {problem.severity == Severity::hint ? "hint" : "warning", problem.path, problem.message});
  }
  if (hints > check_hints_max) section.table.rows.push_back({more_words(hints, check_hints_max), "", ""});
  return section;
}

}  // namespace

Page check_page(const NamedReport& named, const RulesReport& rules, std::span<const RoomChange> changes) {
  const Report& report = named.report;
  Page page{title_of(named), {Section{"", {verdict_of(report)}, {}}, rules_section(rules)}};
  const auto add = [&](Section section) {
    if (!section.table.rows.empty() || !section.lines.empty()) page.sections.push_back(std::move(section));
  };
  add(time_section(report));
  add(change_section(report, rules, changes));
  add(hints_section(report));
  return page;
}

}  // namespace shardscope
