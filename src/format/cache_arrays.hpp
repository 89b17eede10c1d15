// The arrays of a cache, in their order: sizes of rows, far columns, gaps (these three of sparse rows), table, values, labels, weights,
// groups. docs/formats/cache.md
#pragma once

#include <functional>
#include <span>

#include "codec/cache_file.hpp"
#include "format/cache_facts.hpp"

namespace halfspace {

/// The forms that take the fewest bytes for these rows.
ArrayForms shortest_forms(const Dataset& data);

/// Hands out the arrays piece by piece.
using ByteSink = std::function<Result<void>(std::span<const char>)>;
Result<void> put_arrays(const Dataset& data, const ArrayForms& forms, const ByteSink& sink);

/// The data set of these facts with its arrays. Errors: bad_data for arrays that are not as the facts say,
/// interrupted when `options` stop it.
Result<Dataset> take_arrays(CacheFile& file, CacheFacts facts, const ReadOptions& options);

}  // namespace halfspace
