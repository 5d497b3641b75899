#include "core/shell/filters/calculators.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("python and awk print whole numbers of numbers") {
  CHECK(computed_by_program({"python3", "-c", "print(8*16)"}) == "128\n");
  CHECK(computed_by_program({"python", "-c", " print(int(2048*8/3)) "}) == "5461\n");
  CHECK(computed_by_program({"awk", "BEGIN {print int(2048*2)}"}) == "4096\n");
  CHECK(computed_by_program({"awk", "BEGIN{ print 3*4 }"}) == "12\n");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"python", "-c", "print(4/2)"},
                                                {"python", "-c", "import x; print(4)"},
                                                {"python", "-c", "print(x)"},
                                                {"python", "run.py"},
                                                {"awk", "{print $1}"},
                                                {"ruby", "-e", "print(4)"},
                                                {}})
    CHECK_FALSE(computed_by_program(words));
}

TEST_CASE("bc computes whole numbers and compares") {
  CHECK(computed_by_bc({"bc"}, "7 / 2\n") == "3\n");
  CHECK(computed_by_bc({"bc"}, "2^3*(1+1)\n") == "16\n");
  CHECK(computed_by_bc({"bc", "-l"}, "6.7 < 7\n") == "1\n");
  CHECK(computed_by_bc({"bc", "-l"}, "6.7 >= 7\n") == "0\n");
  CHECK_FALSE(computed_by_bc({"bc", "-l"}, "7/2\n"));
  CHECK_FALSE(computed_by_bc({"bc"}, "scale=2; 7/2\n"));
  CHECK_FALSE(computed_by_bc({"bc", "file"}, "1\n"));
}

TEST_CASE("what bc means otherwise than Python isn't followed") {
  for (const char* line : {"(5 > 3) * 8", "3 + (5 > 3)", "1 < 2 < 3", "1 == 1 == 1", "-7/2", "-7%4", "2*3.0", "a = 4"})
    CHECK_MESSAGE(!computed_by_bc({"bc"}, line), line);
  CHECK_FALSE(computed_by_bc({"bc", "-l"}, "7%4"));
  CHECK(computed_by_bc({"bc"}, "7%4") == "3\n");
}

TEST_CASE("basename, dirname and seq print what they make of their words") {
  CHECK(computed_by_program({"basename", "conf/7b.sh", ".sh"}) == "7b\n");
  CHECK(computed_by_program({"basename", "conf/7b/"}) == "7b\n");
  CHECK(computed_by_program({"dirname", "conf/7b.sh"}) == "conf\n");
  CHECK(computed_by_program({"dirname", "7b.sh"}) == ".\n");
  CHECK(computed_by_program({"seq", "3"}) == "1\n2\n3\n");
  CHECK(computed_by_program({"seq", "0", "2", "5"}) == "0\n2\n4\n");
  CHECK(computed_by_program({"seq", "3", "-1", "2"}) == "3\n2\n");
  CHECK_FALSE(computed_by_program({"seq", "1", "1000000"}));
  CHECK_FALSE(computed_by_program({"basename", std::string("a/") + sealing_sign}));
}
