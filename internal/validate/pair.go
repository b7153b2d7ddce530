package validate

import "k8s.io/apiserver/pkg/cel/common"

// pair is a value, the one that it replaces, and their schema: what common.CorrelatedObject is
// without what that holds of the values below. The zero pair replaces nothing.
type pair struct {
	now, old any
	schema   common.Schema
	// replaces is false if there is no old value, not even null.
	replaces bool
}

// key is the pair of a field, as CorrelatedObject.Key finds it.
func (p pair) key(name string) pair {
	if p.schema == nil {
		return pair{}
	}
	now, _ := p.now.(map[string]any)
	old, _ := p.old.(map[string]any)
	value, has := now[name]
	before, had := old[name]
	if !has || !had {
		return pair{}
	}
	if of, ok := p.schema.Properties()[name]; ok {
		return pair{value, before, of, true}
	}
	if others := p.schema.AdditionalProperties(); others != nil {
		if of := others.Schema(); of != nil {
			return pair{value, before, of, true}
		}
	}
	return pair{}
}

// index is the pair of an item, as CorrelatedObject.Index finds it.
func (p pair) index(i int, by *correlating) pair {
	if p.schema == nil || p.schema.XListType() != "map" {
		return pair{}
	}
	now, _ := p.now.([]any)
	old, _ := p.old.([]any)
	of := p.schema.Items()
	if i >= len(now) || of == nil {
		return pair{}
	}
	before := by.itemLike(p.schema, old, now[i])
	if before == nil {
		return pair{}
	}
	return pair{now[i], before, of, true}
}
