#include "app/panels/verdict_cells.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/lab/lab_words.h"
#include "app/output/report_page.h"
#include "app/timeline/timeline_words.h"
#include "core/derivation/derived_figures.h"
#include "core/inspect/bubble.h"
#include "core/lab/points.h"
#include "core/report_json/report_json.h"
#include "render/explain/explain_step.h"
#include "render/text/format.h"
#include "tests/app/commands/run_command.h"
#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("the verdict says that a plan fits and by how much, and the opposite in red words") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const VerdictCell fits = verdict_cells(explorer.session.report, {})[0];
  CHECK(fits.tone == Tone::good);
  CHECK(fits.line.starts_with("fits, "));
  CHECK(fits.unit == "of 85 GB");
  edit(explorer, "plan.gradient_dtype", [](Scenario& s) { s.plan.gradient_dtype = Dtype::fp32; });
  const VerdictCell over = verdict_cells(explorer.session.report, change_since(explorer.session))[0];
  CHECK(over.tone == Tone::bad);
  CHECK(over.line.starts_with("does not fit, "));
  CHECK(over.moved.starts_with("+"));
  CHECK(over.moved_tone == Tone::bad);
}

TEST_CASE("every figure says how it moved, good or bad by its own sense") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.recompute", [](Scenario& s) { s.plan.recompute = Recompute{}; });
  const auto cells = verdict_cells(explorer.session.report, change_since(explorer.session));
  CHECK(cells[1].moved.starts_with("−"));  // a shorter step
  CHECK(cells[1].moved_tone == Tone::good);
  CHECK(cells[2].moved.starts_with("+"));  // more tokens per second
  CHECK(cells[2].moved_tone == Tone::good);
  CHECK(cells[3].moved_tone == Tone::good);
  CHECK(cells[5].moved.starts_with("−"));  // fewer days
}

TEST_CASE("a change is in the figure's own unit, and of a share in points") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.tp", [](Scenario& s) { s.plan.tp = 4, s.plan.dp = 416, s.plan.global_batch = 7072; });
  const auto cells = verdict_cells(explorer.session.report, change_since(explorer.session));
  CHECK(cells[2].unit == "M tokens/s");
  CHECK(cells[2].moved.ends_with(" M"));
  CHECK(cells[2].moved.starts_with("−0."));
  CHECK(cells[3].moved.ends_with(" points"));
  CHECK(cells[3].short_moved.ends_with(" pt"));
  CHECK(cells[2].moved == cells[2].short_moved + " M");  // the figure has the unit
  CHECK(cells[0].moved == cells[0].short_moved + " GB");
  CHECK(cells[4].moved.ends_with(" points"));
}

TEST_CASE("days and dollars have their range, in fewer words where there is less room") {
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  const VerdictCell run = verdict_cells(explorer.session.report, {})[5];
  CHECK(run.leads);
  CHECK(run.line.find(" d, $") != std::string::npos);
  CHECK(run.line.ends_with(" M likely"));
  CHECK(run.shortest_line.ends_with(" d"));
  CHECK(run.shortest_line.size() < run.short_line.size());
  bool said = false;
  for (const std::string& line : run.explanation.lines) said |= line.starts_with("Four of five runs would take ");
  CHECK(said);
}

TEST_CASE("a cell names its figure and the source as its derivation does, which a click opens") {
  const Report report = explorer_on("gpt4-25k-a100").session.report;
  const DerivedFigures figures = derived_figures(report);
  for (const VerdictCell& cell : verdict_cells(report, {})) {
    CAPTURE(cell.name);
    const DerivedFigure* figure = find_figure(figures, cell.figure);
    REQUIRE(figure != nullptr);
    if (cell.of == Headline::days) continue;  // it speaks of the whole run: days, rent and energy
    CHECK(cell.explanation.title == figure->label);
    CHECK(cell.explanation.source == figure->source);
  }
}

TEST_CASE("in the narrowest cell too the rate is in tokens per second, as its change is") {
  Explorer explorer = explorer_on("bloom-176b-384-a100");
  const VerdictCell rate = verdict_cells(explorer.session.report, {})[2];
  CHECK(rate.unit == "tokens/s");
  CHECK(rate.shortest_unit == "/s");
  CHECK(rate.value == grouped(std::llround(explorer.session.report.throughput->tokens_per_second)));
}

