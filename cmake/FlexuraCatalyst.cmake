# The module for ParaView Catalyst, where ParaView's headers are (Debian: paraview-dev, python3-paraview, python3-dev).
# Debian's CMake package of ParaView cannot be used: the libraries are named here.
find_path(PARAVIEW_INCLUDE_DIR vtkCPPythonPipeline.h PATH_SUFFIXES paraview-5.11)
find_package(Python3 QUIET COMPONENTS Interpreter Development.Embed)
set(FLEXURA_CATALYST FALSE)
if(PARAVIEW_INCLUDE_DIR AND Python3_Development.Embed_FOUND)
  set(FLEXURA_CATALYST TRUE)
  set(paraview_libraries "")
  foreach(name vtkPVPythonCatalyst vtkPVCatalyst vtkPVInSitu vtkCommonCore vtkCommonDataModel vtkCommonExecutionModel
               vtkParallelMPI vtksys)
    find_library(PARAVIEW_${name}_LIBRARY ${name}-pv5.11)
    mark_as_advanced(PARAVIEW_${name}_LIBRARY)
    if(NOT PARAVIEW_${name}_LIBRARY)
      set(FLEXURA_CATALYST FALSE)
    endif()
    list(APPEND paraview_libraries ${PARAVIEW_${name}_LIBRARY})
  endforeach()
endif()
if(FLEXURA_CATALYST)
  flexura_add_module(flexura_catalyst modules/catalyst/catalyst.cpp)
  target_include_directories(flexura_catalyst SYSTEM PRIVATE ${PARAVIEW_INCLUDE_DIR})
  target_link_libraries(flexura_catalyst PRIVATE flexura_compiler ${paraview_libraries} Python3::Python)
  set_target_properties(flexura_catalyst PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}
    INSTALL_RPATH "$ORIGIN")
  configure_file(modules/catalyst/catalyst_frames.py ${CMAKE_BINARY_DIR}/catalyst_frames.py COPYONLY)
  install(TARGETS flexura_catalyst LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES modules/catalyst/catalyst_frames.py DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
