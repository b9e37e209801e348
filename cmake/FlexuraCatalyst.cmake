# The module for ParaView Catalyst, where ParaView's headers are (Debian: paraview-dev, python3-paraview, libpython3.11-dev).
# Debian's CMake package of ParaView cannot be used: the libraries are named here.
find_path(PARAVIEW_INCLUDE_DIR vtkCPPythonPipeline.h PATH_SUFFIXES paraview-5.11)
set(FLEXURA_CATALYST FALSE)
if(PARAVIEW_INCLUDE_DIR)
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
  find_library(PARAVIEW_PYTHON_LIBRARY NAMES python3.11)  # ParaView's libraries do not name the one they were built with
  mark_as_advanced(PARAVIEW_PYTHON_LIBRARY)
  if(NOT PARAVIEW_PYTHON_LIBRARY)
    set(FLEXURA_CATALYST FALSE)
  endif()
endif()
if(FLEXURA_CATALYST)
  flexura_add_module(flexura_catalyst modules/catalyst/catalyst.cpp)
  target_include_directories(flexura_catalyst SYSTEM PRIVATE ${PARAVIEW_INCLUDE_DIR})
  target_link_libraries(flexura_catalyst PRIVATE flexura_compiler ${paraview_libraries}
    -Wl,--push-state,--no-as-needed ${PARAVIEW_PYTHON_LIBRARY} -Wl,--pop-state)
  set_target_properties(flexura_catalyst PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}
    INSTALL_RPATH "$ORIGIN")
  configure_file(modules/catalyst/catalyst_frames.py ${CMAKE_BINARY_DIR}/catalyst_frames.py COPYONLY)
  install(TARGETS flexura_catalyst LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES modules/catalyst/catalyst_frames.py DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
