#include "app/session/words.h"

#include <doctest/doctest.h>

namespace shardscope {

TEST_CASE("of a file that was written the name stays where its folders have no room") {
  CHECK(notice_of_file("Wrote", "/home/me/lab/ZB-V.png").text == "Wrote /home/me/lab/ZB-V.png");
  CHECK(notice_of_file("Wrote", "/home/me/lab/ZB-V.png").shortest() == "Wrote ZB-V.png");
  CHECK(notice_of_file("Wrote", "lab.png").shortest() == "Wrote lab.png");
}

TEST_CASE("what went wrong is never shortened") {
  CHECK(Notice{"/home/me/a.json: it isn't text", true}.shortest() == "/home/me/a.json: it isn't text");
}

}  // namespace shardscope
