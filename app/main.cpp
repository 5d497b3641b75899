// The program's entry point.

#include <cstdio>
#include <string_view>

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--version") {
    std::puts("shardscope " SHARDSCOPE_VERSION);
    return 0;
  }
  std::fputs("usage: shardscope --version\n", stderr);
  return 2;
}
