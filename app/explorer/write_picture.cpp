#include "app/explorer/write_picture.h"

#include <algorithm>
#include <optional>

#include "app/explorer/state/explorer.h"
#include "app/explorer/window.h"
#include "app/output/drawing.h"
#include "app/session/log_session.h"

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
  const PictureSize size = size_of(explorer, options);
  Drawing drawing{options.to, size.width, size.height, theme_of(options.theme)};
  drawing.theme.scale = scale_within({static_cast<float>(size.width), static_cast<float>(size.height)}, options.scale);
  explorer.session.settings.theme = options.theme;
  const std::optional<Problem> problem = write_drawing(drawing, [&](const Theme& theme) {
    if (explorer.alone != nullptr || explorer.grown.empty())
      draw_explorer(explorer, theme);
    else
      draw_view_alone(explorer, theme);
  });
  if (problem) return std::vector{*problem};
  return std::monostate{};
}

Outcome<std::monostate> write_picture(const Presets& presets, const LaunchedScenario& said, const DrawOptions& options,
                                      const TakenIn& taken) {
  const std::vector<std::string_view> names = picture_names();
  if (!options.view.empty() && std::find(names.begin(), names.end(), options.view) == names.end())
    return wrong("--view", "\"" + shown(options.view) + "\" isn't one of " + picture_names_in_words(", "));
  Explorer explorer = make_explorer(presets, said, {}, Settings{});
  show_view(explorer, options.view);
  take_origin(explorer.session, taken);
  explorer.keeps_back = options.keeps_back;
  if (!options.log.empty() && !open_log_file(explorer.session, options.log, PlanOfLog::the_present))
    return wrong("--log", explorer.session.notice.text);
  explorer.session.attention = Attention::none;  // the view is the one that was asked for
  explorer.session.evaluate_seconds = 0;         // a picture of the same scenario is the same picture
  return write_picture(std::move(explorer), options);
}

}  // namespace shardscope
