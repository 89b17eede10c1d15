// The whole C++ interface. docs/library.md
#pragma once

#include "halfspace/certify.hpp"
#include "halfspace/classifier.hpp"
#include "halfspace/options.hpp"
#include "halfspace/result.hpp"
#include "halfspace/rows.hpp"
#include "halfspace/train.hpp"
#include "halfspace/version.h"
