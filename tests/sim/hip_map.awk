# The version script of a library: one node a release up to `newest`, each on
# the one before, from the rows of the tables in hip_functions.def but those
# whose names are in `lacks`.

/^HIP(_ANY|_PLAIN|_TEXT)?\([0-9]+, / {
    split($0, row, /[(,)] */)
    if (row[2] + 0 <= newest + 0 && !index(" " lacks " ", " " row[3] " "))
        names[row[2]] = names[row[2]] "    " row[3] ";\n"
}

END {
    count = split("402 403 404 405 500 501 502 503 506 600 601 604 701", since)
    hide = "local:\n    *;\n"
    for (i = 1; i <= count; i++) {
        if (!(since[i] in names))
            continue
        node = "hip_" int(since[i] / 100) "." since[i] % 100
        print node " {\nglobal:\n" names[since[i]] hide "}" before ";"
        before = " " node
        hide = ""
    }
}
