// What an observer may answer a solver that reports its progress.
#pragma once

namespace halfspace {

enum class Halt { go_on, timeout, interrupt };

}  // namespace halfspace
