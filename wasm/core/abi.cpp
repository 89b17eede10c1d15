// What the C++ run-time library asks for where nothing is thrown: a throw ends in a trap, after which the page makes a
// new instance of the module.
#include <cstddef>
#include <exception>

extern "C" {
[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
[[noreturn]] void __cxa_rethrow() { __builtin_trap(); }
void* __cxa_allocate_exception(std::size_t) throw() { __builtin_trap(); }
void __cxa_free_exception(void*) throw() {}
void* __cxa_begin_catch(void*) { __builtin_trap(); }
void __cxa_end_catch() {}
void* __cxa_get_exception_ptr(void*) { __builtin_trap(); }
int __gxx_personality_v0(...) { return 0; }
}
