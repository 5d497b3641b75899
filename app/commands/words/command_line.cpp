#include "app/commands/words/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <ostream>
#include <type_traits>

#include "app/commands/words/options.h"

namespace shardscope {

namespace {

constexpr const char* examples =
    "Examples:\n"
    "  shardscope gpt4-25k-a100\n"
    "  shardscope report gpt4-25k-a100 --set plan.tp=4\n"
    "  shardscope list scenarios\n"
    "Exit status: 0 done; 1 the input is invalid; 2 the command line is wrong; 3 --strict, and the plan doesn't fit "
    "or has a warning.";

/// Of the command of that name, where it is one's.
ReplyCommand wrong(Problem problem, const std::string& command = {}) {
  std::replace(problem.message.begin(), problem.message.end(), '\n', ' ');
  const std::string said = (command.empty() ? "" : command + ": ") + line_of(problem, {});
  return {"shardscope: " + said + " (shardscope --help says more)\n", exit_status::wrong_command_line,
          std::move(problem)};
}

/// A command's part of the command line, and the command that was read from it, or what is wrong with it.
struct Reader {
  CLI::App* app;
  std::function<Command(const std::vector<std::string>& behind_dashes)> chosen;
};

/// Behind -- stand a launch script's own arguments, whatever they begin with.
std::vector<std::string> taken_from_dashes(std::vector<std::string>& words) {
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (dashes == words.end()) return {};
  std::vector<std::string> behind(dashes + 1, words.end());
  words.erase(dashes, words.end());
  return behind;
}

/// "--vary=", which CLI11 would give the next word for its value.
std::optional<Problem> option_without_value(const std::vector<std::string>& words) {
  const auto found = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word.starts_with("--") && word.find('=') == word.size() - 1;
  });
  if (found == words.end()) return std::nullopt;
  return wrong_words("has no value behind its =", found->substr(0, found->size() - 1));
}

template <class Chosen>
Reader reader_of(CLI::App& program) {
  CLI::App* app = program.add_subcommand(Chosen::name, Chosen::help);
  const auto command = std::make_shared<Chosen>();
  return {app,
          [command, check = add_options(*app, *command)](const std::vector<std::string>& behind_dashes) -> Command {
            if (std::optional<Problem> problem = check ? check() : std::nullopt)
              return wrong(*std::move(problem), Chosen::name);
            if constexpr (requires { command->inputs; })
              command->inputs.arguments = behind_dashes;
            else if (!behind_dashes.empty())
              return wrong(wrong_words("it takes no launch script, and so nothing behind --"), Chosen::name);
            return *command;
          }};
}

template <class... Named>
std::vector<Reader> add_commands(CLI::App& program,
                                 std::type_identity<std::variant<ReplyCommand, ExploreCommand, Named...>>) {
  return {reader_of<Named>(program)...};
}

}  // namespace

Command parse_command_line(std::vector<std::string> arguments, std::string_view version) {
  ExploreCommand explore;
  const std::vector<std::string> behind_dashes = taken_from_dashes(arguments);
  if (std::optional<Problem> without = option_without_value(arguments)) return wrong(*std::move(without));
  CLI::App program("Shardscope shows what a split of an LLM's training over GPUs costs: memory, time, network, money.",
                   "shardscope");
  program.set_version_flag("--version", "shardscope " + std::string(version));
  program.add_option("SCENARIO", explore.scenario, "Opens the window on a preset, a file, or - for stdin")
      ->type_name("");
  program.add_flag("--in-window", explore.in_window,
                   "Says in the window what is wrong with the file, as a desktop asks");
  program.footer(examples);
  add_settings(program, explore.settings);
  add_inputs(program, explore.inputs);
  program.require_subcommand(0, 1);
  const std::vector<Reader> readers = add_commands(program, std::type_identity<Command>{});
  try {
    program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return ReplyCommand{program.help()};
  } catch (const CLI::CallForVersion&) {
    return ReplyCommand{program.version() + "\n"};
  } catch (const WrongWords& words) {
    return wrong(words.problem);
  } catch (const CLI::ParseError& error) {
    return wrong(wrong_words(error.what()));
  }
  const auto reader =
      std::find_if(readers.begin(), readers.end(), [](const Reader& each) { return each.app->parsed(); });
  if (reader != readers.end() && explore != ExploreCommand{})
    return wrong(wrong_words("SCENARIO, --set and --env go after the command"));
  if (reader != readers.end()) return reader->chosen(behind_dashes);
  explore.inputs.arguments = behind_dashes;
  return explore;
}

int run(const ReplyCommand& command, const Presets&, const Streams& streams) {
  (command.status == exit_status::done ? streams.out : streams.error) << command.text;
  return command.status;
}

}  // namespace shardscope
