#include "app/commands/refuse.h"

#include <doctest/doctest.h>

#include <sstream>
#include <vector>

using namespace shardscope;

TEST_CASE("what is refused is said on the error stream, a line a problem, standard input by its name") {
  const std::vector<Problem> problems = {{Severity::error, "plan.tp", "is 0", "values-in-range"},
                                         {Severity::error, "plan.pp", "is -1", "values-in-range"}};
  std::istringstream in;
  std::ostringstream out, error;
  CHECK(refuse(problems, "-", {in, out, error}) == exit_status::invalid_input);
  CHECK(out.str().empty());
  CHECK(error.str() == line_of(problems[0], "stdin") + "\n" + line_of(problems[1], "stdin") + "\n");
  CHECK(error.str().starts_with("stdin: "));
  std::vector<Problem> refused;
  CHECK(refuse(problems, "-", {in, out, error, &refused}) == exit_status::invalid_input);
  CHECK(refuse("no room", {in, out, error, &refused}) == exit_status::invalid_input);
  REQUIRE(refused.size() == 3);
  CHECK(refused[1] == problems[1]);
  CHECK(refused[2].message == "no room");
  std::ostringstream of_file;
  write_problems(of_file, problems, "a.json");
  CHECK(of_file.str().starts_with("a.json: "));
}
