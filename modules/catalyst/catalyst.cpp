// The module that shows the model to ParaView Catalyst: loaded on demand, so that the program starts without ParaView.
#include <vtkCPDataDescription.h>
#include <vtkCPInputDataDescription.h>
#include <vtkCPProcessor.h>
#include <vtkCPPythonPipeline.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkIdTypeArray.h>
#include <vtkIntArray.h>
#include <vtkMPI.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "output/picture_sink.h"
#include "support/error.h"

namespace flexura {

namespace {

/// Name of the data in pipeline scripts.
constexpr const char* channel = "input";

vtkSmartPointer<vtkDataArray> copy(const VtkArray& from) {
  return std::visit(
      [&](const auto& values) -> vtkSmartPointer<vtkDataArray> {
        using Value = typename std::decay_t<decltype(values)>::value_type;
        using Array = std::conditional_t<std::is_same_v<Value, double>, vtkDoubleArray, vtkIntArray>;
        auto to = vtkSmartPointer<Array>::New();
        to->SetName(from.name.c_str());
        to->SetNumberOfComponents(from.components);
        to->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / from.components);
        std::copy(values.begin(), values.end(), to->GetPointer(0));
        return to;
      },
      from.values);
}

vtkSmartPointer<vtkUnstructuredGrid> copy(const VtkGrid& from) {
  auto to = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkDoubleArray> coordinates;
  coordinates->SetNumberOfComponents(3);
  coordinates->SetNumberOfTuples(static_cast<vtkIdType>(from.points.size() / 3));
  std::copy(from.points.begin(), from.points.end(), coordinates->GetPointer(0));
  vtkNew<vtkPoints> points;
  points->SetData(coordinates);
  to->SetPoints(points);
  to->Allocate(static_cast<vtkIdType>(from.types.size()));
  std::vector<vtkIdType> cell;
  std::int64_t begin = 0;
  for (std::size_t k = 0; k < from.types.size(); ++k) {
    cell.assign(from.connectivity.begin() + begin, from.connectivity.begin() + from.offsets[k]);
    to->InsertNextCell(from.types[k], static_cast<vtkIdType>(cell.size()), cell.data());
    begin = from.offsets[k];
  }
  for (const VtkArray& array : from.point_data) to->GetPointData()->AddArray(copy(array));
  for (const VtkArray& array : from.cell_data) to->GetCellData()->AddArray(copy(array));
  return to;
}

/// Whether the script draws: VTK ends the process when it then finds no X server.
bool draws(const char* script) {
  std::ifstream file(script);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return text.find("CreateView") != std::string::npos || text.find("CreateRenderView") != std::string::npos;
}

/// VTK has the library of X loaded when it draws; nothing here is compiled against it.
bool has_x_server() {
  void* const x = dlopen("libX11.so.6", RTLD_LAZY);
  if (!x) return true;  // VTK draws by other means
  const auto open = reinterpret_cast<void* (*)(const char*)>(dlsym(x, "XOpenDisplay"));
  const auto close = reinterpret_cast<int (*)(void*)>(dlsym(x, "XCloseDisplay"));
  void* const display = open ? open(nullptr) : nullptr;
  if (display && close) close(display);
  return display != nullptr;
}

class Catalyst final : public PictureSink {
 public:
  Catalyst(const char* script, const char* folder, MPI_Comm communicator) : communicator_(communicator) {
    if (draws(script) && !has_x_server())
      throw Error(ExitCode::output_failed,
                  "Catalyst draws, and there is no X server: set DISPLAY, or start the program by xvfb-run");
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure)
      throw Error(ExitCode::output_failed,
                  std::string("cannot make the folder `") + folder + "`: " + failure.message());
    ::setenv("FLEXURA_FRAMES", folder, 1);  // for the script
    vtkMPICommunicatorOpaqueComm opaque(&communicator_);
    if (!processor_->Initialize(opaque)) throw Error(ExitCode::output_failed, "Catalyst cannot be started");
    const auto pipeline = vtkCPPythonPipeline::CreateAndInitializePipeline(script);
    if (!pipeline) throw Error(ExitCode::input_error, std::string("Catalyst cannot use the script `") + script + "`");
    processor_->AddPipeline(pipeline);
  }
  ~Catalyst() override { processor_->Finalize(); }

  void show(const VtkGrid& grid, std::int64_t step, double time) override {
    vtkNew<vtkCPDataDescription> description;
    description->AddInput(channel);
    description->SetTimeData(time, static_cast<vtkIdType>(step));
    if (!processor_->RequestDataDescription(description)) return;
    description->GetInputDescriptionByName(channel)->SetGrid(copy(grid));
    if (!processor_->CoProcess(description))
      throw Error(ExitCode::output_failed, "the script of Catalyst failed at step " + std::to_string(step));
  }

 private:
  MPI_Comm communicator_;
  vtkNew<vtkCPProcessor> processor_;
};

}  // namespace

}  // namespace flexura

extern "C" flexura::PictureSink* flexura_make_catalyst(const char* script, const char* folder, MPI_Comm communicator) {
  return new flexura::Catalyst(script, folder, communicator);
}
