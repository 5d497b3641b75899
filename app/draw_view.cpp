#include "app/draw_view.h"

#include <algorithm>
#include <optional>

#include "app/explorer/explorer.h"
#include "app/explorer/window.h"
#include "app/files/files.h"
#include "render/picture/frame_svg.h"
#include "render/picture/offscreen.h"
#include "render/picture/png.h"

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

Outcome<std::monostate> draw_shown(Explorer explorer, const DrawOptions& options) {
  Outcome<Offscreen> made = Offscreen::create();
  if (!succeeded(made)) return problems_of(made);
  Offscreen& offscreen = std::get<0>(made);
  Theme theme = options.theme == "light" ? light_theme() : dark_theme();
  theme.scale = options.scale;
  theme.fonts = offscreen.fonts();
  explorer.settings.light = !theme.dark;
  offscreen.activate();
  const bool as_paths = options.to.ends_with(".svg");
  if (as_paths) theme.fonts.hatch = -1;  // lines of their own
  apply_theme(ImGui::GetStyle(), theme);
  ImGuiStyle& style = ImGui::GetStyle();
  if (as_paths) style.AntiAliasedLines = style.AntiAliasedLinesUseTex = style.AntiAliasedFill = false;
  const Image picture = offscreen.picture(options.width, options.height, theme.panel, [&] {
    if (explorer.tab == Tab::lab || explorer.grown == ViewKind::all)
      draw_explorer(explorer, theme);
    else
      draw_view_alone(explorer, theme, explorer.grown);
  });
  if (as_paths) {
    std::string why = write_text_file(options.to, frame_svg(*ImGui::GetDrawData(), theme.fonts, theme.panel));
    if (!why.empty()) return wrong("--to", std::move(why));
    return std::monostate{};
  }
  if (const std::optional<Problem> problem = write_png(options.to, picture)) return std::vector{*problem};
  return std::monostate{};
}

Outcome<std::monostate> draw_view(const Presets& presets, const Scenario& scenario, const DrawOptions& options,
                                  const TakenIn& taken) {
  const std::optional<ViewKind> view = view_named(options.view);
  if (!view)
    return wrong(
        "--view",
        "\"" + shown(options.view) +
            "\" isn't one of window, memory, timeline, step, cluster, network, matrix, sites, lab, run, launch");
  Explorer explorer = make_explorer(presets, scenario, {}, Settings{});
  explorer.grown = *view;
  explorer.taken = taken;
  if (!taken.framework.empty()) explorer.launch.rules = explorer.launch.form = taken.framework;
  explorer.evaluate_seconds = 0;  // a picture of the same scenario is the same picture
  if (options.view == "network") explorer.cluster.page = ClusterPage::network;
  if (options.view == "matrix") explorer.cluster.page = ClusterPage::matrix;
  if (options.view == "sites") explorer.cluster.page = ClusterPage::sites;
  if (options.view == "lab") {
    open_tab(explorer, Tab::lab);
    explorer.lab->simulate_seconds = 0;
  }
  return draw_shown(std::move(explorer), options);
}

}  // namespace shardscope
