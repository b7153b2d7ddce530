package celrule

import (
	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// older is the view of a server that does not know all sizes.
type older struct {
	view
	knows kube.Sizes
}

type olderValues struct {
	valuesView
	knows kube.Sizes
}

var allSizes = kube.Sizes{Enums: true, IntOrStrings: true, Names: true}

// sized returns the view of a server that knows some sizes.
func sized(s *schema.Schema, knows kube.Sizes) common.Schema {
	if knows == allSizes {
		return view{s}
	}
	return older{view{s}, knows}
}

func (v older) Enum() []any {
	if v.knows.Enums {
		return v.view.Enum()
	}
	return nil
}

func (v older) MaxLength() *int64 {
	if v.XIntOrString && !v.knows.IntOrStrings {
		return nil
	}
	return v.view.MaxLength()
}

func (v older) Items() common.Schema {
	if s := v.ItemSchema(); s != nil {
		return older{view{s}, v.knows}
	}
	return nil
}

func (v older) Properties() map[string]common.Schema {
	if v.Schema.Properties.Len() == 0 {
		return nil
	}
	m := make(map[string]common.Schema, v.Schema.Properties.Len())
	for _, p := range v.Schema.Properties.All() {
		m[p.Name] = older{view{p.Schema}, v.knows}
	}
	return m
}

func (v older) AdditionalProperties() common.SchemaOrBool {
	if v.Schema.AdditionalProperties == nil {
		return nil
	}
	return olderValues{valuesView{v.Schema.AdditionalProperties}, v.knows}
}

func (v olderValues) Schema() common.Schema {
	if v.SchemaOrBool.Schema == nil {
		return nil
	}
	return older{view{v.SchemaOrBool.Schema}, v.knows}
}

func (v older) WithTypeAndObjectMeta() common.Schema {
	return older{view{resource(v.Schema, v.knows.Names)}, v.knows}
}
