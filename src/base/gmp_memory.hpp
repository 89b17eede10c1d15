// GMP ends the process when memory runs out. With these functions it throws std::bad_alloc instead.
#pragma once

namespace halfspace {

/// Has GMP throw std::bad_alloc where it would abort, unless the host chose memory functions of its own. Blocks still
/// come from malloc, so numbers made before stay good. Called before main; true.
bool throwing_gmp_memory();

}  // namespace halfspace
