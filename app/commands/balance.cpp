#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/files.h"
#include "app/files/scenario_source.h"
#include "app/output/balance_words.h"
#include "app/output/page.h"
#include "core/changes/layout/cuts.h"
#include "core/scenario_json/write.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json layers_of(const std::vector<LayoutStage>& stages) {
  Json layers = Json::array();
  for (const LayoutStage& stage : stages) layers.push_back(stage.layers);
  return layers;
}

void print_json(const Balanced& balanced, const BalanceCommand& command, const Report& before,
                const std::string& written, std::ostream& out) {
  const Json answer = {{"goal", name_of(command.goal)},
                       {"changed", balanced.changed},
                       {"proven", balanced.proven},
                       {"layouts_simulated", balanced.tried},
                       {"before",
                        {{"pipeline_layout", layout_text(before.layout)},
                         {"step_seconds", balanced.step_before.value},
                         {"peak_bytes", balanced.peak_before.value}}},
                       {"after",
                        {{"pipeline_layout", write_pipeline_layout(balanced.stages)},
                         {"layers", layers_of(balanced.stages)},
                         {"step_seconds", balanced.step_after.value},
                         {"peak_bytes", balanced.peak_after.value}}},
                       {"scenario", Json::parse(written)}};
  out << answer.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

void print_text(const Balanced& balanced, const BalanceCommand& command, const Report& before, std::ostream& out) {
  Page page;
  page.title = "Layout for the " +
               std::string(command.goal == BalanceGoal::shortest_step ? "shortest step" : "lowest peak of memory");
  Section section;
  section.lines.push_back(balance_words(balanced, command.goal) +
                          (balanced.changed && !balanced.proven ? ", the best of those tried" : ""));
  section.table.head = {"", "now", "balanced"};
  section.table.rows = {
      {"Step", format_seconds(balanced.step_before).text(), format_seconds(balanced.step_after).text()},
      {"Peak of memory", format_bytes(balanced.peak_before).text(), format_bytes(balanced.peak_after).text()}};
  section.table.align = "lrr";
  page.sections = {section};
  page.sections.push_back({"Now", {layout_text(before.layout)}, {}});
  if (balanced.changed) page.sections.push_back({"Balanced", {write_pipeline_layout(balanced.stages)}, {}});
  out << text_of(page);
}

}  // namespace

OptionsCheck add_options(CLI::App& app, BalanceCommand& command) {
  app.add_option("SCENARIO", command.scenario, scenario_help)->type_name("")->required();
  add_named(app, "--for", command.goal, {BalanceGoal::shortest_step, BalanceGoal::lowest_peak},
            "step (the default) or memory")
      ->type_name("GOAL");
  app.add_flag("--json", command.json, "Both layouts, with their step and peak");
  app.add_option("--save", command.save, "Writes the scenario with the layout found")->type_name("FILE");
  add_settings(app, command.settings);
  add_inputs(app, command.inputs);
  return {};
}

int run(const BalanceCommand& command, const Presets& presets, const Streams& streams) {
  const Outcome<ParsedScenario> loaded =
      load_scenario(command.scenario, command.inputs, command.settings, presets, streams.in);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), command.scenario, streams);
  const LaunchedScenario& said = value_of(loaded).said;
  const Report before = evaluate(said.scenario);
  const Outcome<Balanced> outcome = balance_layout(said.scenario, before, command.goal);
  if (!succeeded(outcome)) return refuse(problems_of(outcome), command.scenario, streams);
  const Balanced& balanced = value_of(outcome);
  const std::string written = write_scenario({balanced.scenario, said.launch}, presets);
  if (!command.save.empty()) {
    const std::string why = write_text_file(command.save, written);
    if (!why.empty()) {
      streams.error << why << "\n";
      return exit_status::invalid_input;
    }
  }
  if (command.json)
    print_json(balanced, command, before, written, streams.out);
  else
    print_text(balanced, command, before, streams.out);
  return exit_status::done;
}

}  // namespace shardscope
