#include "app/explorer/write_picture.h"

#include <algorithm>
#include <optional>

#include "app/explorer/explorer.h"
#include "app/explorer/window.h"
#include "app/files/files.h"
#include "app/session/log/log_session.h"
#include "render/picture/frame_svg.h"
#include "render/picture/offscreen.h"
#include "render/picture/png.h"

namespace shardscope {

namespace {

PictureSize size_of(const Explorer& explorer, const DrawOptions& options) {
  const ViewEntry* view = find_view(shown_view(explorer));
  const PictureSize usual = view != nullptr ? view->info.size : PictureSize{};
  return {options.width > 0 ? options.width : usual.width, options.height > 0 ? options.height : usual.height};
}

std::vector<Problem> wrong(std::string path, std::string message) {
  return {{Severity::error, std::move(path), std::move(message), "draw-option"}};
}

}  // namespace

Outcome<std::monostate> write_picture(Explorer explorer, const DrawOptions& options) {
  Outcome<Offscreen> made = Offscreen::create();
  if (!succeeded(made)) return problems_of(made);
  Offscreen& offscreen = std::get<0>(made);
  Theme theme = options.theme == "light" ? light_theme() : dark_theme();
  const PictureSize size = size_of(explorer, options);
  theme.scale = scale_within({static_cast<float>(size.width), static_cast<float>(size.height)}, options.scale);
  theme.fonts = offscreen.fonts();
  explorer.session.settings.light = !theme.dark;
  offscreen.activate();
  const bool as_paths = options.to.ends_with(".svg");
  if (as_paths) theme.fonts.hatch = -1;  // lines of their own
  apply_theme(ImGui::GetStyle(), theme);
  ImGuiStyle& style = ImGui::GetStyle();
  if (as_paths) style.AntiAliasedLines = style.AntiAliasedLinesUseTex = style.AntiAliasedFill = false;
  const Image picture = offscreen.picture(size.width, size.height, theme.panel, [&] {
    if (explorer.alone != nullptr || explorer.grown.empty())
      draw_explorer(explorer, theme);
    else
      draw_view_alone(explorer, theme);
  });
  if (as_paths) {
    std::string why = write_text_file(options.to, frame_svg(*ImGui::GetDrawData(), theme.fonts, theme.panel));
    if (!why.empty()) return wrong("--to", std::move(why));
    return std::monostate{};
  }
  if (const std::optional<Problem> problem = write_png(options.to, picture)) return std::vector{*problem};
  return std::monostate{};
}

Outcome<std::monostate> write_picture(const Presets& presets, const LaunchedScenario& said, const DrawOptions& options,
                                      const TakenIn& taken) {
  const std::vector<std::string_view> names = picture_names();
  if (std::find(names.begin(), names.end(), options.view) == names.end())
    return wrong("--view", "\"" + shown(options.view) + "\" isn't one of " + picture_names_in_words(", "));
  Explorer explorer = make_explorer(presets, said, {}, Settings{});
  show_view(explorer, options.view);
  take_origin(explorer.session, taken);
  if (!options.log.empty() && !open_log_file(explorer.session, options.log, PlanOfLog::the_present))
    return wrong("--log", explorer.session.notice.text);
  explorer.session.attention = Attention::none;  // the view is the one that was asked for
  explorer.session.evaluate_seconds = 0;         // a picture of the same scenario is the same picture
  return write_picture(std::move(explorer), options);
}

}  // namespace shardscope
