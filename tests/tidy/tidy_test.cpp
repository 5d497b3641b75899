// The rules that every source file of the project keeps. A slip is reported as file, line and what is wrong.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/source_path.h"
#include "tests/tidy/scanner.h"

using namespace shardscope::tidy;

namespace {

constexpr int file_lines_max = 400;
constexpr int function_lines_max = 60;

// Functions of more than 40 lines: lower it where some are mended.
constexpr int long_function_lines = 40;
constexpr std::size_t long_functions_max = 1;

constexpr int folder_files_max = 30;

const std::vector<SourceFile>& program_sources() {
  static const std::vector<SourceFile> files = read_sources(shardscope::source_path(""), {"core", "render", "app"});
  return files;
}

const std::vector<SourceFile>& all_sources() {
  static const std::vector<SourceFile> files =
      read_sources(shardscope::source_path(""), {"core", "render", "app", "tests"});
  return files;
}

std::string top_folder(std::string_view path) {
  return std::string(path.substr(0, path.find('/')));
}

bool is_ours(std::string_view path) {
  return path.starts_with("core/") || path.starts_with("render/") || path.starts_with("app/");
}

/// The folders of folder_order.txt, from the one that all others may include.
std::vector<std::string> folder_order() {
  std::ifstream list(shardscope::source_path("tests/tidy/folder_order.txt"));
  std::vector<std::string> folders;
  for (std::string line; std::getline(list, line);)
    if (!line.empty() && !line.starts_with('#')) folders.push_back(line);
  return folders;
}

/// Of a file's path: the place of its folder in the order; the order's size where it has none.
std::size_t place_in(const std::vector<std::string>& order, std::string_view path) {
  const auto found = std::find(order.begin(), order.end(), path.substr(0, path.find_last_of('/')));
  return static_cast<std::size_t>(found - order.begin());
}

std::string folder_of(const SourceFile& file) {
  return std::filesystem::path(file.path).parent_path().generic_string();
}

}  // namespace

TEST_CASE("there are sources to look at") {
  CHECK(program_sources().size() > 1);
}

TEST_CASE("a folder includes only itself and those above it in the order, and never the tests") {
  const std::vector<std::string> order = folder_order();
  for (const SourceFile& file : program_sources()) {
    const std::size_t own = place_in(order, file.path);
    CAPTURE(file.path);
    CHECK_MESSAGE(own < order.size(), "its folder has no line in tests/tidy/folder_order.txt");
    for (const std::string& name : includes_of(file.text)) {
      CAPTURE(name);
      CHECK(top_folder(name) != "tests");
      CHECK((!is_ours(name) || place_in(order, name) <= own));
    }
  }
}

TEST_CASE("every folder of the order is there, once") {
  std::set<std::string> seen;
  for (const std::string& folder : folder_order()) {
    CAPTURE(folder);
    CHECK(std::filesystem::is_directory(shardscope::source_path(folder)));
    CHECK(seen.insert(folder).second);
  }
}

TEST_CASE("core's README has each folder of core that the order has, in the order, and no other") {
  std::vector<std::string> told, there;
  std::ifstream readme(shardscope::source_path("core/README.md"));
  const std::regex row(R"(\| `([\w/]+)` \|.*\]\(([\w/]+)/\w+\.h\) \|)");
  for (std::string line; std::getline(readme, line);) {
    std::smatch parts;
    if (!std::regex_match(line, parts, row)) continue;
    told.push_back("core/" + parts[1].str());
    CHECK(parts[1] == parts[2]);  // the header to begin with is the folder's own
  }
  for (const std::string& folder : folder_order())
    if (folder.starts_with("core/")) there.push_back(folder);
  CHECK(told == there);
}

TEST_CASE("an include of the project's own names a file from the root") {
  for (const SourceFile& file : all_sources()) {
    for (const std::string& name : includes_of(file.text)) {
      const bool ours = is_ours(name) || top_folder(name) == "tests";
      CAPTURE(file.path);
      CAPTURE(name);
      CHECK((!ours || std::filesystem::exists(shardscope::source_path(name))));
      CHECK_FALSE(name.starts_with("."));
    }
  }
}

TEST_CASE("core knows of no window and no command line") {
  for (const SourceFile& file : program_sources()) {
    if (top_folder(file.path) != "core") continue;
    for (const std::string& name : includes_of(file.text)) {
      CAPTURE(file.path);
      CAPTURE(name);
      for (const std::string_view foreign : {"imgui", "glad/", "GLFW/", "GL/", "EGL/", "CLI/"}) {
        CHECK_FALSE(name.starts_with(foreign));
      }
    }
  }
}

