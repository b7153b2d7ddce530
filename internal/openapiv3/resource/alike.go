package resource

import (
	"fmt"
	"reflect"

	"github.com/crdtool/crdtool/schema"
)

// Alike finds resources of which the same is published but for their names.
// They are all of one server. It is for one goroutine.
type Alike struct {
	sums  schema.Sums
	known map[uint64][]numbered
	count int
}

// numbered is a schema that no other one before is like.
type numbered struct {
	schema *schema.Schema
	number int
}

// NewAlike knows of no resource.
func NewAlike() *Alike { return &Alike{sums: schema.NewSums(), known: map[uint64][]numbered{}} }

// Of is the same for resources of which the same is published but for their names, their
// schemas and their paths.
func (a *Alike) Of(r *Resource) string {
	return fmt.Sprintf("%q %t", r.SelectableFields, r.PreserveUnknownFields)
}

// Schema is the same for resources of one schema.
func (a *Alike) Schema(r *Resource) string {
	if r.Schema == nil {
		return "none"
	}
	sum := a.sums.Of(r.Schema)
	for _, s := range a.known[sum] {
		// What is Equal is not always written with the same bytes.
		if s.schema == r.Schema || reflect.DeepEqual(s.schema, r.Schema) {
			return fmt.Sprint(s.number)
		}
	}
	a.count++
	a.known[sum] = append(a.known[sum], numbered{r.Schema, a.count})
	return fmt.Sprint(a.count)
}
