#include "core/inspect/headline.h"

#include "core/inspect/bubble.h"
#include "core/memory/whole_bytes.h"

namespace shardscope {

namespace {

std::optional<double> rate_of(const Report& report, double Throughput::*rate) {
  return report.throughput ? std::optional((*report.throughput).*rate) : std::nullopt;
}

}  // namespace

std::optional<double> headline_figure(Headline figure, const Report& report) {
  switch (figure) {
    case Headline::step:
      return report.time ? std::optional(report.time->step.value) : std::nullopt;
    case Headline::tokens_per_second:
      return rate_of(report, &Throughput::tokens_per_second);
    case Headline::mfu:
      return rate_of(report, &Throughput::mfu);
    case Headline::bubble:
      return bubble_share_of(report);
    case Headline::memory:
      return report.memory.stages.empty() ? std::nullopt : std::optional(whole_peak(report.memory).value);
    case Headline::days:
      return days_of(report.run);
    case Headline::rental:
      return report.run.rental_usd;
    case Headline::energy:
      return report.run.energy_joules;
  }
  return std::nullopt;
}

HeadlineFigures headline_figures(const Report& report) {
  HeadlineFigures figures;
  for (std::size_t i = 0; i < count_of<Headline>; ++i)
    figures.values[i] = headline_figure(static_cast<Headline>(i), report);
  return figures;
}

std::string_view path_of(Headline figure, const Report& report) {
  return figure == Headline::days && report.run.calendar_days ? "run.calendar_days" : entry_of(figure).path;
}

}  // namespace shardscope
