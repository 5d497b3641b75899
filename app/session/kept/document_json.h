// A document as JSON and back: its scenario, what that was opened as, its file and script. Not its history.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "app/session/document/history.h"
#include "core/presets/presets.h"

namespace shardscope {

/// `with_script`: the text that a launch was read from too.
[[nodiscard]] nlohmann::ordered_json json_of(const Document& document, const Presets& presets, bool with_script);
/// Nothing where its scenario can't be read any more (a preset that is gone).
[[nodiscard]] std::optional<Document> document_of(const nlohmann::ordered_json& json, const Presets& presets);

}  // namespace shardscope
