#include "app/session/own_presets.h"

#include <filesystem>
#include <memory>
#include <utility>

#include "app/files/keep_preset.h"
#include "core/presets/user_presets.h"
#include "core/scenario_json/write.h"

namespace shardscope {

void use_presets(Session& session, std::shared_ptr<const Presets> presets) {
  session.presets = presets.get();
  session.own_presets = std::move(presets);
  ++session.presets_version;
}

bool save_as_preset(Session& session, const std::string& name, const std::string& directory) {
  const std::string title = name.ends_with(".json") ? name.substr(0, name.size() - 5) : name;
  Document document = session.history.present();
  document.said.scenario.name = title;
  const Outcome<std::string> kept = keep_preset(PresetKind::scenarios, preset_file_name(title),
                                                write_scenario(document.said, *session.presets), directory);
  if (!succeeded(kept)) {
    session.notice = {problems_of(kept).front().message, true};
    return false;
  }
  auto presets = std::make_shared<Presets>(*session.presets);
  const std::vector<Problem> problems = add_user_presets(*presets, directory);
  use_presets(session, std::move(presets));
  document.said.scenario.preset = preset_file_name(title);
  document.baseline = document.said;
  document.file.clear();
  session.history.replace_present(std::move(document));
  turn_to_present(session);
  const std::string saved = "Saved as preset " + preset_file_name(title);
  session.notice = {saved + " in " + std::filesystem::path(value_of(kept)).parent_path().string(), false, {}, saved};
  if (!problems.empty()) session.notice = {line_of(problems.front(), {}), true};
  return true;
}

}  // namespace shardscope
