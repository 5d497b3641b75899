// What is open when the program ends and comes back when it starts again: the scenarios in their tabs, edits included,
// and whose rules and text the Launch view shows; in a file beside the settings.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/explorer/explorer.h"
#include "core/presets/presets.h"

namespace shardscope {

struct Session {
  std::vector<Document> documents;
  std::size_t shown = 0;    // of them
  std::string rules, form;  // the frameworks picked in the Launch view; empty: none was

  bool operator==(const Session&) const = default;
};

/// The scenarios that are open, as JSON.
[[nodiscard]] std::string write_session(const Explorer& explorer);

/// What such a text says; a scenario that can't be read any more (a preset that is gone) is left out.
[[nodiscard]] Session read_session(std::string_view text, const Presets& presets);

/// The frameworks that were picked; one that is gone leaves the usual one.
void take_choices(Explorer& explorer, const Session& session);
/// Opens the scenarios in the place of the only one that is open; nothing where there are none.
void take_documents(Explorer& explorer, const Session& session);

/// Beside the settings; empty where there is no home. Saving fails silently: what is open is no document.
[[nodiscard]] std::filesystem::path session_file();
[[nodiscard]] Session load_session(const std::filesystem::path& file, const Presets& presets);
void save_session(const std::filesystem::path& file, const Explorer& explorer);

}  // namespace shardscope
