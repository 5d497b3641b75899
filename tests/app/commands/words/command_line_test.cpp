#include "app/commands/words/command_line.h"

#include <doctest/doctest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

using namespace shardscope;

namespace {

template <class Expected>
Expected parsed_as(const std::vector<std::string>& arguments) {
  const Command command = parse_command_line(arguments, "1.2.3");
  if (const auto* reply = std::get_if<ReplyCommand>(&command)) CAPTURE(reply->text);
  REQUIRE(std::holds_alternative<Expected>(command));
  return std::get<Expected>(command);
}

template <class Named>
void check_help(const std::string& help) {
  CAPTURE(Named::name);
  CHECK(help.find("\n  " + std::string(Named::name) + " ") != std::string::npos);
  CHECK(help.find(Named::help) != std::string::npos);
  CLI::App app;
  Named command;
  add_options(app, command);
  for (const CLI::Option* option : app.get_options()) CHECK_FALSE(option->get_description().empty());
}

template <class... Named>
void check_help_of_all(const std::string& help,
                       std::type_identity<std::variant<ReplyCommand, ExploreCommand, Named...>>) {
  (check_help<Named>(help), ...);
}

/// With one line of words.
void check_refused(const std::vector<std::string>& arguments) {
  std::string words;
  for (const std::string& argument : arguments) words += argument + " ";
  CAPTURE(words);
  const Command command = parse_command_line(arguments, "1.2.3");
  const auto* reply = std::get_if<ReplyCommand>(&command);
  REQUIRE(reply != nullptr);
  CAPTURE(reply->text);
  CHECK(reply->status == exit_status::wrong_command_line);
  CHECK(std::count(reply->text.begin(), reply->text.end(), '\n') == 1);
  CHECK(reply->text.starts_with("shardscope: "));
}

}  // namespace

TEST_CASE("without a command the explorer opens, on a scenario where one is named") {
  CHECK(parsed_as<ExploreCommand>({}).scenario.empty());
  CHECK(parsed_as<ExploreCommand>({"gpt4-25k-a100"}).scenario == "gpt4-25k-a100");
  CHECK(parsed_as<ExploreCommand>({"-"}).scenario == "-");
  CHECK(parsed_as<ExploreCommand>({"--in-window", "a.json"}).in_window);
  CHECK(parsed_as<ExploreCommand>({"--in-window", "a.json"}).scenario == "a.json");
  CHECK(parsed_as<ExploreCommand>({"a.json", "--set", "plan.tp=4"}).settings == std::vector<Setting>{"plan.tp=4"});
}

TEST_CASE("report takes scenarios, one form, and settings that each take one word") {
  const auto report = parsed_as<ReportCommand>({"report", "a", "--set", "plan.tp=4", "b", "--set=plan.pp=2", "-"});
  CHECK(report.scenarios == std::vector<std::string>{"a", "b", "-"});
  CHECK(report.settings == std::vector<Setting>{"plan.tp=4", "plan.pp=2"});
  CHECK(report.format == OutputFormat::text);
  CHECK_FALSE(report.strict);
  CHECK(parsed_as<ReportCommand>({"report", "--json", "a"}).format == OutputFormat::json);
  CHECK(parsed_as<ReportCommand>({"report", "a", "--markdown"}).format == OutputFormat::markdown);
  CHECK(parsed_as<ReportCommand>({"report", "a", "--csv", "--strict"}).strict);
  CHECK(parsed_as<ReportCommand>({"report", "a", "--json", "--tensors"}).tensors);
  CHECK(parsed_as<ReportCommand>({"report", "a", "--json", "--operations"}).operations);
  CHECK(parsed_as<ReportCommand>({"report", "a", "--text"}).format == OutputFormat::text);
}

namespace {

/// What each command that takes a scenario is given for a launch script.
template <class Named>
void check_inputs(const std::vector<std::string>& before) {
  CAPTURE(Named::name);
  std::vector<std::string> words = {Named::name, "a.sh"};
  words.insert(words.end(), before.begin(), before.end());
  words.insert(words.end(), {"env.sh", "--env", "NNODES=4", "--env=MORE=--x=1", "--", "8", "--fast", "--"});
  const auto command = parsed_as<Named>(words);
  const LaunchInputs& inputs = command.inputs;
  CHECK(inputs.environment == std::map<std::string, std::string>{{"NNODES", "4"}, {"MORE", "--x=1"}});
  CHECK(inputs.arguments == std::vector<std::string>{"8", "--fast", "--"});
  if constexpr (requires { command.scenarios; })
    CHECK(command.scenarios == std::vector<std::string>{"a.sh", "env.sh"});
  else
    CHECK(inputs.files == std::vector<std::string>{"env.sh"});
}

}  // namespace

