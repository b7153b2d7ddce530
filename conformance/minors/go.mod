// What the program is built with stands in modules/1.N.mod, for each release.
module github.com/crdtool/crdtool/conformance/minors

go 1.19
