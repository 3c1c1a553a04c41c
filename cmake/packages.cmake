# Debian packages and the source archive, made by CPack (tools/package, make package). What a package contains is a component of the
# installation: each install() names one. A further package is a component and a call of modulus_package.

foreach(variable DEBFULLNAME DEBEMAIL) # Debian's names for the person who makes a package
  if(NOT DEFINED ENV{${variable}})
    message(FATAL_ERROR "MODULUS_PACKAGES needs the environment variables DEBFULLNAME and DEBEMAIL: the maintainer of the packages")
  endif()
endforeach()
set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
set(CPACK_PACKAGE_NAME modulus)
set(CPACK_PACKAGE_VENDOR "The Modulus authors")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/compress.cmake)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL "")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(full_version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})

# tools/package copies the files of the project to this folder.
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME modulus-${PROJECT_VERSION})
set(CPACK_SOURCE_INSTALLED_DIRECTORIES "${PROJECT_BINARY_DIR}/source;/")
set(CPACK_SOURCE_IGNORE_FILES "")

# ---- Texts that every package has ------------------------------------------------------------------------------------------

set(texts ${PROJECT_BINARY_DIR}/packaging)

# Debian's form of the licence: a point between paragraphs, a space before lines.
file(READ LICENSE license)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)" found "${license}")
set(holder "${CMAKE_MATCH_1}")
string(REGEX REPLACE "^.*(Permission is hereby granted.*[^\n])\n*$" "\\1" license "${license}")
string(REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n" "\n " license "${license}")
configure_file(packaging/copyright.in ${texts}/copyright @ONLY)

# The changes of the program, and those of the packages in Debian's form.
string(TIMESTAMP package_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(CHANGELOG.md ${texts}/changelog COPYONLY)
configure_file(packaging/changelog.in ${texts}/changelog.Debian @ONLY)
execute_process(COMMAND gzip -9nkf ${texts}/changelog ${texts}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)

# ---- The packages ------------------------------------------------------------------------------------------------------------

# modulus_package(COMPONENT NAME SECTION SUMMARY DESCRIPTION [KEY VALUE...]): makes a package of a component. The keys are those of
# CPack, such as DEPENDS for CPACK_DEBIAN_<COMPONENT>_PACKAGE_DEPENDS.
macro(modulus_package component name section summary description)
  string(TOUPPER ${component} prefix)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  set(CPACK_DEBIAN_${prefix}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${prefix}_PACKAGE_SECTION ${section})
  set(CPACK_COMPONENT_${prefix}_DESCRIPTION "${summary}\n${description}")
  set(pairs ${ARGN})
  while(pairs)
    list(POP_FRONT pairs key value)
    set(CPACK_DEBIAN_${prefix}_PACKAGE_${key} "${value}")
  endwhile()
  install(FILES ${texts}/copyright ${texts}/changelog.gz ${texts}/changelog.Debian.gz
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component} EXCLUDE_FROM_ALL)
endmacro()

set(about "Modulus simulates rigid bodies in 2D and 3D and reports in each step how
well the contact problem was solved. The solver is built around the
accelerated modulus-based Gauss-Seidel method.
.
This package contains")

set(library_package libmodulus${PROJECT_VERSION_MAJOR})
set(control ${texts}/control)
configure_file(packaging/libmodulus0.symbols ${control}/symbols COPYONLY)
configure_file(packaging/shlibs.in ${control}/shlibs @ONLY)
configure_file(packaging/triggers ${control}/triggers COPYONLY)
modulus_package(library ${library_package} libs "rigid-body simulation in 2D and 3D (shared libraries)"
  "${about} the library in double and in single precision."
  SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${control}/symbols ${control}/shlibs ${control}/triggers)

install(DIRECTORY examples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libmodulus-dev/examples COMPONENT development EXCLUDE_FROM_ALL)
modulus_package(development libmodulus-dev libdevel "rigid-body simulation in 2D and 3D (development files)"
  "${about} the headers, the static libraries, files for\nCMake and pkg-config, and examples."
  DEPENDS "${library_package} (= ${full_version}), libc6-dev")

modulus_package(command modulus science "rigid-body simulation in 2D and 3D (command)"
  "${about} the command modulus, which simulates scenes,\ncompares solvers and draws the results."
  SHLIBDEPS ON
  RECOMMENDS "gnuplot-nox | gnuplot, fonts-dejavu-core, libgl1-mesa-dri"
  SUGGESTS "ffmpeg, openmpi-bin")

modulus_package(python python3-modulus python "rigid-body simulation in 2D and 3D (Python package)"
  "${about} the package modulus for Python 3, with NumPy\narrays of bodies and contacts."
  SHLIBDEPS ON
  DEPENDS "python3 (>= 3.11), python3-numpy"
  RECOMMENDS "python3-scipy, python3-matplotlib")
set(scripts ${PROJECT_SOURCE_DIR}/packaging/python3-modulus)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${scripts}/postinst ${scripts}/prerm)

include(CPack)
