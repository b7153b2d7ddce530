package openapiv2

import (
	"encoding/base64"
	"encoding/json"
	"hash/fnv"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
)

// parameters collects the parameters that operations share. The document has each of them once, under a name that ends
// in a hash.
//
// The server shares identical parameters of many operations. It selects these parameters by name
// (pkg/builder/parameters.go of k8s.io/kube-openapi).
type parameters struct {
	// shared is nil for a server whose operations share no parameters.
	shared map[string]spec.Parameter
	// refs caches the references to shared parameters.
	refs map[key]spec.Parameter
}

// key identifies a shared parameter.
type key struct{ name, description, body string }

func (c *parameters) list(list []resource.Parameter) []spec.Parameter {
	out := make([]spec.Parameter, len(list))
	for i := range list {
		out[i] = c.parameter(&list[i])
	}
	return out
}

func (c *parameters) parameter(p *resource.Parameter) spec.Parameter {
	out := spec.Parameter{
		ParamProps:        spec.ParamProps{Name: p.Name, In: p.In, Description: p.Description, Required: p.Required()},
		SimpleSchema:      spec.SimpleSchema{Type: p.Type},
		CommonValidations: spec.CommonValidations{UniqueItems: true},
	}
	switch p.Name {
	case "name":
		// Its description names the kind.
		return out
	case "fieldValidation", "dryRun":
		// kubectl reads these two to learn what a server supports.
		return out
	}
	return c.share(key{name: p.Name, description: p.Description}, out)
}

// body returns the body as a parameter. Bodies of Kubernetes' own types are shared.
func (c *parameters) body(b *resource.Body) spec.Parameter {
	schema := reference(b.Model, "")
	out := spec.Parameter{ParamProps: spec.ParamProps{Name: "body", In: "body", Required: b.Required, Schema: &schema}}
	if !isAPIMachinery(b.Model) {
		return out
	}
	return c.share(key{name: "body", body: b.Model}, out)
}

func (c *parameters) share(k key, p spec.Parameter) spec.Parameter {
	if c.shared == nil {
		return p
	}
	ref, known := c.refs[k]
	if !known {
		name := p.Name + "-" + hash(&p)
		c.shared[name] = p
		ref = spec.Parameter{Refable: spec.Refable{Ref: spec.MustCreateRef("#/parameters/" + name)}}
		if c.refs == nil {
			c.refs = map[key]spec.Parameter{}
		}
		c.refs[k] = ref
	}
	return ref
}

// hash returns a hash of a parameter, for its name.
func hash(p *spec.Parameter) string {
	text, err := json.Marshal(p)
	if err != nil {
		// A parameter is made of strings and booleans.
		panic("openapiv2: " + err.Error())
	}
	h := fnv.New64()
	h.Write(text)
	return base64.URLEncoding.EncodeToString(h.Sum(nil)[:6])
}
