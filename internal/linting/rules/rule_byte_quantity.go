package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var byteUnits = []string{"bytes", "kilobytes", "megabytes", "gigabytes", "kb", "mb", "gb", "kib", "mib", "gib", "ki", "mi", "gi"}

var byteQuantity = Rule{
	ID: "byte-quantity", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true, Narrows: true,
	Title: "size in bytes is an integer",
	Why: `Sizes in the Kubernetes API are quantities: ` + "`memory: 512Mi`" + `. They can be written without
counting zeros, and the unit is part of the value. The type in Go is ` + "`resource.Quantity`" + `; the server
checks its pattern.`,
	Example: `
- cacheSizeMB:
-   type: integer
-   format: int32
+ cacheSize:
+   x-kubernetes-int-or-string: true
+   anyOf:
+   - type: integer
+   - type: string
+   pattern: ^[0-9]+(\.[0-9]+)?([KMGTPE]i?)?$
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type == "integer" && v.InSpec(n) && v.Own(n) && slices.Contains(byteUnits, strings.ToLower(words.Last(n.Name))) {
			p.ReportNode(v, n, "%s is a size in bytes and an integer", v.Called(n)).Help = "use a quantity, such as 512Mi"
		}
	},
}
