// What sites.py writes into the sources: each function does what stood there, or, where the environment's
// SHARDSCOPE_MUTANT is its number, what the mutant does. It evaluates its operands once, as the source did.
// With SHARDSCOPE_MUTANTS_REACHED=FILE the numbers of the sites that were reached are written there at the end.
#pragma once
#pragma GCC system_header

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <type_traits>

namespace mutants {

inline constexpr int sites_max = 1 << 16;
inline int active = -1;
inline unsigned char reached[sites_max];

inline void write_reached() {
  std::FILE* file = std::fopen(std::getenv("SHARDSCOPE_MUTANTS_REACHED"), "w");
  if (!file) std::abort();
  for (int i = 0; i < sites_max; ++i)
    if (reached[i]) std::fprintf(file, "%d\n", i);
  std::fclose(file);
}

// Before any other static value of the program is made.
[[gnu::constructor(101)]] inline void read_environment() {
  static bool read = false;
  if (read) return;
  read = true;
  if (const char* number = std::getenv("SHARDSCOPE_MUTANT")) active = std::atoi(number);
  if (std::getenv("SHARDSCOPE_MUTANTS_REACHED")) std::atexit(write_reached);
}

#define MUTANTS_INLINE [[gnu::always_inline]] inline

MUTANTS_INLINE bool on(int id) {
  __atomic_store_n(&reached[id], static_cast<unsigned char>(1), __ATOMIC_RELAXED);
  return active == id;
}

// A quantity's number, or the number itself.
template <class T>
MUTANTS_INLINE auto raw(const T& x) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
    return x;
  else
    return x.value;
}

#define MUTANTS_BINARY(name, right, wrong)                           \
  template <class A, class B>                                        \
  MUTANTS_INLINE auto name(int id, const A& a, const B& b) {         \
    using Result = std::decay_t<decltype(a right b)>;                \
    return on(id) ? Result(raw(a) wrong raw(b)) : Result(a right b); \
  }
MUTANTS_BINARY(plus, +, -)
MUTANTS_BINARY(minus, -, +)
MUTANTS_BINARY(times, *, /)
MUTANTS_BINARY(divided, /, *)
MUTANTS_BINARY(remainder, %, *)

#define MUTANTS_ASSIGNED(name, right, wrong)          \
  template <class A, class B>                         \
  MUTANTS_INLINE A& name(int id, A& a, const B& b) {  \
    if (on(id)) return a = A(raw(a) wrong raw(b)), a; \
    a right b;                                        \
    return a;                                         \
  }
MUTANTS_ASSIGNED(plus_to, +=, -)
MUTANTS_ASSIGNED(minus_to, -=, +)
MUTANTS_ASSIGNED(times_to, *=, /)
MUTANTS_ASSIGNED(divided_to, /=, *)

// Two mutants: of the boundary, and of the whole.
#define MUTANTS_COMPARED(name, right, boundary, wrong)       \
  template <class A, class B>                                \
  MUTANTS_INLINE bool name(int id, const A& a, const B& b) { \
    if (on(id)) return a boundary b;                         \
    if (on(id + 1)) return a wrong b;                        \
    return a right b;                                        \
  }
MUTANTS_COMPARED(less, <, <=, >=)
MUTANTS_COMPARED(most, <=, <, >)
MUTANTS_COMPARED(greater, >, >=, <=)
MUTANTS_COMPARED(least, >=, >, <)

template <class A, class B>
MUTANTS_INLINE bool equal(int id, const A& a, const B& b) {
  return on(id) ? a != b : a == b;
}
template <class A, class B>
MUTANTS_INLINE bool unequal(int id, const A& a, const B& b) {
  return on(id) ? a == b : a != b;
}

MUTANTS_INLINE bool no(int id, bool x) {
  return on(id) ? x : !x;
}

template <class T>
MUTANTS_INLINE auto negative(int id, const T& x) {
  return on(id) ? +x : -x;
}

// A constant a little off: small whole ones by 1, others by a tenth.
template <class T>
MUTANTS_INLINE T constant(int id, T x) {
  if (!on(id)) return x;
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(x + 1);
  else
    return x < 16 && x > -16 && std::floor(x) == x ? x + 1 : x * static_cast<T>(1.1);
}

template <class T>
MUTANTS_INLINE T smaller(int id, const T& a, const T& b) {
  return on(id) != (b < a) ? b : a;
}
template <class T>
MUTANTS_INLINE T larger(int id, const T& a, const T& b) {
  return on(id) != (a < b) ? b : a;
}
template <class T>
MUTANTS_INLINE T smaller(int id, std::initializer_list<T> all) {
  return on(id) ? std::max(all) : std::min(all);
}
template <class T>
MUTANTS_INLINE T larger(int id, std::initializer_list<T> all) {
  return on(id) ? std::min(all) : std::max(all);
}

template <class T>
MUTANTS_INLINE auto up(int id, T x) {
  return on(id) ? std::floor(x) : std::ceil(x);
}
template <class T>
MUTANTS_INLINE auto down(int id, T x) {
  return on(id) ? std::ceil(x) : std::floor(x);
}

}  // namespace mutants
