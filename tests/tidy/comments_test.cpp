// What comments say of the sources themselves.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "tests/source_path.h"
#include "tests/tidy/scanner.h"

using namespace shardscope::tidy;

namespace {

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

std::string file_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

TEST_CASE("a comment that sends to a file of another folder names the folder") {
  const std::vector<SourceFile> files = read_sources(shardscope::source_path(""), {"core", "render", "app"});
  std::map<std::string, std::set<std::string>> folders;
  for (const SourceFile& file : files) folders[file_of(file.path)].insert(folder_of(file.path));
  const std::regex name(R"((^|[^\w/])([a-z_]+\.(h|cpp))\b)");
  for (const SourceFile& file : files) {
    int number = 0;
    for (std::size_t begin = 0; begin < file.text.size(); ++number) {
      const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
      const std::string line = file.text.substr(begin, end - begin);
      begin = end + 1;
      const std::size_t slashes = line.find("//");
      if (slashes == std::string::npos || line.starts_with("#include")) continue;
      const std::string comment = line.substr(slashes);
      for (std::sregex_iterator found(comment.begin(), comment.end(), name); found != std::sregex_iterator(); ++found) {
        const auto known = folders.find((*found)[2].str());
        if (known == folders.end()) continue;
        CAPTURE(file.path);
        CAPTURE(number + 1);
        CAPTURE(comment);
        CHECK(known->second.contains(folder_of(file.path)));
      }
    }
  }
}
