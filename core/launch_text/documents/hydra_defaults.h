// A YAML configuration that Hydra composes of several files: its list `defaults` names them ("- train: 7b" is
// train/7b.yaml), and each lies under or over what the file itself says. Hydra 1.3, "The Defaults List".
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/frameworks/read_flags.h"

namespace shardscope {

struct HydraPart {
  std::string path;     // "train/7b.yaml", below the file's own folder
  std::string group;    // "train"; empty: it lies at the top
  std::string package;  // below which key it is put, where the entry says that ("@model.overlap"); else empty
  bool over = false;    // it stands behind _self_, or that isn't in the list: it goes before what the file itself says
  int line = 0;

  bool operator==(const HydraPart&) const = default;
};

/// What the list names, in its order; without what is left open (???, null, an interpolation) and Hydra's own groups.
[[nodiscard]] std::vector<HydraPart> hydra_parts(std::span<const GivenFlag> flags);

/// A configuration's values as read_launch_document() gives them, with those of the parts whose texts are among the
/// files (by names without folders) and, on top, of a command line. A part without a package is below its group or, as
/// some tools take it, at the top: wherever the frameworks know more of its keys. `used`: the files that it took.
[[nodiscard]] Outcome<std::vector<GivenFlag>> read_composed_document(
    LaunchForm form, std::string_view text, std::span<const LaunchFramework> frameworks,
    const std::map<std::string, std::string, std::less<>>& files, std::span<const std::string> arguments,
    std::vector<std::string>& used);

/// Those of its parts that aren't among the files.
[[nodiscard]] std::vector<HydraPart> hydra_parts_elsewhere(
    std::span<const GivenFlag> flags, const std::map<std::string, std::string, std::less<>>& files);

/// That parts aren't here: an error where the text has no plan by itself, and a hint where it has.
[[nodiscard]] std::optional<Problem> composed_elsewhere(const LaunchFramework* framework,
                                                        std::span<const GivenFlag> flags,
                                                        const std::map<std::string, std::string, std::less<>>& files);

}  // namespace shardscope
