#include "app/output/runs/calibration_page.h"

#include <cmath>

#include "app/output/error_tables.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

std::string range_text(const std::optional<SecondsRange>& range) {
  return range ? range_words(format_seconds(range->low), format_seconds(range->high)) : no_figure;
}

std::string factor_text(double factor) {
  return signed_error_percent(factor - 1);
}

Section runs_section(const CalibrationFit& fit) {
  Section section{"Runs", {}, {{"", "Measured", "Predicted before", "", "After", "", "4 of 5 lie in"}, {}, "lrrrrrr"}};
  for (const FittedObservation& run : fit.observations)
    section.table.rows.push_back({run.name, format_seconds(Seconds{run.seconds}).text(),
                                  format_seconds(Seconds{run.before}).text(), factor_text(run.before / run.seconds),
                                  format_seconds(Seconds{run.after}).text(), factor_text(run.after / run.seconds),
                                  range_text(run.range_after)});
  return section;
}

Section constants_section(const CalibrationFit& fit) {
  Section section{"Constants", {}, {{"", "Takes", "Public spread", "Left of it"}, {}, "lrrr"}};
  for (const CalibratedChange& change : fit.changes) {
    if (!change.seen) continue;
    section.table.rows.push_back({std::string(label_of(change.constant)), factor_text(change.factor),
                                  factor_text(std::exp(-change.public_spread.shorter)) + " to " +
                                      factor_text(std::exp(change.public_spread.longer)),
                                  format_percent(change.left).text()});
  }
  return section;
}

}  // namespace

double narrowing(const CalibrationFit& fit) {
  double before = 0, after = 0;
  for (const FittedObservation& run : fit.observations) {
    if (!run.range_before || !run.range_after || !(run.range_before->low.value > 0)) continue;
    before += std::log(run.range_before->high / run.range_before->low);
    after += std::log(run.range_after->high / run.range_after->low);
  }
  return before > 0 ? after / before - 1 : 0;
}

Page calibration_page(const CalibrationFit& fit, const Gpu& base, const std::string& preset, const std::string& kept) {
  const auto count = static_cast<std::int64_t>(fit.observations.size());
  Page page{"Calibration " + preset + " of " + (base.title.empty() ? base.preset : base.title), {}};
  Section opening{"", {}, {}};
  opening.lines.push_back("Fitted to " + grouped(count, "run", "runs") +
                          ", with the public fit as what is likely before, each constant within its stated spread.");
  if (const double narrower = narrowing(fit); narrower < 0)
    opening.lines.push_back("The ranges of these runs are " + format_percent(-narrower).text() + " narrower.");
  opening.lines.push_back("Kept as the GPU preset " + preset + " in " + kept + "; --set cluster.gpu=" + preset +
                          " predicts with it, and every answer says so.");
  if (!fit.unpredicted.empty()) {
    std::string names;
    for (const std::string& name : fit.unpredicted) names += (names.empty() ? "" : ", ") + name;
    opening.lines.push_back("Left out, since nothing can be predicted of them: " + names + ".");
  }
  page.sections.push_back(std::move(opening));
  page.sections.push_back(constants_section(fit));
  page.sections.push_back(runs_section(fit));
  return page;
}

}  // namespace shardscope
