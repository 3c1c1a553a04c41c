# Input filter for Doxygen. In the headers, one comment may stand for several declarations below it, or for all names of
# `md_real lower, upper;`. Doxygen needs one comment per declaration: this filter inserts them on the same line, so that
# line numbers do not change.

# In documents, redirect links to files that have no HTML page from build/docs/html into the tree.
FILENAME ~ /\.md$/ {
    gsub(/\]\((\.\.\/)?examples\//, "](../../../examples/")
    gsub(/\]\(include\//, "](../../../include/")
    gsub(/\]\(packages.txt/, "](../../../packages.txt")
    gsub(/\]\(LICENSE/, "](../../../LICENSE")
    print
    next
}

# Collect the comment above a declaration on one line.
/^\/\*\*/ { shared = ""; open = 1 }
open {
    text = $0
    sub(/^ *\*  ?/, " ", text)
    shared = shared text
    if (index($0, "*/")) open = 0
    print
    fresh = 1
    next
}
/^$/ || /^#/ || /^\/\*/ || /^[{}]/ || /^typedef/ { shared = ""; fresh = 0 }

# A function without its own comment, below another one: insert the shared comment.
/^MD_API/ {
    own = index($0, "/**<")
    print (fresh || own || shared == "" ? "" : shared " ") $0
    fresh = 0
    next
}

# Several fields on one line: give each name the type and the comment.
/^ +[a-z_0-9]+ [a-z_0-9, \[\]]+;( +\/\*\*<.*)?$/ && /,.*;/ {
    comment = index($0, "/**<") ? substr($0, index($0, "/**<")) : ""
    names = substr($0, 1, index($0, ";") - 1)
    sub(/^ +/, "", names)
    type = substr(names, 1, index(names, " ") - 1)
    count = split(substr(names, length(type) + 2), name, / *, */)
    rest = ""
    while (comment != "" && !index(comment, "*/") && (getline more) > 0) {
        sub(/^ +/, " ", more)
        comment = comment more
        rest = rest "\n"
    }
    line = "   "
    for (i = 1; i <= count; ++i) line = line " " type " " name[i] "; " comment
    print line rest
    next
}
{ print }
