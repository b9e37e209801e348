// Order of elimination by nested dissection.
#pragma once

#include <vector>

#include "solvers/linear/elimination_order.h"

namespace flexura {

/// Vertices in order of elimination by nested dissection, small parts by minimum degree (CHOLMOD's
/// cholmod_nested_dissection with the separators of METIS), kept ones last. The better order for plane and solid
/// frames of some thousand nodes and more (A. George, SIAM J. Numer. Anal. 10 (1973) 345-363). The same order for the
/// same graph. Throws std::bad_alloc.
std::vector<int> nested_dissection(const CompressedGraph& graph);

}  // namespace flexura
