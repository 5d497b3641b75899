#include "app/explorer/state/view_list.h"

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
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
  CHECK(picture_names_in_words().starts_with("window, memory, timeline, "));
  CHECK(picture_names_in_words().ends_with(" or " + std::string(picture_names().back())));
}

TEST_CASE("the program's README says of each view what it shows") {
  std::ifstream file(source_path("app/README.md"));
  std::ostringstream readme;
  readme << file.rdbuf();
  for (const ViewEntry& view : view_entries())
    CHECK_MESSAGE(readme.str().find(view.info.title) != std::string::npos, std::string(view.info.title));
}

TEST_CASE("a lesson's schema has the views that there are, and the program's lessons show no other") {
  const std::vector<std::string_view> names = picture_names();
  std::string of_schema;
  for (const std::string& name : views_of_schema()) of_schema += (of_schema.empty() ? "" : ", ") + name;
  CHECK(of_schema == picture_names_in_words(", "));
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
