#include "app/panels/verdict_cells.h"

#include <algorithm>

#include "core/base/rule_names.h"
#include "core/derivation/memory_figures.h"
#include "core/derivation/time_figures.h"
#include "core/inspect/bubble.h"
#include "core/run/range.h"
#include "core/scenario/plan_counts.h"
#include "core/validate/validate.h"
#include "render/chart/range_table.h"
#include "render/explain/explain_step.h"
#include "render/text/format.h"
#include "render/text/headline_text.h"

namespace shardscope {

namespace {

VerdictCell cell_of(Headline of, std::string name, const Formatted& figure) {
  VerdictCell cell;
  cell.of = of;
  cell.name = std::move(name);
  cell.label = entry_of(of).label;
  cell.value = figure.value;
  cell.unit = figure.unit;
  return cell;
}

/// How the figure moved since the last edit, good where it goes the way that is wanted.
void set_moved(VerdictCell& cell, const std::optional<Figures>& before, const Figures& now) {
  const std::optional<double> change = before ? moved(cell.of, *before, now) : std::nullopt;
  if (!change) return;
  const Formatted by = format_headline_change(cell.of, *change, *now[cell.of]);
  cell.moved = by.text();
  cell.short_moved = shorter_change(by, format_headline(cell.of, now[cell.of]).unit);
  cell.moved_tone = (*change < 0) == entry_of(cell.of).less_is_better ? Tone::good : Tone::bad;
}

/// Of a figure that isn't known, as cell_of() made it.
VerdictCell unknown_cell(VerdictCell cell, std::string line, std::string short_line = "time unknown") {
  cell.value = format_headline(cell.of, std::nullopt).text(), cell.unit.clear();
  cell.line = std::move(line), cell.short_line = std::move(short_line);
  cell.explanation = {cell.label, cell.value, {cell.line}, {}};
  return cell;
}

Explanation explained(const FigureOrigin& origin, const Formatted& figure, std::vector<std::string> lines) {
  return {std::string(origin.label), figure.text(), std::move(lines), std::string(origin.source)};
}

VerdictCell memory_cell(const Report& report, const Figures& now, const std::optional<Figures>& before) {
  const Bytes held{now[Headline::memory].value_or(0)}, capacity = report.memory.capacity;
  const Formatted peak = format_bytes(held);
  VerdictCell cell = cell_of(Headline::memory, "memory", peak);
  cell.short_label = entry_of(Headline::memory).brief;
  cell.unit = (peak.unit == format_bytes(capacity).unit ? "" : peak.unit + " ") + "of " + format_whole_bytes(capacity);
  cell.shortest_unit = peak.unit;
  const Bytes spare = capacity - held;
  const bool tight = report.memory.fit() == MemoryFit::tight;
  cell.tone = tight ? Tone::caution : report.fits ? Tone::good : Tone::bad;
  cell.line = report.fits ? (tight ? "tight, " : "fits, ") + format_bytes(spare).text() + " spare"
                          : "does not fit, " + format_bytes(spare * -1.0).text() + " over";
  cell.short_line = format_bytes(spare >= Bytes{} ? spare : spare * -1.0).text() + (report.fits ? " spare" : " over");
  if (!report.valid) cell.tone = Tone::bad, cell.line = "the plan can't run", cell.short_line = "can't run";
  if (capacity > Bytes{}) cell.fill = held / capacity;
  set_moved(cell, before, now);
  const BytesRange likely = report.memory.range();
  cell.explanation = explained(
      peak_origin, peak,
      {counted_from_zero("Stage", report.memory.peak_stage, static_cast<std::int64_t>(report.memory.stages.size())) +
           " holds most.",
       "Four of five runs would show " + range_words(format_bytes(likely.low), format_bytes(likely.high)) + ".",
       "Capacity as the driver reports it, in GB of 1e9 bytes."});
  return cell;
}

VerdictCell step_cell(const Report& report, const Figures& now, const std::optional<Figures>& before) {
  const Formatted step = format_headline(Headline::step, now[Headline::step]);
  VerdictCell cell = cell_of(Headline::step, "step", step);
  if (!now[Headline::step])
    return unknown_cell(cell, report.valid ? "this plan can't be simulated" : "the plan is impossible");
  const Plan& plan = report.scenario.plan;
  const double tokens = tokens_of_step(plan);
  const SecondsRange range = report.time ? report.time->range : SecondsRange{};
  if (range.high > Seconds{}) {
    cell.short_line = range_words(format_seconds(range.low), format_seconds(range.high));
    cell.line = cell.short_line + " likely";
  }
  if (report.scenario.cluster.gpu.calibration.stands())
    for (std::string* line : {&cell.line, &cell.short_line}) *line += line->empty() ? "calibrated" : ", calibrated";
  set_moved(cell, before, now);
  cell.explanation = explained(step_origin, step,
                               {"The critical rank's seconds, as the Step view takes them apart.",
                                format_count(tokens).text() + " tokens per step."});
  for (const std::string& words : range_sentences(report)) cell.explanation.lines.push_back(words);
  return cell;
}

VerdictCell throughput_cell(const Report& report, const Figures& now, const std::optional<Figures>& before) {
  const Formatted rate = format_headline(Headline::tokens_per_second, now[Headline::tokens_per_second]);
  VerdictCell cell = cell_of(Headline::tokens_per_second, "throughput", rate);
  cell.label = "Throughput";
  if (!now[Headline::tokens_per_second] || !now[Headline::step])
    return unknown_cell(cell, "the step's time is unknown");
  const Plan& plan = report.scenario.plan;
  const double tokens_per_second = *now[Headline::tokens_per_second];
  const Seconds step{*now[Headline::step]};
  cell.short_label = "Rate";
  cell.unit = (rate.unit.empty() ? "" : rate.unit + " ") + "tokens/s";
  cell.shortest_unit = rate.unit.empty() ? "/s" : rate.unit + "/s";
  cell.line = format_count(report.throughput->tokens_per_second_per_gpu).text() + " per GPU";
  set_moved(cell, before, now);
  const FigureOrigin& origin = tokens_per_second_origin;
  cell.explanation = explained(origin, rate,
                               {std::string(origin.formula) + " = " + grouped(plan.global_batch) + " × " +
                                    grouped(plan.sequence_length) + " / " + format_seconds(step).text(),
                                "Per GPU: over the GPUs at work."});
  const auto at = [&](Seconds other) { return format_count(tokens_per_second * (step / other)); };
  if (const SecondsRange range = report.time->range; range.high > Seconds{})
    cell.explanation.lines.push_back("Likely: " + range_words(at(range.high), at(range.low)) + ".");
  return cell;
}

VerdictCell mfu_cell(const Report& report, const Figures& now, const std::optional<Figures>& before) {
  const Formatted share = format_headline(Headline::mfu, now[Headline::mfu]);
  VerdictCell cell = cell_of(Headline::mfu, "mfu", share);
  if (!now[Headline::mfu] || !report.throughput) return unknown_cell(cell, "the step's time is unknown");
  const Throughput& throughput = *report.throughput;
  if (report.time && report.time->range.low.value > 0)
    cell.short_line = range_words(format_percent(*now[Headline::mfu] * (report.time->step / report.time->range.high)),
                                  format_percent(*now[Headline::mfu] * (report.time->step / report.time->range.low)));
  if (!cell.short_line.empty()) cell.line = cell.short_line + " likely";
  set_moved(cell, before, now);
  cell.explanation = explained(mfu_origin, share, {mfu_equation(report)});
  cell.explanation.lines.push_back(format_flops_rate(throughput.model_flops_per_gpu).text() + " per GPU; HFU " +
                                   format_percent(throughput.hfu).text() + ".");
  cell.explanation.lines.push_back("Counted as " + std::string(label_of(report.scenario.flops_convention)) +
                                   "; of the dense peak, " + format_flops_rate(throughput.peak_flops).text() + ".");
  for (std::size_t i = 0; i <= static_cast<std::size_t>(FlopsConvention::palm); ++i)
    cell.explanation.lines.push_back(std::string(label_of(static_cast<FlopsConvention>(i))) + ": " +
                                     format_percent(throughput.by_convention[i].mfu).text());
  cell.explanation.lines.emplace_back("The Step view has the others.");
  return cell;
}

/// How the idle share comes about, with this plan's numbers.
std::vector<std::string> bubble_lines(const Report& report) {
  std::vector<std::string> lines;
  if (report.timeline) {
    const Timeline& timeline = *report.timeline;
    if (const std::optional<Bubble> bubble = bubble_of(report))
      lines.push_back(std::string(bubble_origin.formula) + " = " + format_seconds(bubble->idle).text() + " / (" +
                      grouped(bubble->ranks) + " × " + format_seconds(bubble->step).text() + "), as simulated");
    if (timeline.ranks > 1)
      lines.push_back(format_percent(timeline.bubble_fraction()).text() + " of the pipeline's makespan, " +
                      format_seconds(timeline.makespan).text());
    if (std::string equation = equal_stages_equation(report.scenario.plan); !equation.empty())
      lines.push_back(std::move(equation));
  }
  return lines;
}

VerdictCell bubble_cell(const Report& report, const Figures& now, const std::optional<Figures>& before) {
  const Formatted share = format_headline(Headline::bubble, now[Headline::bubble]);
  VerdictCell cell = cell_of(Headline::bubble, "bubble", share);
  if (!now[Headline::bubble]) return unknown_cell(cell, "the schedule can't be simulated");
  cell.line = "of all ranks' time";
  if (*now[Headline::bubble] > small_bubble_max) cell.tone = Tone::caution, cell.line = "large, of all ranks' time";
  std::string advice;
  if (report.scenario.plan.pp <= 1) cell.line = "one stage: nobody waits", cell.short_line = "one stage";
  const auto blame = [&](std::string_view rule, const char* words) {
    for (const Problem& problem : report.problems)
      if (problem.rule == rule) cell.line = words, advice = problem.message;
  };
  blame(rule_name::bubble_large, "few micro-batches");
  if (cell.tone == Tone::caution) blame(rule_name::stages_balanced, "uneven stages");
  set_moved(cell, before, now);
  cell.explanation = explained(bubble_origin, share, bubble_lines(report));
  if (!advice.empty()) cell.explanation.lines.push_back(advice);
  return cell;
}

/// Days and dollars with their range, as far as there is room.
void set_run_lines(VerdictCell& cell, const RunReport& run) {
  const std::optional<RunRange> days = range_of(run, days_of(run)), rent = range_of(run, run.rental_usd);
  if (!days) {
    cell.line = run.rental_usd ? format_dollars(*run.rental_usd).text() + " rent" : "rent unknown";
    return;
  }
  cell.short_line = range_words(format_days(days->low), format_days(days->high));
  cell.shortest_line = range_words(format_days_shortly(days->low), format_days_shortly(days->high));
  if (rent)
    cell.short_line = cell.shortest_line + ", " + range_words(format_dollars(rent->low), format_dollars(rent->high));
  cell.line = cell.short_line + " likely";
}

std::string range_sentence(const RunReport& run) {
  const std::optional<RunRange> days = range_of(run, days_of(run)), energy = range_of(run, run.energy_joules);
  if (!days) return {};
  std::string words = "Four of five runs would take " + range_words(format_days(days->low), format_days(days->high));
  if (const std::optional<RunRange> rent = range_of(run, run.rental_usd))
    words += ", " + range_words(format_dollars(rent->low), format_dollars(rent->high)) + " of rent";
  if (energy) words += ", " + range_words(format_energy(energy->low), format_energy(energy->high));
  return words + ", as the step's time.";
}

VerdictCell run_cell(const Report& report, const Figures& now, const std::optional<Figures>& before) {
  const Formatted days = format_headline(Headline::days, now[Headline::days]);
  VerdictCell cell = cell_of(Headline::days, "run", days);
  if (!now[Headline::days])
    return report.scenario.run.tokens ? unknown_cell(cell, "the step's time is unknown")
                                      : unknown_cell(cell, "say how many tokens", "tokens unknown");
  cell.short_label = cell.label;
  if (report.run.calendar_days) cell.label += ", with failures";
  set_run_lines(cell, report.run);
  set_moved(cell, before, now);
  cell.explanation = {"The whole run",
                      days.text(),
                      {"tokens / tokens per second = " + format_tokens(report.scenario.run.tokens.value_or(0)).text() +
                       " / " + format_count(now[Headline::tokens_per_second].value_or(0)).text() + " = " +
                       format_days(report.run.days.value_or(0)).text() + " of training alone."},
                      {}};
  if (report.run.calendar_days && report.run.goodput)
    cell.explanation.lines.push_back("With failures and checkpoints " + format_days(*report.run.calendar_days).text() +
                                     ": goodput " + format_percent(*report.run.goodput).text() + ".");
  if (report.run.rental_usd && report.scenario.run.gpu_hour_usd)
    cell.explanation.lines.push_back(format_dollars(*report.run.rental_usd).text() + " of rent at " +
                                     format_dollars(*report.scenario.run.gpu_hour_usd).text() + " per GPU-hour.");
  if (report.run.energy_joules)
    cell.explanation.lines.push_back(format_energy(*report.run.energy_joules).text() + " of energy.");
  if (const std::string range = range_sentence(report.run); !range.empty()) cell.explanation.lines.push_back(range);
  return cell;
}

}  // namespace

std::array<VerdictCell, 6> verdict_cells(const Report& report, const std::optional<Figures>& before) {
  const Figures now = figures_of(report);
  std::array cells = {memory_cell(report, now, before),     step_cell(report, now, before),
                      throughput_cell(report, now, before), mfu_cell(report, now, before),
                      bubble_cell(report, now, before),     run_cell(report, now, before)};
  cells.back().leads = true;
  for (VerdictCell& cell : cells) {
    if (!now[cell.of]) continue;
    cell.figure = path_of(cell.of, report);
    const char* opens = cell.leads ? "Click opens the run, E" : "A click says";
    cell.explanation.hint = std::string(opens) + " how it comes about; a right click copies.";
  }
  return cells;
}

bool has_verdict_cell(std::string_view path) {
  constexpr std::array cells = {Headline::memory, Headline::step,   Headline::tokens_per_second,
                                Headline::mfu,    Headline::bubble, Headline::days};
  return path == "run.calendar_days" ||
         std::any_of(cells.begin(), cells.end(), [&](Headline cell) { return entry_of(cell).path == path; });
}

namespace {

/// A goal of a figure beside the cell's own.
const LessonMark* mark_beside(const LessonMarks& marks, std::string_view path) {
  const std::string_view section = path.substr(0, path.find('.') + 1);
  for (const LessonMark& mark : marks.goals)
    if (section == "run." ? mark.path.starts_with(section)
                          : mark.path.starts_with(section) && !has_verdict_cell(mark.path))
      return &mark;
  return nullptr;
}

}  // namespace

void tell_of(VerdictCell& cell, const LessonMarks& marks, std::string_view path) {
  const LessonMark* mark = marks.goal_of(path);
  if (mark == nullptr) mark = marks.said_of(path);
  if (mark == nullptr) mark = mark_beside(marks, path);
  if (mark != nullptr) cell.told = mark->words, cell.reached = mark->reached;
}

std::string verdict_words(const Report& present, const Report& shown) {
  std::string words = present.scenario.name + ".";
  const auto error = std::find_if(present.problems.begin(), present.problems.end(),
                                  [](const Problem& problem) { return problem.severity == Severity::error; });
  if (!present.valid) {
    words += " This plan is impossible" + (error != present.problems.end() ? ": " + message_words(*error) : "");
    words += shown.valid ? ". The figures are of the last one that wasn't." : ".";
  }
  for (const VerdictCell& cell : verdict_cells(shown, std::nullopt))
    words += " " + cell.label + ": " + cell.value + " " + cell.unit + ", " + cell.line + ".";
  return words;
}

}  // namespace shardscope
