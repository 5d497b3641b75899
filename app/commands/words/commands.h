// app/commands/words: the command line as values: what each command is called and can be asked for. In: words. Out: a
// command, which `run` carries out in app/commands, or what is wrong with the words.
// `Command` is the one list of commands: --help, completion, man page and app/run.sh follow from it. A new command is
// a struct here with its name and help, its place in that list, and a file in app/commands with its `add_options` and
// its `run`.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "app/explorer/write_picture.h"
#include "app/files/launch_files.h"
#include "core/base/problem.h"
#include "core/base/setting.h"
#include "core/changes/layout/balance.h"
#include "core/launch/export_launch.h"
#include "core/presets/presets.h"
#include "core/scenario/parts/choices.h"
#include "core/sweep/sweep_figures.h"
#include "render/text/themes.h"

namespace CLI {
class App;
}

namespace shardscope {

enum class OutputFormat { text, json, markdown, csv };

/// What is listed and shown: presets of a kind, or the schemas of files.
struct FileSchemas {
  bool operator==(const FileSchemas&) const = default;
};
using ListedKind = std::variant<PresetKind, FileSchemas>;

/// The exit statuses that the program promises.
namespace exit_status {
inline constexpr int done = 0;
inline constexpr int invalid_input = 1;
inline constexpr int wrong_command_line = 2;
inline constexpr int strict_failed = 3;
}  // namespace exit_status

/// What the command line itself answers: help and version on stdout with status 0, else what is wrong on stderr.
struct ReplyCommand {
  std::string text;  // ends with a newline
  int status = exit_status::done;
  std::optional<Problem> wrong = {};  // the same as a value; its path is the option's name, "--size"
};

/// What the program does without a command's name.
struct ExploreCommand {
  std::string scenario;  // empty: the window's own first scenario
  std::vector<Setting> settings;
  LaunchInputs inputs = {};
  bool in_window = false;  // what is wrong with a file is said in the window: a file manager shows no words

