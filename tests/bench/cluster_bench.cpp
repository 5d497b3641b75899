// How long a frame of the grown Cluster view takes on software GL, 1760 x 1080, from a thousand GPUs to a million, from
// all of them to one, and each page.
#include <imgui.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/explorer/state/explorer.h"
#include "app/explorer/window.h"
#include "render/cluster/racks.h"
#include "render/picture/offscreen.h"
#include "tests/bench/drawn.h"
#include "tests/bench/scenarios.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

constexpr int width = 1760, height = 1080;
constexpr double aim = 16.6e-3;

/// GPT-3 on so many H100s in nodes of 8: TP 8, PP 8 and the rest replicas, some GPUs idle; halls of 8,192.
LaunchedScenario scenario_of(const Presets& presets, std::int64_t gpus) {
  LaunchedScenario said = *presets.launched("gpt3-175b-v100");
  said.scenario.cluster = {};
  said.scenario.cluster.gpu = *presets.gpu("h100-sxm");
  said.scenario.cluster.gpus = gpus;
  said.scenario.cluster.topology.hall.gpus = 8192;
  Plan plan;
  plan.tp = 8, plan.pp = 8, plan.dp = gpus / 64;
  plan.sequence_length = 2048, plan.micro_batch = 1, plan.global_batch = 16 * *plan.dp;
  said.scenario.plan = plan;
  return said;
}

struct Painter {
  Offscreen& offscreen;
  const Theme& theme;
  double reading = 0;

  /// Painted to the last pixel, without the time of reading them back.
  Timing time(Explorer& explorer) const {
    Timing timing = time_of([&] {
      offscreen.frame(width, height, theme.panel, [&] { draw_view_alone(explorer, theme); });
      (void)offscreen.pixels();
    });
    timing.median -= reading, timing.p10 -= reading, timing.p90 -= reading;
    return timing;
  }
};

std::string name_of(std::int64_t gpus, const char* what) {
  return std::to_string(gpus) + " GPUs, " + what;
}

struct Zoom {
  const char* name;
  double share;  // of the way to the nearest zoom, on a log scale
};
constexpr std::array<Zoom, 4> zooms = {{{"all", 0}, {"a third in", 0.33}, {"two thirds in", 0.67}, {"one GPU", 1}}};

/// A frame at each zoom of a cluster of that many GPUs; seconds.
std::array<double, zooms.size()> time_zooms(Painter& painter, Explorer& explorer, std::int64_t gpus) {
  (void)painter.time(explorer);
  painter.reading = time_of([&] { return painter.offscreen.pixels().rgba.size(); }).median;
  const RackGrid grid = grid_for(explorer.session.report, {{0, 0}, {1060, 900}}, painter.theme.px(24));
  std::array<double, zooms.size()> medians = {};
  for (std::size_t i = 0; i < zooms.size(); ++i) {
    explorer.of<ClusterState>().racks =
        zoom_about({}, 0.41, 0.37, std::pow(zoom_max(grid), zooms[i].share), zoom_max(grid));
    const Timing timing = painter.time(explorer);
    print(name_of(gpus, zooms[i].name).c_str(), timing, aim);
    medians[i] = timing.median;
  }
  explorer.of<ClusterState>().racks = {};
  return medians;
}

void time_pages(const Painter& painter, Explorer& explorer, std::int64_t gpus) {
  for (const auto& [page, words] :
       {std::pair{ClusterPage::network, "network"}, std::pair{ClusterPage::matrix, "matrix"}}) {
    explorer.of<ClusterState>().arranged.page = page;
    explorer.session.evaluate_seconds = 0;  // all that is worked out is, in the first frame
    print(name_of(gpus, words).c_str(), painter.time(explorer), aim);
  }
}

void time_clusters(Offscreen& offscreen, const Theme& theme) {
  const Presets presets = shipped_presets();
  Painter painter{offscreen, theme};
  std::array<double, zooms.size()> first = {};
  double worst = 0;
  for (const std::int64_t gpus : {1'024, 25'024, 100'032, 1'048'576}) {
    Explorer explorer = make_explorer(presets, scenario_of(presets, gpus), {}, Settings{});
    show_view(explorer, "cluster");
    explorer.of<ClusterState>().racks_grown = true;
    const std::array<double, zooms.size()> medians = time_zooms(painter, explorer, gpus);
    if (first[0] == 0) first = medians;
    for (std::size_t i = 0; i < zooms.size(); ++i) worst = std::max(worst, medians[i] / first[i]);
    time_pages(painter, explorer, gpus);
  }
  // Experts' all-to-alls and trees fill more of the matrix than rings do.
  Explorer experts = make_explorer(presets, *presets.launched("deepseek-v3-2048-h800"), {}, Settings{});
  show_view(experts, "matrix");
  experts.of<ClusterState>().racks_grown = true;
  print("2048 GPUs of a mixture of experts, matrix", painter.time(experts), aim);
  std::printf("the slowest of a zoom over a thousand GPUs' frame: %.2f  aim 2\n", worst);
}

}  // namespace

int main() {
  return drawn(time_clusters);
}
