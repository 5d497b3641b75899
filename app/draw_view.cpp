#include "app/draw_view.h"

#include <algorithm>
#include <optional>

#include "app/explorer/explorer.h"
#include "app/explorer/window.h"
#include "app/files.h"
#include "render/frame_svg.h"
#include "render/offscreen.h"
#include "render/png.h"

namespace shardscope {

namespace {

std::optional<ViewKind> view_named(const std::string& name) {
  if (name == "window" || name == "lab") return ViewKind::all;
  if (name == "memory") return ViewKind::memory;
  if (name == "step") return ViewKind::step;
  if (name == "cluster" || name == "network" || name == "matrix" || name == "sites") return ViewKind::cluster;
  if (name == "timeline") return ViewKind::timeline;
  if (name == "run") return ViewKind::run;
  if (name == "launch") return ViewKind::launch;
  return std::nullopt;
}

std::vector<Problem> wrong(std::string path, std::string message) {
  return {{Severity::error, std::move(path), std::move(message), "draw-option"}};
}

}  // namespace

Outcome<std::monostate> draw_view(const Presets& presets, const Scenario& scenario, const DrawOptions& options,
                                  const TakenIn& taken, const std::optional<LaunchView>& launch, const Lab* lab) {
  const std::optional<ViewKind> view = view_named(options.view);
  if (!view)
    return wrong(
        "--view",
        "\"" + shown(options.view) +
            "\" isn't one of window, memory, timeline, step, cluster, network, matrix, sites, lab, run, launch");
  Outcome<Offscreen> made = Offscreen::create();
  if (!succeeded(made)) return problems_of(made);
  Offscreen& offscreen = std::get<0>(made);
  Theme theme = options.theme == "light" ? light_theme() : dark_theme();
  theme.scale = options.scale;
  theme.fonts = offscreen.fonts();
  Explorer explorer = make_explorer(presets, scenario, {}, Settings{});
  explorer.taken = taken;
  if (launch)
    explorer.launch = *launch;
  else if (!taken.framework.empty())
    explorer.launch.rules = explorer.launch.form = taken.framework;
  explorer.settings.light = !theme.dark;
  explorer.evaluate_seconds = 0;  // a picture of the same scenario is the same picture
  if (options.view == "network") explorer.cluster.page = ClusterPage::network;
  if (options.view == "matrix") explorer.cluster.page = ClusterPage::matrix;
  if (options.view == "sites") explorer.cluster.page = ClusterPage::sites;
  if (options.view == "lab") {
    if (lab != nullptr) explorer.lab = copy_of(*lab);
    open_tab(explorer, Tab::lab);
    explorer.lab->simulate_seconds = 0;
  }
  offscreen.activate();
  const bool as_paths = options.to.ends_with(".svg");
  if (as_paths) theme.fonts.hatch = -1;  // lines of their own
  apply_theme(ImGui::GetStyle(), theme);
  ImGuiStyle& style = ImGui::GetStyle();
  if (as_paths) style.AntiAliasedLines = style.AntiAliasedLinesUseTex = style.AntiAliasedFill = false;
  const Image picture = offscreen.picture(options.width, options.height, theme.panel, [&] {
    if (*view == ViewKind::all)
      draw_explorer(explorer, theme);
    else
      draw_view_alone(explorer, theme, *view);
  });
  if (as_paths) {
    std::string why = write_text_file(options.to, frame_svg(*ImGui::GetDrawData(), theme.fonts, theme.panel));
    if (!why.empty()) return wrong("--to", std::move(why));
    return std::monostate{};
  }
  if (const std::optional<Problem> problem = write_png(options.to, picture)) return std::vector{*problem};
  return std::monostate{};
}

}  // namespace shardscope
