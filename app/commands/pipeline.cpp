#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>
#include <utility>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/lab/draw_schedule.h"
#include "app/output/page.h"
#include "app/output/timeline_file.h"
#include "core/base/limits.h"
#include "core/pipeline/order_text.h"
#include "core/pipeline/timeline.h"
#include "core/schedules/schedule_rules.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;
using Problems = std::vector<Problem>;

void add(Problems& problems, std::string path, std::string message) {
  problems.push_back({Severity::error, std::move(path), std::move(message), "pipeline-option"});
}

std::string number(double value) {
  return Json(value).dump();
}

void check_count(Problems& problems, const char* path, std::int64_t count) {
  if (count >= 1 && count <= limits::passes_max) return;
  const std::string valid = "a whole number from 1 to " + std::to_string(limits::passes_max);
  add(problems, path, std::to_string(count) + " is out of range; " + valid);
  problems.back().valid = {valid};
}

void check_times(Problems& problems, const char* path, const std::vector<double>& times, std::int64_t ranks) {
  constexpr double longest = 1e15;  // sums of passes stay exact enough to compare
  for (const double time : times)
    if (!(time >= 0 && time <= longest)) {
      const std::string valid = "a number from 0 to " + number(longest);
      add(problems, path, number(time) + " is out of range; " + valid);
      problems.back().valid = {valid};
    }
  if (times.size() > 1 && static_cast<std::int64_t>(times.size()) != ranks)
    add(problems, path,
        std::to_string(times.size()) + " times for " + std::to_string(ranks) + " ranks; give 1 or " +
            std::to_string(ranks));
}

Problems problems_of_options(const PipelineCommand& command) {
  Problems problems;
  check_count(problems, "--ranks", command.ranks);
  check_count(problems, "--micro-batches", command.micro_batches);
  check_count(problems, "--virtual-stages", command.virtual_stages);
  check_times(problems, "--forward", command.forward, command.ranks);
  check_times(problems, "--backward-input", command.backward_input, command.ranks);
  check_times(problems, "--backward-weight", command.backward_weight, command.ranks);
  check_times(problems, "--p2p", command.transfer, command.ranks);
  check_times(problems, "--overlapped", command.overlapped, command.ranks);
  const std::string name(json_name(command.schedule));
  if (!command.overlapped.empty() && !ways_of(command.schedule).overlaps_passes)
    add(problems, "--overlapped", name + " overlaps no passes; " + schedules_in_words([](const ScheduleWays& ways) {
                                    return ways.overlaps_passes;
                                  }) + " do");
  if (command.memory_limit && !ways_of(command.schedule).searched())
    add(problems, "--memory-limit", name + " takes no memory limit; " + searched_schedules() + " do");
  return problems;
}

/// What the schedule's own rules call a field of the plan is an option here.
constexpr std::pair<std::string_view, std::string_view> option_of_field[] = {
    {"plan.pp", "--ranks"},
    {"plan.virtual_stages", "--virtual-stages"},
    {"plan.schedule", "--micro-batches"},
    {"plan.global_batch", "--micro-batches"},
    {"plan.schedule_memory_limit", "--memory-limit"},
};

Problem with_option(Problem problem) {
  const auto found = std::find_if(std::begin(option_of_field), std::end(option_of_field),
                                  [&](const auto& each) { return each.first == problem.path; });
  if (found != std::end(option_of_field)) problem.path = found->second;
  return problem;
}

PassTimes times_of(const PipelineCommand& command) {
  const auto of = [](const std::vector<double>& times, std::int64_t rank) {
    return Seconds{times.size() > 1 ? times[static_cast<std::size_t>(rank)] : times[0]};
  };
  const ScheduleWays& ways = ways_of(command.schedule);
  const auto of_rank = [&](std::int64_t rank) {
    return StageTimes{of(command.forward, rank), Seconds{0}, of(command.backward_input, rank),
                      of(command.backward_weight, rank)};
  };
  PassTimes times;
  for (std::int64_t stage = 0; stage < ways.stages(command.ranks, command.virtual_stages); ++stage)
    times.stages.push_back(of_rank(rank_of(ways.placement, stage, command.ranks)));
  // Two ranks hold each stage, each with the times of its own.
  if (ways.copies_of_model() > 1)
    for (std::int64_t rank = 0; rank < command.ranks; ++rank)
      times.of_chunks.insert(times.of_chunks.end(), 2, of_rank(rank));
  times.transfer = Seconds{*std::max_element(command.transfer.begin(), command.transfer.end())};
  for (std::int64_t rank = 0; rank < command.ranks; ++rank) {
    if (command.transfer.size() > 1) times.transfer_from.push_back(of(command.transfer, rank));
    if (!command.overlapped.empty()) times.overlapped.insert(times.overlapped.end(), 2, of(command.overlapped, rank));
  }
  return times;
}

