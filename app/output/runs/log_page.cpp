#include "app/output/runs/log_page.h"

#include <cmath>

#include "app/output/error_tables.h"
#include "render/text/format.h"

namespace shardscope {

Formatted format_step(double seconds) {
  if (seconds < 1) return {fixed(seconds * 1e3, seconds < 0.1 ? 2 : 1), "ms"};
  return {fixed(seconds, seconds < 10 ? 3 : seconds < 100 ? 2 : 1), "s"};
}

std::string step_text(double seconds) {
  return format_step(seconds).text();
}

std::string signed_step_text(double seconds) {
  return (seconds < 0 ? "−" : "+") + step_text(std::abs(seconds));
}

std::string strength_words(const WeighedCause& each) {
  switch (each.cause) {
    case Cause::slow_rank:
    case Cause::slow_host:
      return ", " + fixed(each.strength, each.strength < 3 ? 2 : 0) + " times as long";
    case Cause::half_network:
    case Cause::gpu_clock:
      return ", " + format_percent_to(each.strength, 0).text() + " of it";
    case Cause::unbalanced_experts:
      return ", the busiest " + fixed(each.strength, 2) + " times the mean";
    case Cause::data_loading:
    case Cause::fragmentation:
      return ", " + format_percent_to(each.strength, 0).text() + " of a step more";
    case Cause::no_overlap:
    case Cause::recompute_on:
    case Cause::recompute_off:
    case Cause::unfused_attention:
      break;
  }
  return {};
}

namespace {

std::string figure_text(BesideFigure figure, double value) {
  switch (figure) {
    case BesideFigure::step_seconds:
      return step_text(value);
    case BesideFigure::tokens_per_second_per_gpu:
      return fixed(value, value < 100 ? 1 : 0);
    case BesideFigure::model_flops_per_gpu_per_second:
      return fixed(value / flops_per_teraflop, value < 1e13 ? 2 : 0);
    case BesideFigure::allocated_bytes:
    case BesideFigure::reserved_bytes:
      return format_bytes(Bytes{value}).text();
  }
  return {};
}

std::string figure_text(BesideFigure figure, const std::optional<double>& value) {
  return value ? figure_text(figure, *value) : no_figure;
}

std::string label_of(BesideFigure figure) {
  switch (figure) {
    case BesideFigure::step_seconds:
      return "Step";
    case BesideFigure::tokens_per_second_per_gpu:
      return "Tokens/s per GPU";
    case BesideFigure::model_flops_per_gpu_per_second:
      return "TFLOP/s per GPU";
    case BesideFigure::allocated_bytes:
      return "Memory, allocated at most";
    case BesideFigure::reserved_bytes:
      return "Memory, reserved at most";
  }
  return {};
}

std::string range_text(const BesideRow& row) {
  if (!row.range) return no_figure;
  return figure_text(row.figure, row.range->low) + " to " + figure_text(row.figure, row.range->high);
}

std::optional<double> measured_of(const MeasuredLog& log, BesideFigure figure) {
  switch (figure) {
    case BesideFigure::step_seconds:
      return log.step_seconds ? std::optional(log.step_seconds->median) : std::nullopt;
    case BesideFigure::tokens_per_second_per_gpu:
      return log.tokens_rate_per_gpu;
    case BesideFigure::model_flops_per_gpu_per_second:
      return log.flops_rate_per_gpu;
    case BesideFigure::allocated_bytes:
      return log.allocated_bytes;
    case BesideFigure::reserved_bytes:
      return log.reserved_bytes;
  }
  return std::nullopt;
}

Table figures_table(const MeasuredLog& log, const std::optional<BesidePrediction>& beside) {
  Table table{{"", "Measured"}, {}, "lrrrr"};
  if (beside) {
    for (const char* head : {"Predicted", "4 of 5 lie in", "Measured is"}) table.head.emplace_back(head);
    for (const BesideRow& row : beside->rows)
      table.rows.push_back({label_of(row.figure), figure_text(row.figure, row.measured),
                            figure_text(row.figure, row.predicted), range_text(row),
                            row.difference ? signed_error_percent(row.difference) : no_figure});
    return table;
  }
  for (std::size_t i = 0; i < count_of<BesideFigure>; ++i) {
    const auto figure = static_cast<BesideFigure>(i);
    table.rows.push_back({label_of(figure), figure_text(figure, measured_of(log, figure))});
  }
  return table;
}

std::string source_words(StepSource source) {
  switch (source) {
    case StepSource::stated:
      return "as the log states it";
    case StepSource::clock:
      return "by a clock that the log prints";
    case StepSource::batches:
      return "by batches per second";
    case StepSource::samples:
      return "by the batch over samples per second";
    case StepSource::stamps:
      return "by the time between lines, since the log states none";
    case StepSource::tokens:
      return "by the batch's tokens over tokens per second";
    case StepSource::none:
      return {};
  }
  return {};
}

std::string skipped_words(const MeasuredLog& log) {
  std::string parts;
  for (std::size_t i = index_of(Skipped::counted) + 1; i < log.skipped.size(); ++i)
    if (const auto& [name, label, one, many] = table_of<Skipped>[i]; log.skipped[i] > 0)
      parts += ", " + grouped(static_cast<std::int64_t>(log.skipped[i]), one, many);
  return parts.empty() ? "" : "; left out" + parts.substr(1);
}

std::vector<std::string> opening(const MeasuredLog& log) {
  std::vector<std::string> lines;
  std::string first = log.framework.empty() ? "No format of a training framework was recognised" : log.framework;
  if (log.iterations > 0)
    first += ", " + grouped(static_cast<std::int64_t>(log.iterations), "record of a step", "records of steps");
  if (log.first_iteration && log.last_iteration && *log.first_iteration != *log.last_iteration)
    first += ", iterations " + fixed(*log.first_iteration, 0) + " to " + fixed(*log.last_iteration, 0);
  lines.push_back(first + skipped_words(log) + ".");
  if (log.step_seconds) {
    std::string step = "The step is the median of those that count, " + source_words(log.step_source);
    if (log.step_seconds->p10 != log.step_seconds->p90)
      step += "; four of five take " + step_text(log.step_seconds->p10) + " to " + step_text(log.step_seconds->p90);
    lines.push_back(step + ".");
  }
  constexpr std::uint64_t few = 4;
  if (log.iterations > 0 && log.iterations <= few) lines.emplace_back("So few records may still hold warm-up.");
  constexpr double telling = 1.02;
  if (log.step_seconds && log.step_seconds_mean && *log.step_seconds_mean > telling * log.step_seconds->median)
    lines.push_back("With all that was left out but warm-up and restarts a step takes " +
                    step_text(*log.step_seconds_mean) + " on average.");
  if (log.flops_impossible)
    lines.emplace_back(
        "The FLOP/s that it prints are above what any GPU reaches, and are left out: its formula is wrong "
        "for this model.");
  if (log.times_unread > 0)
    lines.push_back(grouped(static_cast<std::int64_t>(log.times_unread), "step time is", "step times are") +
                    " no number above 0, and left out.");
  if (log.restarts > 0)
    lines.push_back("Iterations begin anew " + grouped(static_cast<std::int64_t>(log.restarts), "time", "times") +
                    ": the run was restarted.");
  if (log.cut_lines > 0)
    lines.push_back(grouped(static_cast<std::int64_t>(log.cut_lines), "line is", "lines are") +
                    " longer than 64 KiB; what is behind that wasn't read.");
  return lines;
}

/// The ranks that held most and least, where several say it.
std::vector<std::string> memory_lines(const MeasuredLog& log) {
  std::vector<std::string> lines;
  std::optional<std::pair<std::int64_t, double>> most, least;
  for (const auto& [rank, memory] : log.memory) {
    const auto& bytes = memory.allocated_bytes ? memory.allocated_bytes : memory.reserved_bytes;
    if (rank < 0 || !bytes) continue;
    if (!most || *bytes > most->second) most = {rank, *bytes};
    if (!least || *bytes < least->second) least = {rank, *bytes};
  }
  if (most && least && most->first != least->first)
    lines.push_back("Of " + grouped(static_cast<std::int64_t>(log.memory.size()), "rank", "ranks") +
                    " that say it, rank " + grouped(most->first) + " held most, " +
                    format_bytes(Bytes{most->second}).text() + ", and rank " + grouped(least->first) + " least, " +
                    format_bytes(Bytes{least->second}).text() + ".");
  if (log.theoretical_state_bytes)
    lines.push_back("Megatron-LM's own estimate: " + format_bytes(Bytes{*log.theoretical_state_bytes}).text() +
                    " of weights and optimizer" +
                    (log.theoretical_activation_bytes
                         ? ", " + format_bytes(Bytes{*log.theoretical_activation_bytes}).text() + " of activations."
                         : "."));
  return lines;
}

std::string plan_words(const LogPlan& plan) {
  std::string words;
  for (const auto& [path, count] : plan.said)
    words += (words.empty() ? "" : ", ") + path + " = " + std::to_string(count);
  return words;
}

/// Without the line of the launch text that was made of the arguments, which nobody has.
std::string problem_words(const Problem& problem) {
  return (problem.path.empty() ? "" : problem.path + ": ") + problem.message;
}

std::vector<std::string> plan_lines(const LogPlan& plan, const LogNeeds& needs) {
  std::vector<std::string> lines;
  if (!plan.said.empty()) lines.push_back("The log says " + plan_words(plan) + ".");
  for (const DifferingCount& each : plan.differing)
    lines.push_back("Not the scenario's plan: " + each.path + " is " + std::to_string(each.log) + " in the log and " +
                    std::to_string(each.scenario) + " in the scenario.");
  if (is_another_run(plan.differing))
    lines.emplace_back(
        "So what is predicted is another run's, and no cause of the difference is looked for: give the plan that this "
        "log is of.");
  for (const Problem& each : needs.assumed) lines.push_back("Taken for granted: " + words_of(each) + ".");
  if (needs.gpu)
    lines.emplace_back(
        "It doesn't say on which GPU it ran: --set cluster.gpu=NAME sets a prediction beside it "
        "(shardscope list gpus).");
  if (needs.plan && plan.problems.empty())
    lines.emplace_back(
        "It doesn't say its whole plan: --scenario with a preset, a file or its launch script sets a "
        "prediction beside it, and --set changes fields of that.");
  for (const Problem& problem : plan.problems)
    lines.push_back("Its arguments make no plan: " + problem_words(problem) +
                    "; --scenario with the run's launch script or plan sets a prediction beside it.");
  for (const Problem& problem : needs.problems) lines.push_back("No prediction: " + problem_words(problem) + ".");
  return lines;
}

/// What the first ones are, how to tell, and what it would buy.
Section explanations_section(const std::vector<WeighedCause>& explanations) {
  constexpr std::size_t shown_max = 3;
  constexpr double least = 0.03;
  Section section{"Why it differs",
                  {},
                  {{"Cause", "Of those tried", "The step would be", "Memory", "Mended, it saves"}, {}, "lrrrr"}};
  section.lines.push_back(causes_words(explanations));
  for (const WeighedCause& each : explanations) {
    if (section.table.rows.size() == shown_max || each.likelihood < least) break;
    const CauseWords& words = entry_of(each.cause);
    section.table.rows.push_back({std::string(words.what) + strength_words(each),
                                  format_percent_to(each.likelihood, 0).text(), step_text(each.step.value),
                                  each.allocated ? format_bytes(*each.allocated).text() : no_figure,
                                  each.saved.value > 0 ? step_text(each.saved.value) : no_figure});
    section.lines.push_back(std::string(words.what) + ": look at " + std::string(words.confirm) +
                            "; to mend it: " + std::string(words.mend) + ".");
  }
  return section;
}

}  // namespace

std::string causes_words(std::span<const WeighedCause> explanations) {
  const WeighedCause& first = explanations.front();
  const std::string what(entry_of(first.cause).what);
  if (first.likely) return "Likely: " + what + ".";
  std::string words =
      "None of the causes tried is likely: either the run lies where it was predicted, or none of them explains all "
      "that its log shows.";
  if (first.likelihood > 0.5)
    words = first.explains_all ? "The run lies where it was predicted: no cause need be at work."
                               : "Of the causes tried the log fits this best: " + what +
                                     ". But alone it doesn't explain all that the log shows: another one is at work "
                                     "beside it, or one that isn't tried.";
  return words + " Their shares only weigh them against one another.";
}

Page log_page(const std::string& file, const LogBeside& set) {
  const MeasuredLog& log = set.log;
  Page page{"What " + file + " says", {}};
  page.sections.push_back({"", opening(log), figures_table(log, set.beside)});
  std::vector<std::string> notes = memory_lines(log);
  if (set.beside && log.flops_rate_per_gpu)
    notes.push_back(log.convention
                        ? "FLOP/s count as " + std::string(choice_of(set.beside->convention).label) + " counts."
                        : "By which convention the log counts FLOP/s isn't known; predicted is " +
                              std::string(choice_of(set.beside->convention).label) + "'s.");
  for (std::string& line : plan_lines(set.plan, set.needs)) notes.push_back(std::move(line));
  if (!notes.empty()) page.sections.push_back({"", std::move(notes), {}});
  if (!set.explanations.empty()) page.sections.push_back(explanations_section(set.explanations));
  return page;
}

}  // namespace shardscope
