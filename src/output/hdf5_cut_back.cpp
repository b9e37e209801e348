#include <string>

#include "output/array_file.h"
#include "output/hdf5_file.h"
#include "support/error.h"

namespace flexura {

namespace {

enum class Cut { done, too_short, failed };

/// Shortens a data set with an unlimited first dimension.
Cut cut(hid_t set, hsize_t instants) {
  const hdf5::Space space(H5Dget_space(set));
  hsize_t size[H5S_MAX_RANK], most[H5S_MAX_RANK];
  const int rank = space.ok() ? H5Sget_simple_extent_dims(space, size, most) : -1;
  if (rank < 0) return Cut::failed;
  if (rank == 0 || most[0] != H5S_UNLIMITED) return Cut::done;
  if (size[0] < instants) return Cut::too_short;
  if (size[0] == instants) return Cut::done;
  size[0] = instants;
  return H5Dset_extent(set, size) < 0 ? Cut::failed : Cut::done;
}

/// All data sets of a file.
Cut cut_all(const hdf5::File& file, hsize_t instants) {
  H5G_info_t about{};
  if (!file.ok() || H5Gget_info(file, &about) < 0) return Cut::failed;
  for (hsize_t k = 0; k < about.nlinks; ++k) {
    const hid_t object = H5Oopen_by_idx(file, ".", H5_INDEX_NAME, H5_ITER_NATIVE, k, H5P_DEFAULT);
    if (object < 0) return Cut::failed;
    const Cut result = H5Iget_type(object) == H5I_DATASET ? cut(object, instants) : Cut::done;
    H5Oclose(object);
    if (result != Cut::done) return result;
  }
  return Cut::done;
}

}  // namespace

void cut_back_hdf5(const std::string& path, std::int64_t instants) {
  const hdf5::Silence silence;
  hdf5::File file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT));
  const Cut result = cut_all(file, static_cast<hsize_t>(instants));
  if (result == Cut::too_short) {
    throw Error(ExitCode::output_failed, "result file `" + path + "` has fewer than the " + std::to_string(instants) +
                                             " instants it had when the checkpoint was made");
  }
  if (!file.close() || result == Cut::failed)
    throw Error(ExitCode::output_failed, "cannot cut result file `" + path + "` back to the checkpoint");
}

}  // namespace flexura