  bool operator==(const ExploreCommand&) const = default;
};

struct ReportCommand {
  static constexpr const char* name = "report";
  static constexpr const char* help = "Evaluate scenarios: memory, step time, throughput, cost";
  std::vector<std::string> scenarios;  // preset names, files, "-"
  std::vector<Setting> settings;       // "plan.tp=4"
  OutputFormat format = OutputFormat::text;
  bool strict = false;
  std::string rules;        // a framework whose rules hold; empty: those of a launch script's own
  bool tensors = false;     // with json: every stage's tensors, not the fullest stage's alone
  bool operations = false;  // with json: the critical rank's passes down to their operations
  bool json_lines = false;  // then scenarios come a line each on stdin, and `scenarios` is empty
  std::string fields;       // with json_lines: "time.step_seconds,fits"; empty: whole reports
  LaunchInputs inputs = {};
};

struct SweepCommand {
  static constexpr const char* name = "sweep";
  static constexpr const char* help = "Figures of a scenario over several values of one field or more";
  std::string scenario;
  std::vector<Setting> settings;
  std::vector<std::string> vary;  // "plan.tp=1,2,4", "plan.pp=1..16"
  std::string fields = sweep_headline;
  std::string trials;            // a file for every row's scenario; empty: none
  std::string follow, question;  // names of a SweepFollow and a SweepQuestion; empty: none was given
  OutputFormat format = OutputFormat::text;
  LaunchInputs inputs = {};
};

struct SearchCommand {
  static constexpr const char* name = "search";
  static constexpr const char* help = "The best plans of all for a scenario's model and cluster";
  std::string scenario;
  std::vector<Setting> settings;
  std::string objective = "throughput";  // of SearchGoal
  std::vector<std::string> vary;         // "plan.tp=4,8"
  std::vector<std::string> needs;        // "days<=30"
  std::string front;                     // "throughput,memory"; empty: none
  int top = 10, threads = 0;             // threads 0: as many as there are processors
  std::string gpus;                      // "256..4096"; empty: those of the scenario
  std::string trials;                    // a file for every plan that is looked at; empty: none
  std::string write;                     // a file for the best plan's scenario; empty: none
  std::string find;                      // the name of an InverseQuestion; empty: the best plans are asked for
  std::string rules;                     // a framework whose rules hold; empty: none
  bool low_end = false, every = false;
  bool json = false;
  LaunchInputs inputs = {};
};

struct CompareCommand {
  static constexpr const char* name = "compare";
  static constexpr const char* help = "Two plans side by side: what differs, and the seconds and bytes that it makes";
  std::string a, b;                                       // preset names, files, "-"
  std::vector<Setting> settings, settings_a, settings_b;  // of both, of each alone
  OutputFormat format = OutputFormat::text;
  LaunchInputs inputs = {};
};

struct ListCommand {
  static constexpr const char* name = "list";
  static constexpr const char* help = "Name the presets of a kind";
  ListedKind kind = PresetKind::models;
  bool json = false;
};

struct ShowCommand {
  static constexpr const char* name = "show";
  static constexpr const char* help = "Print a preset as JSON";
  ListedKind kind = PresetKind::models;
  std::string preset;
};

struct DrawCommand {
  static constexpr const char* name = "draw";
  static constexpr const char* help = "Draw a view of the window to a PNG or an SVG, without a display";
  std::string scenario;
  std::vector<Setting> settings;
  DrawOptions options;
  LaunchInputs inputs = {};
};

struct ValidateCommand {
  static constexpr const char* name = "validate";
  static constexpr const char* help = "Compare predictions with measured runs";
  std::string file;  // of measured runs, or "-"
  bool json = false, markdown = false;
  bool headline = false, summary = false;  // the errors in one paragraph alone; those of groups, without a row per run
};

struct MeasuredCommand {
  static constexpr const char* name = "measured";
  static constexpr const char* help = "What a training log says, beside what its plan predicts";
  std::vector<std::string> logs;       // files, or "-"
  std::string scenario;                // the run's plan; empty: as the log has it
  std::vector<Setting> settings = {};  // of the plan
  bool json = false;
  LaunchInputs inputs = {};  // of a scenario that is a launch script
};

struct CalibrateCommand {
  static constexpr const char* name = "calibrate";
  static constexpr const char* help = "Fit a GPU's constants to your own runs, and keep them as a preset";
  std::vector<std::string> files;           // of measured runs, logs, or "-"
  std::string name_kept;                    // the preset's
  std::vector<std::string> scenarios = {};  // of the logs: one for all, or one a file
  std::vector<Setting> settings = {};
  bool json = false;
  LaunchInputs inputs = {};
};

struct ImportCommand {
  static constexpr const char* name = "import";
  static constexpr const char* help = "Print a Hugging Face config.json as a model, or a launch script as a scenario";
  std::string file;                    // a Hugging Face config.json, a launch script or configuration, or "-"
  std::vector<Setting> settings = {};  // of a launch's scenario
  LaunchInputs inputs = {};
};

struct ExportCommand {
  static constexpr const char* name = "export";
  static constexpr const char* help = "Write a scenario as a framework's launch flags or configuration";
  std::string scenario;
  std::vector<Setting> settings;
  std::string framework;
  Launcher launcher = Launcher::none;
  LaunchInputs inputs = {};
};

struct PipelineCommand {
  static constexpr const char* name = "pipeline";
  static constexpr const char* help = "A pipeline schedule alone, without a model";
  ScheduleKind schedule = ScheduleKind::one_f_one_b;
  std::int64_t ranks = 1, micro_batches = 1, virtual_stages = 1;
  // One time, or one per rank, in a unit of the caller's.
  std::vector<double> forward = {1}, backward_input = {1}, backward_weight = {1}, transfer = {0};
  std::vector<double> overlapped;  // empty: forward and backward one after the other
  std::optional<double> memory_limit;
  bool json = false, order = false;
  std::string to;             // empty: no file; else it ends in .json, .csv, .svg, .png or .txt
  int width = 0, height = 0;  // of a picture; 0: the format's own
  ThemeName theme = ThemeName::dark;
};

struct BalanceCommand {
  static constexpr const char* name = "balance";
  static constexpr const char* help = "Which layer sits where: the shortest step or the lowest peak";
  std::string scenario;
  std::vector<Setting> settings;
  BalanceGoal goal = BalanceGoal::shortest_step;
  std::string save;  // a file for the scenario with the layout found; empty: none
  bool json = false;
  LaunchInputs inputs = {};
};

struct TimelineCommand {
  static constexpr const char* name = "timeline";
  static constexpr const char* help = "Write the simulated step: every pass of every rank";
  std::string scenario;
  std::vector<Setting> settings;
  std::string to;                         // ends in .json, .csv, .svg or .png
  bool operations = false;                // in a trace: one rank down to its operations
  std::optional<std::int32_t> rank = {};  // of those; none: the critical one
  int width = 0, height = 0;              // of a picture; 0: the format's own
  ThemeName theme = ThemeName::dark;
  LaunchInputs inputs = {};
};

struct ClaimsCommand {
  static constexpr const char* name = "claims";
  static constexpr const char* help = "What others wrote about training, beside what is computed";
  bool json = false;
};

struct ExplainCommand {
  static constexpr const char* name = "explain";
  static constexpr const char* help = "How a figure comes about: formula, numbers, source, and where it flows next";
  std::string figure = {};    // "throughput.mfu", "Goodput", "plan.tp", "bubble"; empty: all figures are listed
  std::string scenario = {};  // empty: the first preset
  std::vector<Setting> settings = {};
  bool json = false;
  LaunchInputs inputs = {};
};

struct LessonCommand {
  static constexpr const char* name = "lesson";
  static constexpr const char* help = "List lessons, print one with its answers, or write a handout";
  std::string lesson = {};            // a lesson's or a path's name, or a file; empty: they are listed
  std::string to = {}, answers = {};  // files of the handout and of its answers; empty: none
};

struct CodeCommand {
  static constexpr const char* name = "code";
  static constexpr const char* help = "Print a scenario as one word that any command reads back";
  std::string scenario;
  std::vector<Setting> settings;
  LaunchInputs inputs = {};
};

/// What a command line asks for; those behind the first two have a name, and --help lists them in this order.
using Command = std::variant<ReplyCommand, ExploreCommand, ReportCommand, SweepCommand, SearchCommand, CompareCommand,
                             ListCommand, ShowCommand, DrawCommand, ValidateCommand, MeasuredCommand, CalibrateCommand,
                             ImportCommand, ExportCommand, PipelineCommand, BalanceCommand, TimelineCommand,
                             ClaimsCommand, ExplainCommand, LessonCommand, CodeCommand>;

/// Asked once a command's options are read: what is wrong with them together, or nothing.
using OptionsCheck = std::function<std::optional<Problem>()>;

/// Each gives `app` the options of its command, which is written to while the command line is read.
OptionsCheck add_options(CLI::App& app, ReportCommand& command);
OptionsCheck add_options(CLI::App& app, SweepCommand& command);
OptionsCheck add_options(CLI::App& app, SearchCommand& command);
OptionsCheck add_options(CLI::App& app, CompareCommand& command);
OptionsCheck add_options(CLI::App& app, ListCommand& command);
OptionsCheck add_options(CLI::App& app, ShowCommand& command);
OptionsCheck add_options(CLI::App& app, DrawCommand& command);
OptionsCheck add_options(CLI::App& app, ValidateCommand& command);
OptionsCheck add_options(CLI::App& app, MeasuredCommand& command);
OptionsCheck add_options(CLI::App& app, CalibrateCommand& command);
OptionsCheck add_options(CLI::App& app, ImportCommand& command);
OptionsCheck add_options(CLI::App& app, ExportCommand& command);
OptionsCheck add_options(CLI::App& app, PipelineCommand& command);
OptionsCheck add_options(CLI::App& app, BalanceCommand& command);
OptionsCheck add_options(CLI::App& app, TimelineCommand& command);
OptionsCheck add_options(CLI::App& app, ClaimsCommand& command);
OptionsCheck add_options(CLI::App& app, ExplainCommand& command);
OptionsCheck add_options(CLI::App& app, LessonCommand& command);
OptionsCheck add_options(CLI::App& app, CodeCommand& command);

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& error;
  std::vector<Problem>* refused = nullptr;  // where one is given: what `error` says of input and words, as values
  std::stop_token stop = {};                // asked for: what is read without a limit is left
};

/// Each does what its command asks for, writes to the streams, reads nothing else but the files that the command names,
/// and returns the exit status.
[[nodiscard]] int run(const ReplyCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const ExploreCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const ReportCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const SweepCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const SearchCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const CompareCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const ListCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const ShowCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const DrawCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const ValidateCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const MeasuredCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const CalibrateCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const ImportCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const ExportCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const PipelineCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const BalanceCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const TimelineCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const ClaimsCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const ExplainCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const LessonCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run(const CodeCommand& command, const Presets& presets, const Streams& streams);

/// `report --jsonl`: a line in, a line out, in order and at once, until the input ends.
[[nodiscard]] int run_json_lines(const ReportCommand& command, const Presets& presets, const Streams& streams);

}  // namespace shardscope