struct Figures {
  std::vector<double> busy, first_start, last_end;
  std::vector<std::int64_t> peak;
};

Figures figures_of(const Schedule& schedule, const Timeline& timeline) {
  Figures figures;
  for (const double held : peak_held(schedule, std::vector<double>(static_cast<std::size_t>(schedule.stages()), 1)))
    figures.peak.push_back(std::llround(held));
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    figures.busy.push_back(timeline.busy[static_cast<std::size_t>(rank)].value);
    figures.first_start.push_back(timeline.lane(rank).front().start);
    figures.last_end.push_back(timeline.lane(rank).back().end);
  }
  return figures;
}

void print_json(const PipelineCommand& command, const Schedule& schedule, const Timeline& timeline, std::ostream& out) {
  const Figures figures = figures_of(schedule, timeline);
  Json order = Json::array();
  for (std::int32_t rank = 0; rank < schedule.ranks; ++rank) order.push_back(order_text(schedule, rank));
  const Json answer = {{"schedule", json_name(command.schedule)},
                       {"ranks", command.ranks},
                       {"micro_batches", command.micro_batches},
                       {"chunks_per_rank", schedule.virtual_stages},
                       {"makespan", timeline.makespan.value},
                       {"bubble_fraction", timeline.bubble_fraction()},
                       {"busy_per_rank", figures.busy},
                       {"first_start_per_rank", figures.first_start},
                       {"last_end_per_rank", figures.last_end},
                       {"peak_micro_batches_per_rank", figures.peak},
                       {"order", std::move(order)}};
  out << json_text(answer, 1);
}

std::string rounded(double value) {
  return number(std::round(value * 1e4) / 1e4);
}

void print_text(const PipelineCommand& command, const Schedule& schedule, const Timeline& timeline, std::ostream& out) {
  const Figures figures = figures_of(schedule, timeline);
  Table table{{"Rank", "Busy", "First start", "Last end", "Held at most"}, {}, "rrrrr"};
  for (std::size_t r = 0; r < figures.busy.size(); ++r)
    table.rows.push_back({std::to_string(r), rounded(figures.busy[r]), rounded(figures.first_start[r]),
                          rounded(figures.last_end[r]), std::to_string(figures.peak[r])});
  const std::string summary = "Makespan " + rounded(timeline.makespan.value) + ", of which ranks idle " +
                              with_unit(rounded(timeline.bubble_fraction() * 100), Unit::share).text() + ".";
  out << text_of(Page{std::string(label_of(command.schedule)), {{"", {summary}, {}}, {"", {}, std::move(table)}}});
}

/// The schedule to the file that was asked for.
int write_to(const PipelineCommand& command, const Schedule& schedule, const Timeline& timeline,
             const Streams& streams) {
  const std::vector<double> a_chunk(
      static_cast<std::size_t>(schedule.ranks) * static_cast<std::size_t>(schedule.virtual_stages), 1);
  const HeldIndex held = build_held_index(timeline, a_chunk);
  TimelineSource source{timeline, std::string(label_of(command.schedule))};
  source.kind = command.schedule;
  source.unit = TimeUnit::units;
  source.held = &held;
  source.held_unit = schedule.virtual_stages > 1 ? "chunks" : "micro-batches";
  source.schedule = &schedule;
  Drawing drawing{command.to, schedule_picture_width, schedule_picture_height, theme_of(command.theme)};
  if (command.width > 0) drawing.width = command.width, drawing.height = command.height;
  const std::string why =
      is_picture(command.to) ? draw_schedule(source, drawing) : write_timeline_file(command.to, source);
  return why.empty() ? exit_status::done : refuse(why, streams);
}

/// "1.5" or "1,2,1.5"; throws WrongWords where it is neither.
std::vector<double> times_in(const std::string& word, const std::string& option) {
  std::vector<double> times;
  std::size_t begin = 0;
  while (begin <= word.size()) {
    const std::size_t comma = std::min(word.find(',', begin), word.size());
    double time = 0;
    if (!CLI::detail::lexical_cast(word.substr(begin, comma - begin), time))
      throw WrongWords{wrong_words(shown(word) + " is neither a time nor a list of times, as 1.5 or 1,2,1.5", option,
                                   {"a number from 0", "a list of such, one for each rank"})};
    times.push_back(time);
    begin = comma + 1;
  }
  return times;
}

