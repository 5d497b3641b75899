#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/output/page.h"
#include "core/report_json/number.h"
#include "core/scenario/scenario.h"
#include "core/scenario_json/schema.h"
#include "core/transformer/layout.h"
#include "core/transformer/parameter_counts.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// What both forms of a list are made from: a row's JSON, and the cells that a person reads.
struct Listed {
  Json array = Json::array();
  Table table;

  void add(Json entry, std::vector<std::string> cells) {
    array.push_back(std::move(entry));
    table.rows.push_back(std::move(cells));
  }
};

ParameterCounts parameters_of(const Model& model) {
  Scenario scenario;
  scenario.model = model;
  scenario = with_defaults(std::move(scenario));
  return count_parameters(scenario.model, scenario.plan, stage_layout(scenario.model, scenario.plan));
}

Listed list_models(const Presets& presets) {
  Listed listed;
  listed.table = {{"Name", "Model", "Parameters", "Active", "Layers", "Hidden", ""}, {}, "llrrrrl"};
  for (const Model& model : presets.models) {
    const ParameterCounts counts = parameters_of(model);
    listed.add({{"name", model.preset},
                {"title", model.title},
                {"parameters", counts.total},
                {"active_parameters", counts.active},
                {"num_hidden_layers", model.num_hidden_layers},
                {"hidden_size", model.hidden_size},
                {"estimate", model.estimate},
                {"source", model.source}},
               {model.preset, model.title, format_count(static_cast<double>(counts.total)).text(),
                format_count(static_cast<double>(counts.active)).text(), grouped(model.num_hidden_layers),
                grouped(model.hidden_size), model.estimate ? "estimate" : ""});
  }
  return listed;
}

Listed list_gpus(const Presets& presets) {
  Listed listed;
  listed.table = {{"Name", "GPU", "Dense bf16", "Memory", "Memory bandwidth", "Scale-up link"}, {}, "llrrrr"};
  for (const Gpu& gpu : presets.gpus) {
    const std::string peak =
        gpu.peak_flops.bf16 ? format_flops_rate(FlopsPerSecond{*gpu.peak_flops.bf16}).text() : no_figure;
    listed.add({{"name", gpu.preset},
                {"title", gpu.title},
                {"peak_bf16_flops_per_second", number(gpu.peak_flops.bf16)},
                {"memory_bytes", gpu.memory_bytes},
                {"memory_bandwidth_bytes_per_second", gpu.memory_bandwidth},
                {"scale_up_bandwidth_bytes_per_second", gpu.scale_up_bandwidth},
                {"tdp_watts", number(gpu.tdp_watts)},
                {"source", gpu.source}},
               {gpu.preset, gpu.title, peak, format_bytes(Bytes{gpu.memory_bytes}).text(),
                format_bandwidth(BytesPerSecond{gpu.memory_bandwidth}).text(),
                format_bandwidth(BytesPerSecond{gpu.scale_up_bandwidth}).text()});
  }
  return listed;
}

Listed list_clusters(const Presets& presets) {
  Listed listed;
  listed.table = {{"Name", "Cluster", "GPU", "GPUs", "Per node", "Scale-out per GPU"}, {}, "lllrrr"};
  for (const Cluster& cluster : presets.clusters)
    listed.add({{"name", cluster.preset},
                {"title", cluster.title},
                {"gpu", cluster.gpu.preset},
                {"gpus", cluster.gpus},
                {"gpus_per_node", cluster.gpus_per_node},
                {"scale_out_bandwidth_bytes_per_second", cluster.scale_out_bandwidth},
                {"source", cluster.source}},
               {cluster.preset, cluster.title, cluster.gpu.preset, grouped(cluster.gpus),
                grouped(cluster.gpus_per_node), format_bandwidth(BytesPerSecond{cluster.scale_out_bandwidth}).text()});
  return listed;
}

Listed list_scenarios(const Presets& presets) {
  Listed listed;
  listed.table = {{"Name", "Scenario", "Model", "GPU", "GPUs"}, {}, "llllr"};
  for (const auto& [scenario, launch] : presets.scenarios)
    listed.add({{"name", scenario.preset},
                {"title", scenario.name},
                {"model", scenario.model.preset},
                {"gpu", scenario.cluster.gpu.preset},
                {"gpus", scenario.cluster.gpus},
                {"note", scenario.note}},
               {scenario.preset, scenario.name, scenario.model.preset, scenario.cluster.gpu.preset,
                grouped(scenario.cluster.gpus)});
  return listed;
}

Listed list_frameworks(const Presets& presets) {
  Listed listed;
  listed.table = {{"Name", "Framework", "Flags", "Rules", "As of"}, {}, "llrrl"};
  for (const LaunchFramework& each : presets.frameworks) {
    const auto flags = static_cast<std::int64_t>(each.flags.size()),
               rules = static_cast<std::int64_t>(each.rules.size());
    listed.add({{"name", each.preset},
                {"title", each.title},
                {"flags", flags},
                {"rules", rules},
                {"repository", each.repository},
                {"commit", each.commit},
                {"date", each.date}},
               {each.preset, each.title, grouped(flags), grouped(rules), each.date});
  }
  return listed;
}

Listed list_schemas() {
  Listed listed;
  listed.table = {{"Name", "Schema of"}, {}, "ll"};
  for (const auto& [name, title] : schema_kinds) listed.add({{"name", name}, {"title", title}}, {name, title});
  return listed;
}

Listed list_of(const ListedKind& kind, const Presets& presets) {
  if (std::holds_alternative<FileSchemas>(kind)) return list_schemas();
  switch (std::get<PresetKind>(kind)) {
    case PresetKind::models:
      return list_models(presets);
    case PresetKind::gpus:
      return list_gpus(presets);
    case PresetKind::clusters:
      return list_clusters(presets);
    case PresetKind::frameworks:
      return list_frameworks(presets);
    case PresetKind::scenarios:
      break;
  }
  return list_scenarios(presets);
}

}  // namespace

OptionsCheck add_options(CLI::App& app, ListCommand& command) {
  add_kind(app, command.kind, false);
  app.add_flag("--json", command.json, "As an array of objects");
  return {};
}

int run(const ListCommand& command, const Presets& presets, const Streams& streams) {
  const Listed listed = list_of(command.kind, presets);
  if (command.json)
    streams.out << json_text(listed.array);
  else
    streams.out << text_of(listed.table);
  return exit_status::done;
}

}  // namespace shardscope
