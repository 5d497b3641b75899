#include "core/report/report_names.h"

#include <array>
#include <cstddef>

namespace shardscope {

namespace {

/// The entry of a table in the order of the enumeration's values.
template <class Enumeration, std::size_t count>
std::string_view entry(const std::array<std::string_view, count>& table, Enumeration value) {
  return table.at(static_cast<std::size_t>(value));
}

}  // namespace

std::string_view name_of(Severity severity) {
  static constexpr std::array<std::string_view, 3> names = {"error", "warning", "hint"};
  return entry(names, severity);
}

std::string_view name_of(GroupKind kind) {
  static constexpr std::array<std::string_view, 5> names = {"tp", "cp", "ep", "dp", "pp"};
  return entry(names, kind);
}

std::string_view name_of(Level level) {
  static constexpr std::array<std::string_view, 4> names = {"gpu", "node", "rack", "site"};
  return entry(names, level);
}

std::string_view name_of(MemoryComponent which) {
  static constexpr std::array<std::string_view, memory_component_count> names = {"weights", "gradients", "optimizer",
                                                                                 "activations", "buffers"};
  return entry(names, which);
}

std::string_view name_of(Component component) {
  static constexpr std::array<std::string_view, 8> names = {"embedding", "attention",      "mlp",   "router",
                                                            "experts",   "shared_experts", "norms", "head"};
  return entry(names, component);
}

std::string_view name_of(PassKind kind) {
  constexpr std::array<std::string_view, pass_kinds> names = {
      "forward",        "backward",           "backward_weight",
      "backward_input", "overlapped_forward", "overlapped_backward",
      "forward",        "embedding",          "loss",
      "loss_backward",  "embedding_backward"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(DependencyKind kind) {
  constexpr std::array<std::string_view, 3> names = {"order", "input", "kept"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(Unit unit) {
  static constexpr std::array<std::string_view, 10> names = {
      "", "bytes", "seconds", "flops", "flops_per_second", "bytes_per_second", "tokens", "dollars", "watts", "joules"};
  return entry(names, unit);
}

}  // namespace shardscope
