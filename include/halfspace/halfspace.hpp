// The whole C++ interface. docs/library.md
#pragma once

#include "halfspace/certify.hpp"
#include "halfspace/choices.hpp"
#include "halfspace/compat.hpp"
#include "halfspace/data.hpp"
#include "halfspace/evaluate.hpp"
#include "halfspace/explain.hpp"
#include "halfspace/features.hpp"
#include "halfspace/inspect.hpp"
#include "halfspace/model.hpp"
#include "halfspace/options.hpp"
#include "halfspace/progress.hpp"
#include "halfspace/result.hpp"
#include "halfspace/select.hpp"
#include "halfspace/table.hpp"
#include "halfspace/train.hpp"
#include "halfspace/version.h"
