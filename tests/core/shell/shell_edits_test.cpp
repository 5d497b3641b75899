#include "core/shell/shell_edits.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

ShellWords words_of_line(std::string_view line) {
  return split_words({std::string(line), 1, {}});
}

}  // namespace

TEST_CASE("a copy, a move and a link have two paths; one into a folder of several files has more") {
  for (const char* line : {"cp a.json b.json", "mv -f a.json b.json", "ln -sf a.json b.json"})
    CHECK(copied(words_of_line(line)) == std::vector<std::string>{"a.json", "b.json"});
  for (const char* line : {"cp a.json b.json conf/", "install a.json b.json"})
    CHECK(copied(words_of_line(line)).empty());
}

TEST_CASE("a file is changed where it stands by an editor's option") {
  for (const char* line : {"sed -i s/2/3/ ds.json", "perl -pi -e s/2/3/ ds.json", "ruby -i -pe 1 ds.json",
                           "yq -i .a=1 ds.json", "sponge ds.json"}) {
    CAPTURE(line);
    CHECK(edited_in_place(words_of_line(line)) == "ds.json");
  }
  for (const char* line : {"sed s/2/3/ ds.json", "perl -e 1 ds.json", "yq .a ds.json", "cat -i ds.json"}) {
    CAPTURE(line);
    CHECK(edited_in_place(words_of_line(line)).empty());
  }
  CHECK(edited_together(words_of_line("sed -i s/2/3/ a.json b.json")).size() == 2);
  CHECK(to_its_output(words_of_line("sed -ri x a.json")) == words_of_line("sed -r x a.json"));
  CHECK(has_option(words_of_line("tee -a x"), "-a"));
}
