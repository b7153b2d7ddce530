// Package others holds what crdtool diff says against what crdify and crd-schema-checker
// say, on the cases of those tools: its profiles of them must report the same, and where
// its own verdict is another, differences.txt says why, line by line.
//
// What the tools report is recorded by the module in the folder tools, which runs their code.
package others
