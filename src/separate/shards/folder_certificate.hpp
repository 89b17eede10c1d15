// Certificates about the rows of a folder of shards (driver/shard_folder.hpp). They speak of the text that the folder was made
// of, where every number is exactly that of the text, else of the text that the rows stand for (shard_text.hpp).
#pragma once

#include <string>
#include <string_view>

#include "certify/verify/verify.hpp"
#include "driver/shard_folder.hpp"

namespace halfspace {

/// `c`, which speaks of the rows' own text, as one about the text of the folder. Only where the manifest has a source.
Certificate about_source(Certificate c, const ShardFolder& folder);

/// Checks a certificate (its text, called `name`) against the rows of a folder, by the verifier of texts: it is given the
/// text that the rows stand for. Errors: a text that is no certificate, those of open_shards.
Result<Verification> verify_over_shards(std::string_view certificate, const std::string& name,
                                        const std::string& folder);

}  // namespace halfspace
