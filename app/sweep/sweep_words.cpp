// What is said of a sweep's points (sweep_cards.h).
#include <algorithm>

#include "app/sweep/sweep_cards.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

std::string against_present(SweepFigure figure, double value, double present) {
  if (entry_of(figure).unit == Unit::share)
    return format_percent_change(value - present).text() + " against the present " + figure_words(figure, present);
  if (!(present > 0)) return "The present plan's is " + figure_words(figure, present);
  const double change = value / present - 1;
  return signed_of(change, format_percent(std::abs(change))).text() + " against the present " +
         figure_words(figure, present);
}

/// "With data parallel 512, global batch 2,048": what followed the varied fields.
std::string followed_words(const SweptLines& lines, const SweepRow& row) {
  std::string words;
  for (std::size_t i = lines.asked.varied.size(); i < row.settings.size(); ++i) {
    const Setting& setting = row.settings[i];
    words += (words.empty() ? "With " : ", ") + std::string(brief_label(setting.key)) + " " +
             value_words(setting.key, setting.value);
  }
  return words;
}

}  // namespace

std::string figure_words(SweepFigure figure, double value) {
  return format_quantity(value, entry_of(figure).unit).text();
}

std::string stays_words(SweepFollow follow) {
  switch (follow) {
    case SweepFollow::alone:
      return "all else stays";
    case SweepFollow::gpus:
      return "the GPUs stay, the split follows";
    case SweepFollow::batch:
      return "the batch stays";
    case SweepFollow::share:
      return "each replica's share of the batch stays";
  }
  return {};
}

Explanation explain_point(const SweepState& state, const ViewFrame& frame, const SweptPoint& point,
                          SweepFigure figure) {
  const SweptLines& lines = state.drawn;
  const SweepRow& row = lines.rows[point.row];
  Explanation tip;
  for (std::size_t i = 0; i < lines.asked.varied.size(); ++i)
    tip.title += (i == 0 ? "" : ", ") + brief_title(row.settings[i].key) + " " +
                 value_words(row.settings[i].key, row.settings[i].value);
  if (!row.problem.empty()) {
    tip.value = "no such plan";
    tip.lines.push_back(with_spoken_numbers(row.problem));
    return tip;
  }
  const std::optional<double>& value = point.figures[index_of(figure)];
  tip.value = value ? figure_words(figure, *value) : "unknown";
  const std::optional<double>& present = (*state.present)[index_of(figure)];
  if (value && present) tip.lines.push_back(against_present(figure, *value, *present));
  const std::optional<double> at = present_value(state, frame);
  if (value && present && at)
    if (const auto ideal = ideal_at(lines.asked.settings, figure, point.x, *at, *present); ideal && *ideal > 0) {
      const double reached = entry_of(figure).less_is_better ? *ideal / *value : *value / *ideal;
      tip.lines.push_back(format_percent(reached).text() + " of this plan's in proportion to the GPUs");
    }
  std::string figures;
  for (const SweepFigure each : {SweepFigure::step, SweepFigure::mfu, SweepFigure::bubble, SweepFigure::memory})
    if (const std::optional<double>& other = point.figures[index_of(each)]; other && each != figure)
      figures += (figures.empty() ? "" : ", ") + std::string(entry_of(each).label) + " " + figure_words(each, *other);
  tip.lines.push_back(figures);
  if (!point.fits) tip.lines.emplace_back("It doesn't fit in memory");
  if (const std::string followed = followed_words(lines, row); !followed.empty()) tip.lines.push_back(followed);
  tip.source = "each value evaluated whole, as shardscope sweep does";
  tip.hint = "A click shows it in the whole explorer; Esc leads back";
  return tip;
}

}  // namespace shardscope
