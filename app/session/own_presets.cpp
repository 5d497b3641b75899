#include "app/session/own_presets.h"

#include <filesystem>
#include <memory>
#include <utility>

#include "app/files/files.h"
#include "core/presets/user_presets.h"
#include "core/scenario_json/write.h"

namespace shardscope {

void use_presets(Session& session, std::shared_ptr<const Presets> presets) {
  session.presets = presets.get();
  session.own_presets = std::move(presets);
  ++session.presets_version;
}

bool save_as_preset(Session& session, const std::string& name, const std::string& directory) {
  const auto fail = [&](std::string why) {
    session.notice = {std::move(why), true};
    return false;
  };
  if (directory.empty()) return fail("there is no folder for presets: neither XDG_CONFIG_HOME nor HOME is set");
  const std::string title = name.ends_with(".json") ? name.substr(0, name.size() - 5) : name;
  const std::filesystem::path folder = std::filesystem::path(directory) / entry_of(PresetKind::scenarios).name;
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) return fail("can't make " + folder.string() + ": " + failure.message());
  Document document = session.history.present();
  document.said.scenario.name = title;
  const std::string file = (folder / (preset_file_name(title) + ".json")).string();
  if (std::string why = write_text_file(file, write_scenario(document.said, *session.presets)); !why.empty())
    return fail(std::move(why));
  auto presets = std::make_shared<Presets>(*session.presets);
  const std::vector<Problem> problems = add_user_presets(*presets, directory);
  use_presets(session, std::move(presets));
  document.said.scenario.preset = preset_file_name(title);
  document.baseline = document.said;
  document.file.clear();
  session.history.replace_present(std::move(document));
  turn_to_present(session);
  const std::string saved = "Saved as preset " + preset_file_name(title);
  session.notice = {saved + " in " + folder.string(), false, {}, saved};
  if (!problems.empty()) session.notice = {line_of(problems.front(), {}), true};
  return true;
}

}  // namespace shardscope