TEST_CASE("what follows from a framework or its year is a trait: nothing else asks for either") {
  const std::set<std::string> allowed = {"core/scenario/parts/choices.h", "core/scenario/parts/choices.cpp",
                                         "core/scenario/parts/software.h", "core/scenario/software_traits.cpp"};
  // A comparison with the year, or with a number that could be one, whatever it is called.
  const std::regex framework(R"([^\w]Framework::\w)"), year(R"(software\.year\s*[<>]=?|[<>]=?\s*\w+\.year\b)"),
      number(R"([<>]=?\s*20[12]\d\b|\b20[12]\d(\.\d+)?\s*[<>]|=\s*20[12]\d(\.\d+)?[,;])");
  for (const SourceFile& file : program_sources()) {
    if (allowed.contains(file.path)) continue;
    CAPTURE(file.path);
    CHECK_FALSE(std::regex_search(file.text, framework));
    if (file.path == "core/measured/measured_again.cpp") continue;  // orders a run's releases
    if (file.path == "core/fields/software_words.cpp") continue;    // puts the eras into words
    CHECK_FALSE(std::regex_search(file.text, year));
    if (file.path == "core/fields/fields_run.cpp") continue;  // the years that a scenario may state
    CHECK_FALSE(std::regex_search(file.text, number));
  }
}

TEST_CASE("a switch over an enumeration names every case, so that the compiler asks for a new one") {
  const std::regex anything_else(R"(\n\s*default:)");
  for (const SourceFile& file : program_sources()) {
    if (file.text.find("default:") == std::string::npos) continue;
    CAPTURE(file.path);
    CHECK_FALSE(std::regex_search(file.text, anything_else));
  }
}

TEST_CASE("the library that Debian's Emscripten has knows every name of the standard's: the page is compiled with it") {
  const std::regex newer(R"(\bstd::(ranges::|views::|format\(|print\(|jthread\b|source_location|atomic_ref))");
  for (const SourceFile& file : program_sources()) {
    if (folder_of(file) == "app/python") continue;  // no part of the page
    CAPTURE(file.path);
    CHECK_FALSE(std::regex_search(file.text, newer));
  }
}

TEST_CASE("every view is in the list of views") {
  const auto of_text = [](const std::string& path) {
    for (const SourceFile& file : program_sources())
      if (file.path == path) return file.text;
    return std::string();
  };
  const std::regex tuple(R"(using Views = std::tuple<([^>]*)>)"), state(R"(struct (\w+) \{)");
  const std::string list = of_text("app/explorer/state/view_list.h");
  std::smatch listed;
  REQUIRE(std::regex_search(list, listed, tuple));
  const std::string states = "," + std::regex_replace(listed[1].str(), std::regex(R"(\s)"), "") + ",";
  for (const SourceFile& file : program_sources()) {
    const std::size_t info = file.text.find("static constexpr ViewInfo info");
    if (info == std::string::npos) continue;
    const std::string before = file.text.substr(0, info);
    std::string name;
    for (std::sregex_iterator at(before.begin(), before.end(), state), end; at != end; ++at) name = (*at)[1];
    CHECK_MESSAGE(states.find("," + name + ",") != std::string::npos, file.path, ": ", name);
  }
}

TEST_CASE("an identifier has a rate per what it is: bytes_per_token, not bytes_a_token") {
  const std::regex no_rate("\\w*(of|in|on|at|to|for|with|over|is|has|worth|break)_a_\\w+");
  for (const SourceFile& file : all_sources()) {
    const std::string code = code_only(file.text);
    const auto in_name = [&](std::size_t at) {
      return at < code.size() && (std::isalnum(static_cast<unsigned char>(code[at])) != 0 || code[at] == '_');
    };
    for (std::size_t at = code.find("_a_"); at != std::string::npos; at = code.find("_a_", at + 1)) {
      std::size_t begin = at, end = at;
      while (begin > 0 && in_name(begin - 1)) --begin;
      while (in_name(end)) ++end;
      const std::string name = code.substr(begin, end - begin);
      CAPTURE(file.path);
      CAPTURE(name);
      CHECK(std::regex_match(name, no_rate));
    }
  }
}

TEST_CASE("every folder has a header that opens with what the folder is for") {
  std::map<std::string, bool> explained;
  for (const SourceFile& file : program_sources()) {
    const std::string folder = folder_of(file);
    const std::vector<std::string> comment = opening_comment(file.text);
    const bool can_explain = file.path.ends_with(".h") || file.path == "app/main.cpp";  // which is alone in its folder
    explained[folder] |= can_explain && comment.size() >= 3 && comment[0].starts_with("// " + folder + ":");
  }
  for (const auto& [folder, has_header] : explained) {
    INFO("no header in ", folder, " opens with three or more comment lines, the first starting \"// ", folder, ":\"");
    CHECK(has_header);
  }
}

