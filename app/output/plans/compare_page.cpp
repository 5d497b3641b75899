#include "app/output/plans/compare_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/compare/plan_comparison_json.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario_json/write.h"
#include "render/step/waterfall.h"
#include "render/text/headline_text.h"

namespace shardscope {

namespace {

constexpr std::string_view not_known = "unknown";

std::string of_both(const Scenario& scenario, const Field& field) {
  const nlohmann::ordered_json value = field_json(field, scenario);
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return field.shown_absent.empty() ? "none" : std::string(field.shown_absent);
  return value.is_object() ? value.dump() : text_of(field, field.get(scenario));
}

std::string name_of_change(const PathSetting& setting, const Scenario& before, const Scenario& after) {
  const auto arrow = [&](const std::string& from, const std::string& to) {
    return path_of(setting) + " " + from + " → " + to;
  };
  const auto called = [](const std::string& preset, const std::string& title) {
    return preset.empty() ? title : preset;
  };
  switch (setting.kind) {
    case PathSetting::Kind::model:
      return arrow(called(before.model.preset, before.model.title), called(after.model.preset, after.model.title));
    case PathSetting::Kind::gpu:
      return arrow(called(before.cluster.gpu.preset, before.cluster.gpu.title),
                   called(after.cluster.gpu.preset, after.cluster.gpu.title));
    case PathSetting::Kind::field:
      break;
  }
  return arrow(of_both(with_defaults(before), *setting.field), of_both(with_defaults(after), *setting.field));
}

std::string step_words(const PathStep& step, const Scenario& before) {
  std::string words;
  for (const PathSetting& setting : step.settings)
    words += (words.empty() ? "" : ", ") + name_of_change(setting, before, step.after);
  if (step.replicas_follow)
    words += " (plan.dp " + std::to_string(replicas_as_said(before)) + " → " +
             std::to_string(replicas_of(step.after.plan)) + ")";
  return words;
}

/// "8.1 s less of recomputation, 2.2 s more of tensor-parallel traffic, 0.3 s more of the rest": the largest parts of a
/// change first, all of them together the change.
std::string parts_words(const LostSeconds& lost, Seconds step, std::size_t parts_told) {
  constexpr double worth_telling = 0.03;  // of the largest part
  std::vector<TimeLost> parts;
  for (std::size_t i = 0; i < time_lost_count; ++i)
    if (lost[i] != Seconds{}) parts.push_back(static_cast<TimeLost>(i));
  const auto size = [&](TimeLost part) { return std::abs(seconds_of(lost, part).value); };
  std::stable_sort(parts.begin(), parts.end(), [&](TimeLost a, TimeLost b) { return size(a) > size(b); });
  while (!parts.empty() && (parts.size() > parts_told || size(parts.back()) < worth_telling * size(parts.front())))
    parts.pop_back();
  std::string words;
  Seconds rest = total_of(lost);
  const auto say = [&](Seconds change, const std::string& what) {
    const std::string shown = format_seconds_like(Seconds{std::abs(change.value)}, step).text();
    if (shown == format_seconds_like(Seconds{}, step).text()) return;
    words += (words.empty() ? "" : ", ") + shown + (change < Seconds{} ? " less of " : " more of ") + what;
  };
  for (const TimeLost part : parts) {
    say(seconds_of(lost, part), std::string(words_of(part)));
    rest -= seconds_of(lost, part);
  }
  say(rest, "the rest");
  return words;
}

std::string memory_words(Bytes change) {
  if (change == Bytes{}) return "Their fullest GPUs hold the same.";
  return "Its fullest GPU holds " + format_bytes(Bytes{std::abs(change.value)}).text() +
         (change < Bytes{} ? " less." : " more.");
}

double tokens_per_step(const Report& report) {
  return static_cast<double>(report.scenario.plan.global_batch) *
         static_cast<double>(report.scenario.plan.sequence_length);
}

/// Of steps of unequal tokens: what counts is the rate.
std::string rate_words(const Report& a, const Report& b, std::string_view letter) {
  if (!a.throughput || !b.throughput || tokens_per_step(a) == tokens_per_step(b)) return {};
  const double ratio = b.throughput->tokens_per_second / a.throughput->tokens_per_second;
  return " Its step has " + format_count(tokens_per_step(b)).text() + " tokens, A's " +
         format_count(tokens_per_step(a)).text() + ": " + std::string(letter) + " makes " +
         format_percent(std::abs(ratio - 1)).text() + (ratio < 1 ? " fewer" : " more") + " tokens/s.";
}

Section settings_section(const Report& a, const Report& b, std::span<const FieldDifference> differences) {
  Section section{"What differs", {}, {{"Field", "A", "B", ""}, {}, "lrrl"}};
  const Scenario &one = a.scenario, &other = b.scenario;
  if (differences.empty()) section.lines.emplace_back("Nothing: they are the same plan.");
  constexpr std::size_t rows_max = 40;
  std::size_t told = 0;
  for (const bool said : {true, false})
    for (const FieldDifference& each : differences) {
      if (each.said != said || told++ >= rows_max) continue;
      section.table.rows.push_back({std::string(each.field->path), of_both(one, *each.field),
                                    of_both(other, *each.field), said ? "" : "follows"});
    }
  if (told > rows_max) section.lines.push_back(std::to_string(told - rows_max) + " more are in the JSON.");
  return section;
}

Section figures_section(const Report& a, const Report& b) {
  Section section{"Figures", {}, {{"", "A", "B", "B − A"}, {}, "lrrr"}};
  for (std::size_t i = 0; i < count_of<Headline>; ++i) {
    const auto figure = static_cast<Headline>(i);
    const std::optional<double> one = headline_figure(figure, a), other = headline_figure(figure, b);
    section.table.rows.push_back(
        {std::string(entry_of(figure).label), format_headline(figure, one).text(),
         format_headline(figure, other).text(),
         one && other ? format_headline_change(figure, *other - *one, *one).text() : std::string(not_known)});
  }
  return section;
}

/// In the unit of what stands beside it; what is nothing there in its own.
std::string seconds_beside(Seconds time, Seconds beside) {
  return (shows_change(time, beside) ? format_seconds_like(time, beside) : format_seconds(time)).text();
}
std::string change_beside(Seconds change, Seconds beside) {
  return (shows_change(change, beside) ? format_change(change, beside) : format_change(change)).text();
}

Section seconds_section(const PlanFigures& a, const PlanFigures& b, const FigureChange& change) {
  Section section{"Where the seconds go", {}, {{"On the busiest rank", "A", "B", "B − A"}, {}, "lrrr"}};
  if (!change.step) {
    section.lines.emplace_back("Unknown: of one of them no time can be computed.");
    return section;
  }
  const Seconds longer = max(*a.step, *b.step);
  const auto row = [&](std::string_view label, Seconds one, Seconds other, Seconds difference) {
    section.table.rows.push_back({std::string(label), seconds_beside(one, longer), seconds_beside(other, longer),
                                  change_beside(difference, longer)});
  };
  for (std::size_t i = 0; i < time_lost_count; ++i)
    if (a.lost[i] != Seconds{} || b.lost[i] != Seconds{})
      row(label_of(static_cast<TimeLost>(i)), a.lost[i], b.lost[i], change.lost[i]);
  row("Step", *a.step, *b.step, *change.step);
  return section;
}

Section bytes_section(const Report& a, const Report& b, const PlanFigures& of_a, const PlanFigures& of_b,
                      const FigureChange& change) {
  const auto stage = [](const Report& report) { return std::to_string(report.memory.peak_stage); };
  Section section{"Memory of the fullest GPU",
                  {"A's is of stage " + stage(a) + ", B's of stage " + stage(b) + "."},
                  {{"GB", "A", "B", "B − A"}, {}, "lrrr"}};
  const auto row = [&](std::string_view label, Bytes one, Bytes other, Bytes difference) {
    section.table.rows.push_back(
        {std::string(label), gigabytes(one, 1), gigabytes(other, 1),
         signed_of(difference.value, {gigabytes(Bytes{std::abs(difference.value)}, 1), ""}).text()});
  };
  for (std::size_t i = 0; i < count_of<MemoryComponent>; ++i)
    row(table_of<MemoryComponent>[i].label, of_a.components[i], of_b.components[i], change.components[i]);
  row("Total", of_a.peak, of_b.peak, change.peak);
  row("Capacity", a.memory.capacity, b.memory.capacity, b.memory.capacity - a.memory.capacity);
  return section;
}

Section path_section(const Report& a, const PlanFigures& first, std::span<const PathStep> path) {
  Section section{"From A to B, one setting after another",
                  {"In the order of the fields, data parallelism last; settings that make no plan by themselves go "
                   "together. What one brings depends on those before it."},
                  {{"Change", "Step", "Memory", "Step then", "Fullest GPU then", "Mostly"}, {}, "lrrrrl"}};
  Scenario before = a.scenario;
  Seconds sum;
  Bytes bytes;
  const Seconds beside = first.step.value_or(Seconds{});
  for (const PathStep& step : path) {
    const bool timed = step.change.step.has_value();
    section.table.rows.push_back(
        {step_words(step, before), timed ? format_change(*step.change.step, beside).text() : std::string(not_known),
         format_change(step.change.peak, first.peak).text(),
         step.figures.step ? format_seconds(*step.figures.step).text() : std::string(not_known),
         format_bytes(step.figures.peak).text() + (step.figures.fits ? "" : ", doesn't fit"),
         timed ? parts_words(step.change.lost, beside, 2) : ""});
    if (timed) sum += *step.change.step;
    bytes += step.change.peak;
    before = step.after;
  }
  if (first.step && path.back().figures.step)
    section.table.rows.push_back(
        {"Together", format_change(sum, beside).text(), format_change(bytes, first.peak).text(),
         format_seconds(*path.back().figures.step).text(), format_bytes(path.back().figures.peak).text(), ""});
  return section;
}

}  // namespace

DifferenceWords difference_words(const Report& a, const Report& b, std::string_view letter) {
  const PlanFigures of_a = plan_figures(a), of_b = plan_figures(b);
  const FigureChange change = change_between(of_a, of_b);
  if (!change.step) return {"No time is known of one of them", ". " + memory_words(change.peak), {}};
  const double share = *change.step / *of_a.step;
  DifferenceWords words{"Their steps are equally long", {}, *change.step};
  if (*change.step != Seconds{})
    words.head = std::string(letter) + "'s step is " +
                 format_seconds_like(Seconds{std::abs(change.step->value)}, *of_a.step).text() +
                 (*change.step < Seconds{} ? " shorter" : " longer") + " (" + format_percent(std::abs(share)).text() +
                 ")";
  const std::string parts = parts_words(change.lost, *of_a.step, 4);
  words.rest = (parts.empty() ? "" : ": " + parts) + ". " + memory_words(change.peak) + rate_words(a, b, letter);
  return words;
}

Page compare_page(const std::string& title, const Report& a, const Report& b,
                  std::span<const FieldDifference> differences, std::span<const PathStep> path) {
  const PlanFigures of_a = plan_figures(a), of_b = plan_figures(b);
  const FigureChange change = change_between(of_a, of_b);
  Page page{title, {{"", {difference_words(a, b).text()}, {}}}};
  page.sections.push_back(settings_section(a, b, differences));
  page.sections.push_back(figures_section(a, b));
  page.sections.push_back(seconds_section(of_a, of_b, change));
  page.sections.push_back(bytes_section(a, b, of_a, of_b, change));
  if (!path.empty()) page.sections.push_back(path_section(a, of_a, path));
  return page;
}

}  // namespace shardscope
