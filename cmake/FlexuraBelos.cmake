# The module with the Krylov methods of Trilinos Belos, where its headers are (Debian: libtrilinos-belos-dev and what its
# headers include: libtrilinos-teuchos-dev, libtrilinos-thyra-dev, libtrilinos-kokkos-dev). Trilinos' CMake package asks for many more packages
# than that: the libraries are named here.
find_path(TRILINOS_INCLUDE_DIR BelosSolverFactory_Generic.hpp PATH_SUFFIXES trilinos)
find_path(THYRA_INCLUDE_DIR Thyra_MultiVectorBase.hpp PATH_SUFFIXES trilinos)
find_path(KOKKOS_INCLUDE_DIR Kokkos_Complex.hpp PATH_SUFFIXES trilinos)
set(FLEXURA_BELOS FALSE)
if(TRILINOS_INCLUDE_DIR AND THYRA_INCLUDE_DIR AND KOKKOS_INCLUDE_DIR)
  set(FLEXURA_BELOS TRUE)
  set(belos_libraries "")
  foreach(name belos teuchoscomm teuchosnumerics teuchosparameterlist teuchosremainder teuchoscore)
    find_library(TRILINOS_${name}_LIBRARY trilinos_${name})
    mark_as_advanced(TRILINOS_${name}_LIBRARY)
    if(NOT TRILINOS_${name}_LIBRARY)
      set(FLEXURA_BELOS FALSE)
    endif()
    list(APPEND belos_libraries ${TRILINOS_${name}_LIBRARY})
  endforeach()
endif()
if(FLEXURA_BELOS)
  add_library(flexura_belos MODULE modules/belos/belos.cpp)
  # C++17: Trilinos 13 has constructors that C++20 forbids.
  set_target_properties(flexura_belos PROPERTIES
    PREFIX "" CXX_STANDARD 17
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  target_include_directories(flexura_belos PRIVATE modules)
  target_include_directories(flexura_belos SYSTEM PRIVATE ${TRILINOS_INCLUDE_DIR})
  target_link_libraries(flexura_belos PRIVATE flexura_compiler PkgConfig::PETSc MPI::MPI_CXX ${belos_libraries})
  install(TARGETS flexura_belos LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
