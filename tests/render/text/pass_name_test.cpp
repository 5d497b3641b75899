#include "render/text/pass_name.h"

#include <doctest/doctest.h>

#include <set>
#include <string_view>

using namespace shardscope;

TEST_CASE("passes are named by what they compute, however they are run") {
  CHECK(pass_name(PassKind::forward) == pass_name(PassKind::overlapped_forward));
  CHECK(pass_name(PassKind::forward) == pass_name(PassKind::lone_forward));
  CHECK(pass_name(PassKind::backward) == pass_name(PassKind::overlapped_backward));
  CHECK(pass_name(PassKind::backward_input) == "Backward, input gradient");
  CHECK(pass_name(PassKind::backward_weight) == "Weight gradient");
  CHECK(pass_name(PassKind::embedding) != pass_name(PassKind::loss));
  CHECK(pass_name(PassKind::loss_backward) == "Loss, backward");
}

TEST_CASE("every kind of work has names of its own, as short as there is room for") {
  std::set<std::string_view> titles, words, beside, brief;
  for (std::size_t kind = 0; kind < bar_kinds; ++kind) {
    const WorkName& name = name_of_work(static_cast<BarKind>(kind));
    titles.insert(name.title), words.insert(name.word), beside.insert(name.beside), brief.insert(name.brief);
    CHECK(name.brief.size() <= name.beside.size());
  }
  for (const auto& names : {titles, words, beside, brief}) CHECK(names.size() == bar_kinds);
}