TEST_CASE("every command that takes a scenario takes what a launch script does from outside") {
  check_inputs<ImportCommand>({});
  check_inputs<ReportCommand>({"--json"});
  check_inputs<ExportCommand>({"--to", "megatron"});
  check_inputs<DrawCommand>({"--to", "a.png"});
  check_inputs<BalanceCommand>({});
  check_inputs<TimelineCommand>({"--to", "a.json"});
  check_inputs<CodeCommand>({});
  const auto explore = parsed_as<ExploreCommand>({"a.sh", "env.sh", "--env", "TP=8", "--", "4"});
  CHECK(explore.scenario == "a.sh");
  CHECK(explore.inputs == LaunchInputs{{{"TP", "8"}}, {"4"}, {"env.sh"}});
}

TEST_CASE("report --jsonl reads stdin alone") {
  CHECK(parsed_as<ReportCommand>({"report", "--jsonl"}).json_lines);
  CHECK(parsed_as<ReplyCommand>({"report", "--jsonl", "a"}).status == exit_status::wrong_command_line);
}

TEST_CASE("claims takes a form alone") {
  CHECK_FALSE(parsed_as<ClaimsCommand>({"claims"}).json);
  CHECK(parsed_as<ClaimsCommand>({"claims", "--json"}).json);
  CHECK(parsed_as<ReplyCommand>({"claims", "gpt4"}).status == exit_status::wrong_command_line);
  CHECK(parsed_as<DrawCommand>({"draw", "gpt4-25k-a100", "--view", "run", "--to", "x.png"}).options.view == "run");
}

TEST_CASE("validate takes a file of runs") {
  CHECK(parsed_as<ValidateCommand>({"validate", "runs.json"}).file == "runs.json");
  CHECK(parsed_as<ValidateCommand>({"validate", "-", "--json"}).json);
  CHECK(parsed_as<ValidateCommand>({"validate"}).file.empty());  // the public runs
}

TEST_CASE("list and show know the four kinds, in one or many") {
  CHECK(parsed_as<ListCommand>({"list", "gpus", "--json"}).json);
  CHECK(parsed_as<ListCommand>({"list", "gpus"}).kind == ListedKind(PresetKind::gpus));
  CHECK(parsed_as<ListCommand>({"list", "scenario"}).kind == ListedKind(PresetKind::scenarios));
  CHECK(parsed_as<ShowCommand>({"show", "model", "gpt4"}).preset == "gpt4");
  CHECK(parsed_as<ShowCommand>({"show", "clusters", "x"}).kind == ListedKind(PresetKind::clusters));
}

TEST_CASE("pipeline writes a file by its ending, in the same words as timeline") {
  const std::vector<std::string> words = {"pipeline", "--schedule", "zb-v", "--ranks", "4", "--micro-batches", "8"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    return more;
  };
  CHECK(parsed_as<PipelineCommand>(words).to.empty());
  const auto pipeline = parsed_as<PipelineCommand>(with({"--to", "x.png", "--size", "800x600", "--theme", "light"}));
  CHECK(pipeline.to == "x.png");
  CHECK(pipeline.width == 800);
  CHECK(pipeline.height == 600);
  CHECK(pipeline.theme == ThemeName::light);
  CHECK(parsed_as<PipelineCommand>(with({"--to", "x.txt"})).to == "x.txt");
  for (const auto& bad : std::vector<std::vector<std::string>>{{"--to", "x.gif"},
                                                               {"--to", "x.csv", "--size", "800x600"},
                                                               {"--size", "800x600"},
                                                               {"--to", "x.csv", "--json"},
                                                               {"--to", "x.csv", "--order"}})
    CHECK(parsed_as<ReplyCommand>(with(bad)).status == exit_status::wrong_command_line);
}

TEST_CASE("timeline takes a file by its ending, settings, and for pictures a size and a theme") {
  const auto timeline = parsed_as<TimelineCommand>(
      {"timeline", "a", "--to", "x.svg", "--size", "800x600", "--theme", "light", "--set", "run.jitter=0.1"});
  CHECK(timeline.scenario == "a");
  CHECK(timeline.to == "x.svg");
  CHECK(timeline.width == 800);
  CHECK(timeline.height == 600);
  CHECK(timeline.theme == ThemeName::light);
  CHECK(timeline.settings.size() == 1);
  CHECK(parsed_as<TimelineCommand>({"timeline", "a", "--to", "x.json"}).width == 0);
  for (const char* file : {"x", "x.gif", "json"})
    CHECK(parsed_as<ReplyCommand>({"timeline", "a", "--to", file}).status == exit_status::wrong_command_line);
}

