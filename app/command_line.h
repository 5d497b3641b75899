// The command line as a value: one plain struct a command, parsed once, then carried out by app/commands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/draw_view.h"
#include "core/launch/export_launch.h"
#include "core/scenario/choices.h"
#include "core/search/balance.h"

namespace shardscope {

enum class OutputFormat { text, json, markdown, csv };
enum class PresetKind { models, gpus, clusters, scenarios, frameworks, schemas };

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
};

struct ReportCommand {
  std::vector<std::string> scenarios;  // preset names, files, "-"
  std::vector<std::string> settings;   // "plan.tp=4"
  OutputFormat format = OutputFormat::text;
  bool strict = false;
  std::string rules;        // a framework whose rules hold; empty: those of a launch script's own
  bool tensors = false;     // with json: every stage's tensors, not the fullest stage's alone
  bool json_lines = false;  // then scenarios come a line each on stdin, and `scenarios` is empty
};

struct ListCommand {
  PresetKind kind = PresetKind::models;
  bool json = false;
};

struct ShowCommand {
  PresetKind kind = PresetKind::models;
  std::string name;
};

struct DrawCommand {
  std::string scenario;
  std::vector<std::string> settings;
  DrawOptions options;
};

struct ValidateCommand {
  std::string file;  // of measured runs, or "-"
  bool json = false;
};

struct ImportCommand {
  std::string file;                        // a Hugging Face config.json, a launch script or configuration, or "-"
  std::vector<std::string> settings = {};  // of a launch's scenario
};

struct ExportCommand {
  std::string scenario;
  std::vector<std::string> settings;
  std::string framework;
  Launcher launcher = Launcher::none;
};

struct PipelineCommand {
  ScheduleKind schedule = ScheduleKind::one_f_one_b;
  std::int64_t ranks = 1, micro_batches = 1, virtual_stages = 1;
  // One time, or one a rank, in a unit of the caller's.
  std::vector<double> forward = {1}, backward_input = {1}, backward_weight = {1}, transfer = {0};
  std::vector<double> overlapped;  // empty: forward and backward one after the other
  std::optional<double> memory_limit;
  bool json = false, order = false;
  std::string to;             // empty: no file; else it ends in .json, .csv, .svg, .png or .txt
  int width = 0, height = 0;  // of a picture; 0: the format's own
  std::string theme = "dark";
};

struct BalanceCommand {
  std::string scenario;
  std::vector<std::string> settings;
  BalanceGoal goal = BalanceGoal::shortest_step;
  std::string save;  // a file for the scenario with the layout found; empty: none
  bool json = false;
};

struct TimelineCommand {
  std::string scenario;
  std::vector<std::string> settings;
  std::string to;             // ends in .json, .csv, .svg or .png
  int width = 0, height = 0;  // of a picture; 0: the format's own
  std::string theme = "dark";
};

struct ClaimsCommand {
  bool json = false;
};

struct CodeCommand {
  std::string scenario;
  std::vector<std::string> settings;
};

struct ExploreCommand {
  std::string scenario;  // empty: the window's own first scenario
  std::vector<std::string> settings;
};

using Command = std::variant<ReplyCommand, ReportCommand, ListCommand, ShowCommand, DrawCommand, ValidateCommand,
                             ImportCommand, ExportCommand, PipelineCommand, BalanceCommand, TimelineCommand,
                             ClaimsCommand, CodeCommand, ExploreCommand>;

/// `arguments` without the program's name. Never exits and never prints.
[[nodiscard]] Command parse_command_line(const std::vector<std::string>& arguments, std::string_view version);

}  // namespace shardscope
