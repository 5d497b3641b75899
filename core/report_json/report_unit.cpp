#include "core/report_json/report_unit.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace shardscope {

namespace {

/// What keys end in where they say their unit, the longer ones first.
struct KeyUnit {
  std::string_view ending;
  Unit unit;
};
constexpr std::array key_units = {KeyUnit{"flops_per_gpu_per_second", Unit::flops_per_second},
                                  KeyUnit{"flops_per_second", Unit::flops_per_second},
                                  KeyUnit{"bytes_per_second_per_gpu", Unit::bytes_per_second},
                                  KeyUnit{"bytes_per_gpu_per_step", Unit::bytes},
                                  KeyUnit{"bandwidth", Unit::bytes_per_second},
                                  KeyUnit{"bytes", Unit::bytes},
                                  KeyUnit{"seconds", Unit::seconds},
                                  KeyUnit{"flops", Unit::flops},
                                  KeyUnit{"usd", Unit::dollars},
                                  KeyUnit{"watts", Unit::watts},
                                  KeyUnit{"joules", Unit::joules}};
constexpr std::array<std::string_view, 8> shares = {"mfu",     "hfu",        "bubble_fraction", "bubble_share_of_step",
                                                    "goodput", "efficiency", "hidden_share",    "share_of_peak"};

bool ends_in(std::string_view key, std::string_view ending) {
  return key == ending || (key.ends_with(ending) && key[key.size() - ending.size() - 1] == '_');
}

Unit unit_of_key(std::string_view key) {
  constexpr std::string_view range = "_range";
  if (key.ends_with(range)) key.remove_suffix(range.size());
  if (std::find(shares.begin(), shares.end(), key) != shares.end()) return Unit::share;
  const auto said =
      std::find_if(key_units.begin(), key_units.end(), [&](const KeyUnit& each) { return ends_in(key, each.ending); });
  return said != key_units.end() ? said->unit : Unit::none;
}

}  // namespace

Unit unit_of_figure(const FieldPath& path) {
  for (auto key = path.keys.rbegin(); key != path.keys.rend(); ++key)
    if (const Unit unit = unit_of_key(*key); unit != Unit::none) return unit;
  return Unit::none;
}

}  // namespace shardscope