TEST_CASE("no file is too long") {
  for (const SourceFile& file : all_sources()) {
    CAPTURE(file.path);
    CHECK(line_count(file.text) <= file_lines_max);
  }
}

TEST_CASE("no function is too long") {
  for (const SourceFile& file : all_sources()) {
    for (const Function& function : functions_in(file.text)) {
      CAPTURE(file.path);
      CAPTURE(function.first_line);
      CAPTURE(function.head);
      CHECK(function.lines <= function_lines_max);
    }
  }
}

TEST_CASE("functions of more than forty lines don't become more") {
  std::vector<std::string> known;
  for (const SourceFile& file : all_sources())
    for (const Function& function : functions_in(file.text))
      if (function.lines > long_function_lines)
        known.push_back(file.path + ":" + std::to_string(function.first_line) + " " + function.head);
  std::string all;
  for (const std::string& function : known) all += "\n  " + function;
  MESSAGE("functions of more than ", long_function_lines, " lines: ", known.size(), all);
  CHECK(known.size() <= long_functions_max);
}

TEST_CASE("no folder has too many files") {
  std::map<std::string, int> files;
  for (const SourceFile& file : all_sources()) ++files[folder_of(file)];
  for (const auto& [folder, count] : files) {
    CAPTURE(folder);
    CHECK(count <= folder_files_max);
  }
}

TEST_CASE("the sources of a folder go together in one, as they are compiled") {
  std::map<std::string, std::map<std::string, std::vector<std::pair<std::string, LocalName>>>> folders;
  for (const SourceFile& file : all_sources()) {
    const bool bench = folder_of(file) == "tests/bench";  // each a program of its own
    if (!file.path.ends_with(".cpp") || bench) continue;
    for (LocalName& name : local_names(file.text)) {
      auto& same = folders[folder_of(file)][name.name];
      for (const auto& [path, other] : same) {
        if (path == file.path || !collide(name, other)) continue;
        INFO(
            "two sources of one folder have a name in an unnamed namespace that differs in nothing; rename one, or "
            "share it in a header");
        INFO(path, ":", other.line, ": ", other.definition);
        FAIL_CHECK(file.path, ":", name.line, ": ", name.definition);
      }
      same.emplace_back(file.path, std::move(name));
    }
  }
}

TEST_CASE("every source file has its test file") {
  for (const SourceFile& file : program_sources()) {
    if (!file.path.ends_with(".cpp") || file.path == "app/main.cpp") continue;
    const bool elsewhere = file.path.starts_with("app/python/") || file.path.starts_with("app/web/");
    const char* language = elsewhere ? "_test.py" : "_test.cpp";
    const std::string test = "tests/" + file.path.substr(0, file.path.size() - 4) + language;
    CAPTURE(test);
    CHECK(std::filesystem::exists(shardscope::source_path(test)));
  }
}

TEST_CASE("no test sleeps or measures seconds") {
  // Where a condition is waited for, where two pieces of work are timed beside one another, and what goes on for as
  // long as it is told. The benches in Python are timings, and tests/mutation runs the quickest cases first.
  const std::set<std::string> excepted = {"tests/expect.bash", "tests/app/web/poll.py", "tests/shortest.h",
                                          "tests/bench/timing.h", "tests/app/web/random_input.py"};
  const std::regex in_source("steady_[c]lock|sleep_[fu]"), in_script("(^|\\W)sleep ");
  const std::regex in_python("\\b(sleep|monotonic|perf_counter|process_time)(_ns)?\\(|\\btime\\.time");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shardscope::source_path("tests"))) {
    const std::string path = std::filesystem::relative(entry.path(), shardscope::source_path("")).generic_string();
    const std::string extension = entry.path().extension().string();
    const bool script = extension == ".sh" || extension == ".bash", python = extension == ".py";
    if (!script && !python && extension != ".h" && extension != ".cpp") continue;
    if (excepted.contains(path) ||
        (python && (path.starts_with("tests/bench/") || path.starts_with("tests/mutation/"))))
      continue;
    const std::regex& waiting = script ? in_script : python ? in_python : in_source;
    std::ifstream stream(entry.path());
    for (std::string line; std::getline(stream, line);) {
      CAPTURE(path);
      CAPTURE(line);
      CHECK_FALSE(std::regex_search(line, waiting));
    }
  }
}

TEST_CASE("nothing is marked as left undone") {
  const std::array<std::string, 3> marks = {std::string("TO") + "DO", std::string("FIX") + "ME",
                                            std::string("XX") + "X"};
  for (const SourceFile& file : all_sources()) {
    for (const std::string& mark : marks) {
      CAPTURE(file.path);
      CAPTURE(mark);
      CHECK(file.text.find(mark) == std::string::npos);
    }
  }
}
