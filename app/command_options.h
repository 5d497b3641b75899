// Every command's options: what CLI11 reads into Parsed (command_line.h turns it into one command).
#pragma once

#include <CLI/App.hpp>
#include <map>
#include <string>
#include <vector>

#include "app/command_line.h"

namespace shardscope {

/// The parsed options of every command; CLI11 writes into it.
struct Parsed {
  ReportCommand report;
  ListCommand list;
  ShowCommand show;
  DrawCommand draw;
  ValidateCommand validate;
  ImportCommand import;
  ExportCommand exported;
  std::string launcher;
  PipelineCommand pipeline;
  BalanceCommand balance;
  TimelineCommand timeline;
  ClaimsCommand claims;
  CodeCommand code;
  ExploreCommand explore;
  std::string size;
  std::string kind;
  std::string goal = "step";
  bool json = false, text = false, markdown = false, csv = false;
};

/// Each adds its command; the command line says it where App::parsed().
CLI::App& add_report(CLI::App& app, Parsed& parsed);
CLI::App& add_list(CLI::App& app, Parsed& parsed);
CLI::App& add_show(CLI::App& app, Parsed& parsed);
CLI::App& add_draw(CLI::App& app, Parsed& parsed);
CLI::App& add_validate(CLI::App& app, Parsed& parsed);
CLI::App& add_import(CLI::App& app, Parsed& parsed);
CLI::App& add_export(CLI::App& app, Parsed& parsed);
CLI::App& add_claims(CLI::App& app, Parsed& parsed);
CLI::App& add_code(CLI::App& app, Parsed& parsed);
CLI::App& add_pipeline(CLI::App& app, Parsed& parsed);
CLI::App& add_balance(CLI::App& app, Parsed& parsed);
CLI::App& add_timeline(CLI::App& app, Parsed& parsed);

/// --set, at the program's own and at each command that takes a scenario.
void add_settings(CLI::App& app, std::vector<std::string>& settings);

/// What KIND may be: "models", "model", …
[[nodiscard]] const std::map<std::string, PresetKind>& preset_kinds();

}  // namespace shardscope
