// What the program is built with stands in modules/1.21.mod.
module github.com/crdtool/crdtool/conformance/minor21

go 1.16
