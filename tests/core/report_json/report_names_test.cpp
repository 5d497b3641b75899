#include <doctest/doctest.h>

#include <set>
#include <string>

#include "core/pipeline/dependencies.h"
#include "core/report/report.h"

using namespace shardscope;

namespace {

template <class Enumeration>
std::set<std::string> names_up_to(Enumeration last) {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(last); ++i) names.insert(std::string(name_of(static_cast<Enumeration>(i))));
  return names;
}

}  // namespace

TEST_CASE("the names are the ones that the report's contract lists") {
  CHECK(names_up_to(Severity::hint) == std::set<std::string>{"error", "warning", "hint"});
  CHECK(names_up_to(GroupKind::pp) == std::set<std::string>{"tp", "pp", "dp", "cp", "ep"});
  CHECK(names_up_to(Reach::site) == std::set<std::string>{"gpu", "node", "rack", "site"});
  CHECK(names_up_to(MemoryComponent::buffers) ==
        std::set<std::string>{"weights", "gradients", "optimizer", "activations", "buffers"});
}

TEST_CASE("each value has its own name") {
  CHECK(names_up_to(PassKind::overlapped_backward).size() == 6);
  CHECK(name_of(PassKind::lone_forward) == name_of(PassKind::forward));
  CHECK(name_of(PassKind::backward_input) == "backward_input");
  CHECK(names_up_to(DependencyKind::kept) == std::set<std::string>{"order", "input", "kept"});
  CHECK(name_of(GroupKind::dp) == "dp");
  CHECK(name_of(GroupKind::pp) == "pp");
  CHECK(name_of(Reach::rack) == "rack");
  CHECK(name_of(MemoryComponent::optimizer) == "optimizer");
  CHECK(name_of(Component::shared_experts) == "shared_experts");
  CHECK(name_of(Component::head) == "head");
  CHECK(names_up_to(Component::head).size() == 8);
  CHECK(name_of(Unit::bytes_per_second) == "bytes_per_second");
  CHECK(name_of(Unit::joules) == "joules");
  CHECK(names_up_to(Unit::dollars_per_kwh).size() == 22);
}
