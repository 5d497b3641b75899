// What is open when the program ends and comes back when it starts again: the scenarios in their tabs, edits included,
// and whose rules and text the Launch view shows; in a file beside the settings.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"

namespace shardscope {

struct KeptDocuments {
  std::vector<Document> documents;
  std::size_t shown = 0;    // of them
  std::string rules, form;  // the frameworks picked in the Launch view; empty: none was

  bool operator==(const KeptDocuments&) const = default;
};

/// The scenarios that are open, as JSON.
[[nodiscard]] std::string write_kept_documents(const Session& session);

/// What such a text says; a scenario that can't be read any more (a preset that is gone) is left out.
[[nodiscard]] KeptDocuments read_kept_documents(std::string_view text, const Presets& presets);

/// The frameworks that were picked; one that is gone leaves the usual one.
void take_choices(Session& session, const KeptDocuments& kept);
/// Opens the scenarios in the place of the only one that is open; nothing where there are none.
void take_documents(Session& session, const KeptDocuments& kept);

/// Beside the settings; empty where there is no home. Saving fails silently: what is open is no document.
[[nodiscard]] std::filesystem::path kept_documents_file();
[[nodiscard]] KeptDocuments load_kept_documents(const std::filesystem::path& file, const Presets& presets);
void save_kept_documents(const std::filesystem::path& file, const Session& session);

}  // namespace shardscope