TEST_CASE("nothing has moved before the first edit") {
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  for (const VerdictCell& cell : verdict_cells(explorer.session.report, change_since(explorer.session)))
    CHECK(cell.moved.empty());
}

TEST_CASE("figures that an impossible plan hasn't are unknown, never zero") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.tp", [](Scenario& s) { s.plan.tp = 6; });
  const auto cells = verdict_cells(explorer.session.report, change_since(explorer.session));
  for (const std::size_t i : {1U, 2U, 3U, 4U, 5U}) {
    CAPTURE(cells[i].name);
    CHECK(cells[i].value == "unknown");
    CHECK_FALSE(cells[i].line.empty());
  }
}

TEST_CASE("throughput says how far such runs lie from it only where that is known") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const auto likely = [&] {
    const VerdictCell cell = verdict_cells(explorer.session.report, {})[2];
    for (const std::string& line : cell.explanation.lines)
      if (line.starts_with("Likely: ")) return line;
    return std::string();
  };
  CHECK(likely().ends_with(" M."));
  explorer.session.report.time->range = {};
  CHECK(likely().empty());
}

TEST_CASE("MFU is explained under every convention") {
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  const VerdictCell mfu = verdict_cells(explorer.session.report, {})[3];
  CHECK(mfu.explanation.lines.size() == 4 + static_cast<std::size_t>(FlopsConvention::palm) + 1);  // the best known
}

TEST_CASE("MFU says how it comes about: FLOP a token, tokens, step, GPUs and peak give the figure") {
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  const VerdictCell mfu = verdict_cells(explorer.session.report, {})[3];
  const std::string& line = mfu.explanation.lines.front();
  CAPTURE(line);
  CHECK(line.find("FLOP per token × tokens per step / step / GPUs at work / peak = ") == 0);
  CHECK(line.find("TFLOP × 59.6 M / ") != std::string::npos);
  CHECK(line.find(" / 24,960 / 312 TFLOP/s") != std::string::npos);
}

TEST_CASE("the bubble is explained with this plan's numbers") {
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  const Explanation words = verdict_cells(explorer.session.report, {})[4].explanation;
  REQUIRE(words.lines.size() >= 3);
  CHECK(words.lines[0].starts_with("idle of all ranks / (ranks × step) = "));
  CHECK(words.lines[0].find(" / (15 × ") != std::string::npos);
  CHECK(words.lines[1].find(" of the pipeline's makespan, ") != std::string::npos);
  CHECK(words.lines[2] == "equal stages alone would idle (p−1) / (v·m + p−1) = 14 / (1 × 35 + 14) = 28.6 %");
}

TEST_CASE("the run's days and dollars are counted alike: with failures, and said so") {
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  const RunReport& run = explorer.session.report.run;
  REQUIRE(run.calendar_days);
  REQUIRE(run.rental_usd);
  const VerdictCell cell = verdict_cells(explorer.session.report, {})[5];
  CHECK(cell.value == format_days(*run.calendar_days).value);
  CHECK(cell.label == "Run, with failures");
  const Scenario& scenario = explorer.session.report.scenario;
  const double gpu_hours =
      *figures_of(explorer.session.report)[Headline::days] * 24 * static_cast<double>(scenario.cluster.gpus);
  CHECK(gpu_hours * *scenario.run.gpu_hour_usd == doctest::Approx(*run.rental_usd));
}

TEST_CASE(
    "the lab's bubble is the same one, where a step is the pipeline alone: in its figures, its points and as JSON") {
  const LabScenario lab;
  for (const ScheduleKind kind : known_schedules()) {
    const Outcome<LabRun> outcome = lab_run(lab, kind);
    if (!succeeded(outcome)) continue;
    CAPTURE(label_of(kind));
    const LabRun& run = value_of(outcome);
    double idle = 0;
    for (const Seconds busy : run.timeline.busy) idle += run.makespan() - busy.value;
    const double share = idle / (lab.ranks * run.makespan());  // idle of all ranks / (ranks × step)
    CHECK(run.bubble() == doctest::Approx(share));
    const std::string said = "bubble " + format_percent(share).text();
    for (const std::string& words : run_words(lab, run)) CHECK(words.starts_with(said));
    const LabPoint point = lab_point(lab, kind);
    CHECK(point.bubble == doctest::Approx(share));
    CHECK(explain_point(lab, point).value == format_percent(share).text());
  }
  PipelineCommand command;
  command.schedule = ScheduleKind::one_f_one_b, command.ranks = 8, command.micro_batches = 16, command.json = true;
  const LabScenario plain{8, 16, 1};
  const double share = nlohmann::json::parse(tests::run_command(command).out).at("bubble_fraction");
  CHECK(lab_point(plain, ScheduleKind::one_f_one_b).bubble == doctest::Approx(share));
}

