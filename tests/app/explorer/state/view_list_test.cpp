#include "app/explorer/state/view_list.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "tests/app/desk.h"
#include "tests/core/lessons/real_lessons.h"

using namespace shardscope;
using namespace shardscope::testing;
using namespace shardscope::tests;

TEST_CASE("every view says what it is, and no two have a name in common") {
  std::set<std::string_view> names;
  for (const ViewEntry& view : view_entries()) {
    CAPTURE(std::string(view.info.name));
    CHECK_FALSE(view.info.title.empty());
    CHECK(view.info.help.ends_with('.'));
    CHECK((view.info.pages.empty() || view.info.pages.front() == view.info.name));
    CHECK(view.info.pages.empty() == (view.show_page == nullptr));
  }
  for (const std::string_view name : picture_names()) CHECK(names.insert(name).second);
  CHECK(
      picture_names_in_words() ==
      "window, memory, timeline, step, cluster, network, matrix, sites, lessons, lab, run, compare, search, launch or "
      "log");
}

TEST_CASE("a lesson's schema has the views that there are, and the program's lessons show no other") {
  const std::vector<std::string_view> names = picture_names();
  CHECK(views_of_schema() == std::vector<std::string>(names.begin(), names.end()));
  CHECK(load_lessons(source_path("presets"), {}, names).problems.empty());
}

TEST_CASE("every name that a picture can be asked for by shows its view, and is what is shown then") {
  Explorer explorer = explorer_on("gpt2-xl-8-a100");
  for (const std::string_view name : picture_names()) {
    show_view(explorer, name);
    CHECK(shown_view(explorer) == name);
  }
  CHECK(find_view("elsewhere") == nullptr);
}

TEST_CASE("a figure of the verdict leads to the view that is about it") {
  CHECK(name_of_view(Headline::days) == RunState::info.name);
  CHECK(name_of_view(Headline::mfu).empty());
}