TEST_CASE("draw takes view, size, scale, theme and file, and has the window's defaults") {
  const DrawOptions plain = parsed_as<DrawCommand>({"draw", "a", "--to", "x.png"}).options;
  CHECK(plain.view.empty());
  CHECK(plain.width == 0);  // the view's own
  CHECK(plain.height == 0);
  const auto draw = parsed_as<DrawCommand>({"draw", "a", "--view", "memory", "--size", "800x600", "--scale", "2",
                                            "--theme", "light", "--to", "x.png", "--set", "plan.tp=2"});
  CHECK(draw.scenario == "a");
  CHECK(draw.settings.size() == 1);
  CHECK(draw.options.view == "memory");
  CHECK(draw.options.width == 800);
  CHECK(draw.options.height == 600);
  CHECK(draw.options.scale == doctest::Approx(2));
  CHECK(draw.options.theme == ThemeName::light);
}

TEST_CASE("a wrong command line is one line of words and status 2") {
  const std::vector<std::vector<std::string>> wrong = {
      {"report"},
      {"report", "a", "--json", "--csv"},
      {"report", "a", "--nonsense"},
      {"report", "a", "--set"},
      {"report", "a", "--set", "plan.tp"},
      {"report", "a", "--set", "=4"},
      {"report", "-", "-"},
      {"report", "--jsonl", "--strict"},
      {"report", "a", "--tensors"},
      {"report", "a", "--operations"},
      {"report", "--jsonl", "--json"},
      {"list"},
      {"list", "dogs"},
      {"list", "gpus", "models"},
      {"show", "gpus"},
      {"draw", "a"},
      {"draw", "--to", "x.png"},
      {"draw", "a", "--to", "x.gif"},
      {"draw", "a", "--to", "x.png", "--size", "800"},
      {"draw", "a", "--to", "x.png", "--size", "0x600"},
      {"draw", "a", "--to", "x.png", "--size", "800x99999999999"},
      {"draw", "a", "--to", "x.png", "--view", "nothing"},
      {"draw", "a", "--to", "x.png", "--scale", "0"},
      {"draw", "a", "--to", "x.png", "--theme", "pink"},
      {"--nonsense"},
      {"--set", "plan.tp=2", "report", "a"},
      {"--env", "TP=2", "report", "a"},
      {"import", "a.sh", "--env", "NNODES"},
      {"import", "a.sh", "--env", "=4"},
      {"import", "a.sh", "--env", "2X=4"},
      {"import", "a.sh", "--env"},
      {"list", "models", "--", "8"},
      {"search", "a", "--objective=", "--top=10"},
      {"pipeline", "--schedule=", "--ranks=4", "--micro-batches=8"},
  };
  for (const auto& arguments : wrong) check_refused(arguments);
}

TEST_CASE("help and version are answers, and help has a word on every command and option") {
  CHECK(parsed_as<ReplyCommand>({"--version"}).text == "shardscope 1.2.3\n");
  CHECK(parsed_as<ReplyCommand>({"--version"}).status == exit_status::done);
  const ReplyCommand help = parsed_as<ReplyCommand>({"--help"});
  CHECK(help.status == exit_status::done);
  check_help_of_all(help.text, std::type_identity<Command>{});
  CHECK(parsed_as<ReplyCommand>({"report", "--help"}).text.find("--jsonl") != std::string::npos);
}

TEST_CASE("balance takes a goal, and step is the default") {
  const auto parsed = [](std::vector<std::string> words) {
    words.insert(words.begin(), "balance");
    return parse_command_line(words, "1");
  };
  const Command step = parsed({"gpt4-25k-a100"}), memory = parsed({"-", "--for", "memory", "--save", "a.json"});
  REQUIRE(std::holds_alternative<BalanceCommand>(step));
  CHECK(std::get<BalanceCommand>(step).goal == BalanceGoal::shortest_step);
  CHECK(std::get<BalanceCommand>(step).scenario == "gpt4-25k-a100");
  REQUIRE(std::holds_alternative<BalanceCommand>(memory));
  CHECK(std::get<BalanceCommand>(memory).goal == BalanceGoal::lowest_peak);
  CHECK(std::get<BalanceCommand>(memory).save == "a.json");
  CHECK(std::get<ReplyCommand>(parsed({"gpt4-25k-a100", "--for", "money"})).status == 2);
  CHECK(std::get<ReplyCommand>(parsed({})).status == 2);
}
