#include "render/picture/picture_context.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "render/picture/gl.h"

using namespace shardscope;

namespace {

std::string version() {
  const auto* const text = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  return text != nullptr ? text : "";
}

}  // namespace

TEST_CASE("a picture's context is current when it is made, and what another one clears stays that one's") {
  Outcome<PictureContext> first = PictureContext::create();
  REQUIRE(succeeded(first));
  CHECK(version().substr(0, 2) >= "3.");
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  CHECK(glIsTexture(texture) == GL_TRUE);
  Outcome<PictureContext> second = PictureContext::create();
  REQUIRE(succeeded(second));
  CHECK(glIsTexture(texture) == GL_FALSE);  // of the other context
  std::get<0>(second).end();
  value_of(first).make_current();
  CHECK(glIsTexture(texture) == GL_TRUE);
  std::get<0>(first).end();
}
