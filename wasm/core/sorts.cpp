// Sorts of numbers that libc++ brings compiled: the linker puts these in their place (cmake/wasm.cmake: --wrap).
#include <algorithm>
#include <cstdint>

namespace {

template <class T>
void sorted(T* first, T* last) {
  const auto before = [](T a, T b) { return a < b; };
  std::sort(first, last, before);  // wasm/shims/__algorithm/sort.h
}

}  // namespace

extern "C" {
void sort_doubles(double* first, double* last, void*) asm("__wrap__ZNSt3__26__sortIRNS_6__lessIddEEPdEEvT0_S5_T_");
void sort_ints(unsigned* first, unsigned* last, void*) asm("__wrap__ZNSt3__26__sortIRNS_6__lessIjjEEPjEEvT0_S5_T_");
void sort_sizes(unsigned long* first, unsigned long* last,
                void*) asm("__wrap__ZNSt3__26__sortIRNS_6__lessImmEEPmEEvT0_S5_T_");
void sort_signed(long long* first, long long* last, void*) asm("__wrap__ZNSt3__26__sortIRNS_6__lessIxxEEPxEEvT0_S5_T_");
void sort_long(unsigned long long* first, unsigned long long* last,
               void*) asm("__wrap__ZNSt3__26__sortIRNS_6__lessIyyEEPyEEvT0_S5_T_");
}

void sort_doubles(double* first, double* last, void*) { sorted(first, last); }
void sort_ints(unsigned* first, unsigned* last, void*) { sorted(first, last); }
void sort_sizes(unsigned long* first, unsigned long* last, void*) { sorted(first, last); }
void sort_signed(long long* first, long long* last, void*) { sorted(first, last); }
void sort_long(unsigned long long* first, unsigned long long* last, void*) { sorted(first, last); }
