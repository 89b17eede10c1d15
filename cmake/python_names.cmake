# Writes FILE, C source that defines the names of Python's that MODULE refers to: cli/launcher loads it without Python.
execute_process(COMMAND ${NM} -D --undefined-only ${MODULE} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "U _?Py[A-Za-z0-9_]+" names "${symbols}")
set(definitions "")
foreach(name ${names})
  string(REPLACE "U " "" name ${name})
  string(APPEND definitions "char ${name};\n")
endforeach()
file(WRITE ${FILE} "${definitions}")
