package shape

import (
	_ "embed"
	"encoding/json"
	"sync"

	"github.com/crdtool/crdtool/internal/linting/config"
	"github.com/crdtool/crdtool/schema"
)

//go:embed crd.yaml
var crdText []byte

//go:embed suite.yaml
var suiteText []byte

// The schemas of the documents that have no CRD. They are parsed at their first use.
var (
	crdSchema   = sync.OnceValue(func() *schema.Schema { return parsed(crdText) })
	suiteSchema = sync.OnceValue(func() *schema.Schema { return parsed(suiteText) })
	configShape = sync.OnceValue(func() *schema.Schema {
		var root map[string]any
		if err := json.Unmarshal(config.Schema(), &root); err != nil {
			panic("shape: schema of the configuration: " + err.Error())
		}
		return fromJSONSchema(root, root, 0)
	})
)

func parsed(text []byte) *schema.Schema {
	s, err := schema.Parse(text)
	if err != nil {
		panic("shape: " + err.Error())
	}
	return s
}

// anySchema returns the schema in crd.yaml that stands for the schema of objects.
func anySchema() *schema.Schema {
	versions := crdSchema().Property("spec").Property("versions").ItemSchema()
	return versions.Property("schema").Property("openAPIV3Schema")
}

// OfConfig returns the shape of .crdtool.yaml.
func OfConfig() Shape { return ofSchema(Shape{}, []*schema.Schema{configShape()}) }