TEST_CASE("one bubble, of all ranks' time in a step, wherever one is said") {
  for (const char* preset :
       {"gpt4-25k-a100", "deepseek-v3-2048-h800", "llama3-405b-16k-h100", "megatron-1t-3072-a100"}) {
    CAPTURE(preset);
    const Report report = explorer_on(preset).session.report;
    REQUIRE(bubble_share_of(report));
    const double share = *bubble_share_of(report);
    REQUIRE(share > 0.01);  // shares of other things then differ from it
    const Formatted said = format_percent(share);
    const auto in = [](const std::vector<std::string>& lines, const std::string& words) {
      return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.find(words) == 0; });
    };
    const VerdictCell strip = verdict_cells(report, {})[4];
    CHECK(strip.label == "Bubble");
    CHECK(strip.explanation.title == "Bubble");
    CHECK(strip.value == said.value);
    CHECK(*figures_of(report)[Headline::bubble] == share);  // the hint line's and every comparison's
    CHECK(step_words(report)[2].ends_with("bubble " + said.text()));
    const std::vector<LegendItem> legend = timeline_legend(dark_theme(), report, {}, GanttColoring::pass, false);
    CHECK(legend.back().label == "Bubble");
    CHECK(legend.back().value == said.text());
    CHECK(report_json(report, TensorLists::none).at("pipeline").at("bubble_share_of_step") == share);
    const std::string page = text_of(report_page({preset, report}));
    CHECK(page.find(said.text() + " of all ranks' time in a step") != std::string::npos);
    const Explanation idle = explain_step_row(report, time_lost(report), TimeLost::bubble, Seconds{1});
    CHECK(in(idle.lines, "the bubble, idle of all ranks / (ranks × step), is " + said.text()));
  }
}

TEST_CASE("where no range is known none is called likely") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  explorer.session.report.time->range = {};
  const auto cells = verdict_cells(explorer.session.report, {});
  CHECK(cells[1].line.find("likely") == std::string::npos);
  CHECK(cells[3].line.find("likely") == std::string::npos);
}

TEST_CASE("a reader hears why a plan is impossible, and that the figures are another one's") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Session& session = explorer.session;
  CHECK(verdict_words(session.report, shown_report(session)).find("impossible") == std::string::npos);
  edit(explorer, "plan.tp", [](Scenario& s) { s.plan.tp = 7; });
  const std::string words = verdict_words(session.report, shown_report(session));
  CHECK(words.find("This plan is impossible: 7 ") != std::string::npos);
  CHECK(words.find("of the last one that wasn't") != std::string::npos);
  CHECK(words.find("Step: unknown") == std::string::npos);
  const std::string alone = verdict_words(session.report, session.report);
  CHECK(alone.find("of the last one") == std::string::npos);
  CHECK(alone.find("Step: unknown") != std::string::npos);
}

TEST_CASE("a goal of a figure that no cell has stands where the part of the report does that it is of") {
  const auto told = [](Headline of, std::string_view path, const LessonMark& mark) {
    VerdictCell cell;
    cell.of = of;
    tell_of(cell, {{}, {mark}}, path);
    return cell.told;
  };
  const LessonMark rent{"run.rental_usd", "Rent: at most $70 M", 70e6, false};
  CHECK(told(Headline::days, "run.calendar_days", rent) == rent.words);
  CHECK(told(Headline::step, "time.step_seconds", rent).empty());
  const LessonMark mfu{"throughput.mfu", "goal: at least 42 %", 0.42, true};
  CHECK(told(Headline::mfu, "throughput.mfu", mfu) == mfu.words);
  CHECK(told(Headline::tokens_per_second, "throughput.tokens_per_second", mfu).empty());
  const LessonMark days{"run.days", "goal: at most 95 days", 95, false};
  CHECK(told(Headline::days, "run.calendar_days", days) == days.words);
}
