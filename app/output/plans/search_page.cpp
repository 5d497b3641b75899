#include "app/output/plans/search_page.h"

#include <algorithm>

#include "app/output/plans/plan_words.h"
#include "core/scenario/plan_schedule.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

/// What the scenario itself has there.
std::string own_text(const SearchRequest& request, PlanAxis axis) {
  const Plan plan = with_defaults(request.base).plan;
  switch (axis) {
    case PlanAxis::tp:
      return std::to_string(plan.tp);
    case PlanAxis::cp:
      return std::to_string(plan.cp);
    case PlanAxis::micro_batch:
      return std::to_string(plan.micro_batch);
    case PlanAxis::ep:
      return std::to_string(plan.ep);
    case PlanAxis::etp:
      return std::to_string(plan.etp.value_or(1));
    case PlanAxis::recompute:
      return std::string(json_name(plan.recompute ? plan.recompute->mode : RecomputeMode::none));
    case PlanAxis::offload:
      return std::string(json_name(plan.offload));
    case PlanAxis::rank_order:
      return request.base.plan.rank_order.value_or("default");
    case PlanAxis::shard_group:
      return request.base.plan.shard_group ? std::to_string(*request.base.plan.shard_group) : "all";
    case PlanAxis::pp:
      return std::to_string(plan.pp);
    case PlanAxis::dp:
      return std::to_string(plan.dp.value_or(1));
    case PlanAxis::schedule:
      return std::string(json_name(schedule_kind(plan)));
    case PlanAxis::virtual_stages:
      return std::to_string(plan.virtual_stages);
    case PlanAxis::zero:
      return std::to_string(plan.zero.value_or(0));
  }
  return {};
}

/// Axes that differ among the plans or from the scenario's own: the others stay as they are.
std::vector<PlanAxis> telling_axes(const SearchRequest& request, const std::vector<FoundPlan>& plans) {
  std::vector<PlanAxis> axes;
  for (std::size_t i = 0; i < plan_axis_count; ++i) {
    const auto axis = static_cast<PlanAxis>(i);
    bool tells = axis == PlanAxis::tp || axis == PlanAxis::pp || axis == PlanAxis::dp;
    for (const FoundPlan& plan : plans)
      tells = tells || axis_text(request, plan.choice, axis) != own_text(request, axis);
    if (tells) axes.push_back(axis);
  }
  return axes;
}

std::string unless_absent(const std::optional<double>& value, Formatted (*format)(double)) {
  return value ? format(*value).text() : "unknown";
}

Section plans_section(const std::string& heading, const SearchRequest& request, const std::vector<FoundPlan>& plans,
                      std::span<const EvidenceRun> evidence) {
  Section section{heading, {}, {}};
  const std::vector<PlanAxis> axes = telling_axes(request, plans);
  for (const PlanAxis axis : axes) section.table.head.emplace_back(name_of(axis).substr(name_of(axis).find('.') + 1));
  for (const char* figure : {"Step", "Likely", "Tokens/s", "MFU", "Fullest GPU", "Days", "Rental"})
    section.table.head.emplace_back(figure);
  if (request.space.gpus) section.table.head.emplace_back("GPUs");
  section.table.align = std::string(section.table.head.size(), 'r');
  if (!evidence.empty())
    section.table.head.emplace_back("Doublings from what was measured"), section.table.align += 'l';
  for (const FoundPlan& plan : plans) {
    std::vector<std::string>& row = section.table.rows.emplace_back();
    for (const PlanAxis axis : axes) row.push_back(axis_text(request, plan.choice, axis));
    row.push_back(format_seconds(plan.step).text());
    row.push_back(range_words(format_seconds(plan.step_low), format_seconds(plan.step_high)));
    row.push_back(format_count(plan.tokens_per_second).text());
    row.push_back(unless_absent(plan.mfu, format_percent));
    row.push_back(format_bytes(plan.peak_memory).text());
    row.push_back(plan.days ? fixed(*plan.days, 1) : "unknown");
    row.push_back(unless_absent(plan.rental_usd, format_dollars));
    if (request.space.gpus) row.push_back(grouped(plan.gpus));
    if (!evidence.empty()) row.push_back(evidence_words(request, plan, evidence));
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
