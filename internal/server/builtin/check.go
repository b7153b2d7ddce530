package builtin

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// A Fault is why a server refuses an object of a built-in kind.
type Fault struct {
	Code finding.Code
	Path *finding.Path
	// Message is the fact in our words, and Help one line on how to fix it.
	Message, Help string
	// Server are the server's words if this is the only fault; "" if they are not known.
	Server string
	// Later says that the server stops before it reports the fault.
	Later bool
}

// An Answer is the answer of a server about the fields of an object.
type Answer struct {
	// Checked is false for kinds that the catalog does not have.
	Checked bool
	// Served is false if no server of the version serves the kind. The fields are not checked then.
	Served bool
	Faults []Fault
	// Message is the message of the server's answer with strict field validation; "" if the fields are fine or if it is
	// not known.
	Message string
}

// A Request is an object that is sent to a server.
type Request struct {
	Version          kube.Version
	APIVersion, Kind string
	// Object has the JSON value: whole numbers are int64, others float64.
	Object map[string]any
}

// Check returns what the server of a version says about the fields of an object.
func Check(q Request) Answer {
	c := embedded()
	// Configuration files of kubectl have apiVersion v1, as the core group has.
	group, version, named := strings.Cut(q.APIVersion, "/")
	if !named {
		group, version = "", q.APIVersion
	}
	k := c.find(group, version, q.Kind)
	switch {
	case k != nil && k.servedBy(q.Version.Minor):
		return c.decode(k, &q)
	case k != nil || group != "" && c.hasGroup(group) && !strings.HasSuffix(q.Kind, "List"):
		f := c.notServed(q.Version, group, version, q.Kind)
		return Answer{Checked: true, Faults: []Fault{*f}, Message: f.Server}
	}
	return Answer{}
}

// decode decodes an object into the type of its kind.
func (c *Catalog) decode(k *Kind, q *Request) Answer {
	d := decoder{catalog: c, minor: q.Version.Minor}
	d.value(k.Type, q.Object, nil)
	refused := fmt.Sprintf("%s in version %q cannot be handled as a %s: ", k.Kind, k.Version, k.Kind)
	a := Answer{Checked: true, Served: true, Faults: d.faults}
	first := d.first()
	switch {
	case first != nil:
		a.Message = refused + first.Server
	case len(d.strict) > 0:
		a.Message = refused + strictDecoding + strings.Join(d.strict, ", ")
	}
	for i := range a.Faults {
		f := &a.Faults[i]
		switch {
		case f.Code == code.UnknownField:
			f.Server, f.Later = refused+strictDecoding+f.Server, first != nil
		case f.Server != "":
			f.Server, f.Later = refused+f.Server, f != first
		default:
			f.Later = a.Message != ""
		}
	}
	return a
}

const strictDecoding = "strict decoding error: "
