# `cmake --install`: executable, library, headers and what find_package(Flexura) needs.
install(TARGETS flexura EXPORT FlexuraTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET flexura_executable)
  set_target_properties(flexura_executable PROPERTIES EXPORT_NAME program)
  install(TARGETS flexura_executable EXPORT FlexuraTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(headers DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/flexura FILES_MATCHING PATTERN "*.h")
install(DIRECTORY src/ ${headers})
foreach(folder input elements solvers)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder})
    install(DIRECTORY ${folder} ${headers})
  endif()
endforeach()
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/generated/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/flexura)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Flexura)
install(EXPORT FlexuraTargets NAMESPACE flexura:: DESTINATION ${package_folder})
configure_package_config_file(cmake/FlexuraConfig.cmake.in FlexuraConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(FlexuraConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/FlexuraConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/FlexuraConfigVersion.cmake
  cmake/FlexuraModule.cmake
  DESTINATION ${package_folder})
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
