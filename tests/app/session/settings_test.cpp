#include "app/session/settings.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/temporary_folder.h"

using namespace shardscope;

TEST_CASE("settings survive a round trip through their file") {
  Settings settings;
  settings.theme = ThemeName::high_contrast;
  settings.zoom = 1.5F;
  settings.arrangement = {0.6F, 0.3F, 0.2F, 0.4F};
  settings.window_width = 1280;
  settings.recent_files = {"b.json", "a.json"};
  CHECK(read_settings(write_settings(settings)) == settings);

  const tests::TemporaryFolder folder;
  CHECK(load_settings(folder.write("settings.json", write_settings(settings))) == settings);
}

TEST_CASE("settings of before there were four themes keep theirs, and a name that isn't one is the dark theme") {
  CHECK(read_settings(R"({"light": true})").theme == ThemeName::light);
  CHECK(read_settings(R"({"light": true, "theme": "print"})").theme == ThemeName::print);
  CHECK(read_settings(R"({"theme": "pink"})").theme == ThemeName::dark);
}

TEST_CASE("a damaged settings file gives the defaults and loses nothing else") {
  const Settings defaults;
  for (const char* text : {"", "{", "[]", "null", "{\"zoom\": \"big\"}", "{\"upper\": null, \"recent_files\": 3}"}) {
    CAPTURE(text);
    CHECK(read_settings(text) == defaults);
  }
  CHECK(read_settings(R"({"zoom": 99, "upper": -1})").zoom == 3);
  CHECK(read_settings(R"({"zoom": 99, "upper": -1})").arrangement.upper == doctest::Approx(upper_bounds.least));
}

TEST_CASE("a share that a border was dragged to comes back, at both ends of where it can be") {
  for (const float memory : {of_three_bounds.least, of_three_bounds.most}) {
    Settings settings;
    settings.arrangement.memory = memory, settings.arrangement.step = of_three_bounds.least;
    CHECK(read_settings(write_settings(settings)) == settings);
  }
}

TEST_CASE("a file opened again moves to the front of the recent files, and only the newest are kept") {
  Settings settings;
  for (int i = 0; i < 20; ++i) remember_file(settings, "scenario" + std::to_string(i) + ".json");
  CHECK(settings.recent_files.size() == recent_files_max);
  remember_file(settings, "scenario15.json");
  CHECK(settings.recent_files.front() == "scenario15.json");
  CHECK(settings.recent_files.size() == recent_files_max);
}

TEST_CASE("recent files of another window stand behind one's own, each once") {
  Settings settings;
  settings.recent_files = {"c.json", "a.json"};
  add_recent_files(settings, {"b.json", "a.json"});
  CHECK(settings.recent_files == std::vector<std::string>{"c.json", "a.json", "b.json"});
  add_recent_files(settings, std::vector<std::string>(50, "d.json"));
  CHECK(settings.recent_files.size() == 4);
}

TEST_CASE("the window's place is kept, and absent until it was somewhere") {
  CHECK_FALSE(read_settings("{}").window_x.has_value());
  Settings settings;
  settings.window_x = -1200, settings.window_y = 40, settings.maximized = true;
  const Settings read = read_settings(write_settings(settings));
  CHECK(read == settings);
  CHECK(read_settings(R"({"window_x": "left", "window_y": 3})").window_x == 0);
}
