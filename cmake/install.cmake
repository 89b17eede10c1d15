# What `cmake --install` puts where: the program, its manual pages, and completions written by the program itself.
include(GNUInstallDirs)

# build/completions/NAME is written when the program changes and installed as share/FOLDER/NAME.
function(halfspace_completion shell folder name)
  set(file ${PROJECT_BINARY_DIR}/completions/${name})
  add_custom_command(OUTPUT ${file} COMMAND halfspace completion ${shell} > ${file} DEPENDS halfspace VERBATIM)
  set_property(GLOBAL APPEND PROPERTY HALFSPACE_COMPLETIONS ${file})
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder})
endfunction()

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/completions)
halfspace_completion(bash bash-completion/completions halfspace)
halfspace_completion(zsh zsh/site-functions _halfspace)
halfspace_completion(fish fish/vendor_completions.d halfspace.fish)
get_property(completions GLOBAL PROPERTY HALFSPACE_COMPLETIONS)
add_custom_target(halfspace_completions ALL DEPENDS ${completions})

install(TARGETS halfspace)
install(DIRECTORY docs/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
