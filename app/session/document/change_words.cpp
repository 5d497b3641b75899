#include "app/session/document/change_words.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/changes/follow_edit.h"
#include "core/transformer/layout.h"
#include "render/text/format.h"
#include "render/text/spoken_value.h"

namespace shardscope {

namespace {

std::string words_for(const Field& field, const Scenario& before, const Scenario& after) {
  return std::string(field.label) + " " + spoken_value(field, field.get(before)) + " → " +
         spoken_value(field, field.get(after));
}

/// "stage 3: 8 → 7 layers, stage 4: 8 → 9 layers" where nothing but the layout differs.
std::string layout_words(const Scenario& before, const Scenario& after) {
  Scenario laid_out = before;
  laid_out.plan.stage_layers = after.plan.stage_layers;
  laid_out.plan.pipeline_layout = after.plan.pipeline_layout;
  if (laid_out != after) return {};
  const auto layout = [](const Scenario& scenario) {
    const Scenario filled = with_defaults(scenario);
    return stage_layout(filled.model, filled.plan);
  };
  const std::vector<StageContent> was = layout(before), is = layout(after);
  if (was.size() != is.size()) return {};
  std::string words;
  std::int64_t changed = 0;
  for (std::size_t k = 0; k < is.size(); ++k) {
    if (was[k].layers() == is[k].layers() && was[k].mtp_layers == is[k].mtp_layers) continue;
    ++changed;
    words += (words.empty() ? "Stage " : ", stage ") + std::to_string(k);
    words += was[k].layers() == is[k].layers()
                 ? ": MTP layers"
                 : ": " + grouped(was[k].layers()) + " → " + grouped(is[k].layers()) + " layers";
  }
  if (changed == 0) return {};
  return changed <= 2 ? words : "Layout of " + grouped(changed) + " stages";
}

std::vector<const Field*> differing_fields(const Scenario& before, const Scenario& after) {
  std::vector<const Field*> differing;
  for (const Field& field : fields())
    if (field.get(before) != field.get(after)) differing.push_back(&field);
  return differing;
}

}  // namespace

std::string change_words(const Scenario& before, const Scenario& after, const std::string& path) {
  if (before == after) return {};
  if (before.name != after.name) return after.name;
  if (before.model.preset != after.model.preset) return "Model " + after.model.title;
  if (before.cluster.gpu.preset != after.cluster.gpu.preset) return "GPU " + after.cluster.gpu.title;
  if (std::string words = layout_words(before, after); !words.empty()) return words;
  const Field* touched = find_field(path);
  if (touched != nullptr && touched->get(before) != touched->get(after)) return words_for(*touched, before, after);
  const std::vector<const Field*> differing = differing_fields(before, after);
  if (differing.empty()) return {};
  std::string words = words_for(*differing.front(), before, after);
  if (differing.size() > 1) words += " and " + grouped(static_cast<std::int64_t>(differing.size()) - 1) + " more";
  return words;
}

const Field* cause_of(const Scenario& before, const Scenario& after) {
  if (before.name != after.name || before.model.preset != after.model.preset ||
      before.cluster.gpu.preset != after.cluster.gpu.preset)
    return nullptr;
  const Field* cause = nullptr;
  const Field* follower = nullptr;
  std::size_t first = follower_count;
  for (const Field* field : differing_fields(before, after)) {
    const auto* const found = std::find_if(std::begin(follower_fields), std::end(follower_fields),
                                           [&](const FollowerField& each) { return each.path == field->path; });
    const auto place = static_cast<std::size_t>(found - std::begin(follower_fields));
    if (place < first) first = place, follower = field;
    if (place < follower_count) continue;
    if (cause != nullptr) return nullptr;
    cause = field;
  }
  if (cause != nullptr) return cause;
  const bool schedule_chosen = first == static_cast<std::size_t>(Follower::virtual_stages) &&
                               before.plan.schedule != after.plan.schedule;  // which brings its chunks
  return schedule_chosen ? find_field("plan.schedule") : follower;
}

}  // namespace shardscope
