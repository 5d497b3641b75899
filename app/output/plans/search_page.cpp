#include "app/output/plans/search_page.h"

#include <algorithm>

#include "app/output/plans/plan_words.h"
#include "core/plan_search/plan_look.h"
#include "core/plan_search/space/plan_axes.h"
#include "render/text/headline_text.h"

namespace shardscope {

namespace {

/// Axes that differ among the plans or from the scenario's own: the others stay as they are.
std::vector<PlanAxis> telling_axes(const SearchRequest& request, const std::vector<FoundPlan>& plans) {
  std::vector<PlanAxis> axes;
  const Plan own = searched_plan(request.base);
  for (std::size_t i = 0; i < plan_axis_count; ++i) {
    const auto axis = static_cast<PlanAxis>(i);
    bool tells = axis == PlanAxis::tp || axis == PlanAxis::pp || axis == PlanAxis::dp;
    for (const FoundPlan& plan : plans)
      tells = tells || axis_text(request, plan.choice, axis) != axis_ways(axis).text(own);
    if (tells) axes.push_back(axis);
  }
  return axes;
}

Section plans_section(const std::string& heading, const SearchRequest& request, const std::vector<FoundPlan>& plans,
                      std::span<const EvidenceRun> evidence) {
  Section section{heading, {}, {}};
  const std::vector<PlanAxis> axes = telling_axes(request, plans);
  for (const PlanAxis axis : axes) section.table.head.emplace_back(name_of(axis).substr(name_of(axis).find('.') + 1));
  for (const Headline figure : found_figures) section.table.head.emplace_back(entry_of(figure).label);
  section.table.head.emplace_back("Step, likely");
  if (request.space.gpus) section.table.head.emplace_back("GPUs");
  section.table.align = std::string(section.table.head.size(), 'r');
  if (!evidence.empty())
    section.table.head.emplace_back("Doublings from what was measured"), section.table.align += 'l';
  for (const FoundPlan& plan : plans) {
    std::vector<std::string>& row = section.table.rows.emplace_back();
    for (const PlanAxis axis : axes) row.push_back(axis_text(request, plan.choice, axis));
    for (const Headline figure : found_figures) row.push_back(format_headline(figure, figure_of(plan, figure)).text());
    row.push_back(range_words(format_seconds(plan.step_low), format_seconds(plan.step_high)));
    if (request.space.gpus) row.push_back(grouped(plan.gpus));
    if (!evidence.empty()) row.push_back(evidence_words(request, plan, evidence).value_or("unknown"));
  }
  return section;
}

std::string counts_words(const PlanSearch& search, double seconds) {
  const SearchCounts& counts = search.counts;
  const auto count = [](std::uint64_t value) { return format_count(static_cast<double>(value)).text(); };
  std::string words = count(counts.plans) + " plans; " + count(counts.looked_at) + " looked at one by one, " +
                      count(counts.valid) + " of them valid, " + count(counts.fit) + " fit, in " +
                      format_seconds(Seconds{seconds}).text() + ".";
  if (counts.looked_at < counts.plans)
    words +=
        " The others can't be listed: they hold, or their passes alone take, more than fits or than the last below.";
  return words;
}

/// What was left as the scenario has it, or to what is usual; empty where everything was asked for.
std::string left_words(const SearchRequest& request) {
  std::string words;
  for (std::size_t i = 0; i < plan_axis_count; ++i) {
    const auto axis = static_cast<PlanAxis>(i);
    const bool more = axis_ways(axis).offered != nullptr && (axis != PlanAxis::etp || has_experts(request.base.model));
    if (more && request.space.held[i].empty())
      words += (words.empty() ? "" : ", ") + std::string(name_of(axis).substr(name_of(axis).find('.') + 1));
  }
  return words.empty() ? words
                       : "As usual or as the scenario has it, and no more than that searched over: " + words +
                             ". --vary asks for more.";
}

/// Where the scenario's own plan isn't searched over: what it comes to, which may be better than all below.
std::string own_words(const PlanSearch& search) {
  const OwnPlan own = own_plan(search.request);
  if (own.searched || !own.fits) return {};
  const std::string figures = format_headline(Headline::step, own.found->step.value).text() + " and " +
                              format_bytes(own.found->peak_memory).text();
  return "The scenario's own plan has a layout or settings that aren't searched over: " + figures +
         (own.beats(search) ? ", better than all below." : ".");
}

/// Why no plan is listed.
std::string none_words(const PlanSearch& search) {
  const bool any = search.counts.looked_at > 0;
  if (any && search.counts.valid == 0)
    return "No plan is valid: sweep over a field that is held says of each value why.";
  const bool limited = !search.request.needs.empty();
  if (search.counts.evaluated == 0 && (any || !limited)) return "No plan fits.";
  if (limited) return "Of the plans that fit none keeps every limit of --need.";
  return "Plans fit, but of none is " + std::string(name_of(search.request.goal)) +
         " known: give run.tokens and prices.";
}

}  // namespace

Page search_page(const PlanSearch& search, double seconds, std::span<const EvidenceRun> evidence) {
  const SearchRequest& request = search.request;
  Page page{"Best plans of " + request.base.name + ", by " + std::string(name_of(request.goal)) +
                (request.low_end ? ", at the low end of their range" : ""),
            {}};
  page.sections.push_back({"", {counts_words(search, seconds)}, {}});
  for (const std::string& words : {left_words(request), own_words(search)})
    if (!words.empty()) page.sections.back().lines.push_back(words);
  if (search.best.empty())
    page.sections.back().lines.push_back(none_words(search));
  else
    page.sections.push_back(
        request.distinct ? plans_section("Best, whatever their schedule and chunks", request, search.distinct, evidence)
                         : plans_section("Best", request, search.best, evidence));
  if (search.front && !search.front->plans.empty())
    page.sections.push_back(plans_section("None is better in both " + std::string(name_of(search.front->first)) +
                                              " and " + std::string(name_of(search.front->second)),
                                          request, search.front->plans, evidence));
  return page;
}

}  // namespace shardscope
