#include "core/traffic/hiding_time.h"

#include <doctest/doctest.h>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

MachineSpeed speed_of_gpt3() {
  return *machine_speed(gpt3_on(8, 1, 1));
}

}  // namespace

TEST_CASE("where no launch binds a kernel takes up its own time, and all of them the whole pass") {
  const MachineSpeed speed = speed_of_gpt3();
  HidingTime room(Seconds{1}, 0, speed);
  CHECK(room.take(Seconds{0.25}, 0, speed).value == doctest::Approx(0.25));
  CHECK(room.take(Seconds{0.75}, 0, speed).value == doctest::Approx(0.75));
  CHECK(room.take(Seconds{1}, 0, speed).value == doctest::Approx(0));
}

TEST_CASE("where launches bind it takes up its launches' time") {
  const MachineSpeed speed = speed_of_gpt3();
  HidingTime room(speed.launch * 0.1, 20, speed);
  CHECK(room.take(speed.launch * 0.05, 5, speed).value == doctest::Approx(5 * speed.launch.value).epsilon(1e-3));
}

TEST_CASE("faster kernels give up no more room than the pass gains") {
  const MachineSpeed speed = speed_of_gpt3();
  for (const double launches : {0.0, 5.0, 10.0, 20.0, 40.0, 400.0})
    for (const double product : {1.0, 5.0, 20.0})
      for (const double rest : {0.0, 2.0, 20.0}) {
        CAPTURE(launches);
        CAPTURE(product);
        CAPTURE(rest);
        const auto left = [&](double times) {  // of the pass, once two products hide traffic
          const Seconds own = speed.launch * (product * times), other = speed.launch * (3 * times);
          const Seconds kernels = own + other + speed.launch * rest;
          HidingTime room(kernels, launches, speed);
          return combine_with_launches(kernels, launches, speed) - room.take(own, 1, speed) -
                 room.take(other, 1, speed);
        };
        CHECK(left(0.5).value <= left(1).value * (1 + 1e-12));
        CHECK(left(1).value >= 0);
      }
}
