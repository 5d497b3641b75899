#include "render/explain/explain_wait.h"

#include "render/text/format.h"

namespace shardscope {

namespace {

std::string_view short_name(PassKind kind) {
  switch (role_of(kind)) {
    case PassRole::forward:
      return "forward";
    case PassRole::weight:
      return "weight gradient";
    case PassRole::backward:
      break;
  }
  return kind == PassKind::backward_input ? "input gradient" : "backward";
}

}  // namespace

std::string wait_words(const Timeline& timeline, const GanttHover& hover, std::string_view lane) {
  if (!hover.pass || !hover.rank) return {};
  if (!hover.waited) return "needs no other pass";
  const Pass before = timeline.lane(hover.waited->pass.rank)[hover.waited->pass.bar].pass;
  const std::string name = std::string(short_name(before.kind)) + " of micro-batch " + grouped(before.micro_batch);
  if (hover.waited->kind == DependencyKind::order) return "right after its own " + name;
  std::string words = "waited for the " + name;
  if (hover.waited->pass.rank != *hover.rank)
    words += " on " + std::string(lane) + " " + grouped(hover.waited->pass.rank);
  if (hover.waited->transfer > 0) words += " and its transfer";
  return words;
}

}  // namespace shardscope