void add_schedule(CLI::App& app, ScheduleKind& kind) {
  std::vector<std::string> names;
  for (const Choice& choice : choices<ScheduleKind>()) names.emplace_back(choice.json);
  const auto take = [&kind](const std::string& word) { kind = value_named<ScheduleKind>(word).value_or(kind); };
  takes_names(app.add_option_function<std::string>("--schedule", take, "Its name, as in plan.schedule"), names)
      ->type_name("NAME")
      ->required();
}

}  // namespace

OptionsCheck add_options(CLI::App& app, PipelineCommand& command) {
  const auto size = std::make_shared<std::string>();
  add_schedule(app, command.schedule);
  add_number(app, "--ranks", command.ranks, {}, "Pipeline ranks")->type_name("P")->required();
  add_number(app, "--micro-batches", command.micro_batches, {}, "Micro-batches of the step")
      ->type_name("M")
      ->required();
  add_number(app, "--virtual-stages", command.virtual_stages, {}, "Chunks per rank, where the schedule takes several")
      ->type_name("V");
  const auto add_times = [&app](const std::string& name, std::vector<double>& times, const char* help) {
    const auto take = [name, &times](const std::string& word) { times = times_in(word, name); };
    app.add_option_function<std::string>(name, take, help)->type_name("T");
  };
  add_times("--forward", command.forward, "A forward of one chunk; every time may be a list, one per rank");
  add_times("--backward-input", command.backward_input, "Its input gradient");
  add_times("--backward-weight", command.backward_weight, "Its weight gradient");
  add_times("--p2p", command.transfer, "A transfer to another rank, which keeps neither busy");
  add_times("--overlapped", command.overlapped, "A forward beside a whole backward, in DualPipe");
  add_number(app, "--memory-limit", command.memory_limit, {.whole = false},
             "Micro-batch-chunks that a rank may hold, for " + searched_schedules())
      ->type_name("K");
  app.add_flag("--json", command.json, "Times, peaks and the order of passes");
  app.add_flag("--order", command.order, "The order of passes, a line per rank");
  app.add_option("--to", command.to,
                 "A file instead: .json is a trace for ui.perfetto.dev, .csv a row per pass, .svg and .png pictures, "
                 ".txt the order")
      ->type_name("FILE");
  app.add_option("--size", *size, "A picture's width and height in pixels")->type_name("WxH");
  add_theme(app, command.theme, "A picture's colours");
  return [&command, size]() -> std::optional<Problem> {
    if (command.json + command.order + !command.to.empty() > 1)
      return wrong_words("--json, --order and --to exclude each other");
    const std::string why = command.to.empty() ? std::string() : timeline_ending_problem(command.to, true);
    if (!why.empty()) return wrong_words(why, "--to");
    return read_size_of(command.to, *size, command.width, command.height);
  };
}

int run(const PipelineCommand& command, const Presets&, const Streams& streams) {
  Problems problems = problems_of_options(command);
  if (!problems.empty()) return refuse(problems, "pipeline", streams);
  const auto count = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  ScheduleRequest request{command.schedule, count(command.ranks), count(command.virtual_stages),
                          count(command.micro_batches)};
  request.memory_limit = command.memory_limit;
  problems = problems_of_request(request);
  for (Problem& problem : problems) problem = with_option(std::move(problem));
  if (!problems.empty()) return refuse(problems, "pipeline", streams);
  const PassTimes times = times_of(command);
  request.times = &times;
  const Outcome<Schedule> schedule = make_schedule(request);
  if (!succeeded(schedule)) return refuse(problems_of(schedule), "pipeline", streams);
  if (command.order) {
    for (std::int32_t rank = 0; rank < request.ranks; ++rank)
      streams.out << order_text(value_of(schedule), rank) << "\n";
    return exit_status::done;
  }
  const Timeline timeline = simulate(value_of(schedule), times);
  if (!command.to.empty()) return write_to(command, value_of(schedule), timeline, streams);
  if (command.json)
    print_json(command, value_of(schedule), timeline, streams.out);
  else
    print_text(command, value_of(schedule), timeline, streams.out);
  return exit_status::done;
}

}  // namespace shardscope
