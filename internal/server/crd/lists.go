package crd

import (
	"github.com/crdtool/crdtool/internal/schemas/internaltype"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// listType checks x-kubernetes-list-type, and the items of a set.
func (k *checker) listType(t *schematree.Tree, n *schematree.Node) {
	list := n.XListType()
	if list == nil {
		return
	}
	k.typeBeside(t, n, code.ListTypeNoArray, "array", "must be array if x-kubernetes-list-type is specified")
	if keyword := granularSetItem(n.Schema); keyword != "" && k.require.atomicSets && n.Type == "array" {
		// The server prints the list type as the value, even if the map type is invalid.
		k.add(finding.Invalid(code.SetItemsNotAtomic, t.Path(n.ID).Child("items", keyword), n.ItemSchema().XListType(),
			"must be atomic as item of a list with x-kubernetes-list-type=set"))
	}
	if *list != "atomic" && *list != "set" && *list != "map" {
		k.add(finding.NotSupported(code.ListTypeUnknown, t.Path(n.ID).Child("x-kubernetes-list-type"), *list, []string{"atomic", "set", "map"}))
	}
}

// mapList checks x-kubernetes-list-map-keys, and the items of a list of type map.
func (k *checker) mapList(t *schematree.Tree, n *schematree.Node) {
	if len(n.XListMapKeys()) > 0 && n.ListType() != "map" {
		p := t.Path(n.ID).Child("x-kubernetes-list-type")
		const detail = "must be map if x-kubernetes-list-map-keys is non-empty"
		if n.XListType() == nil {
			k.add(finding.Required(code.MapKeysOfOtherList, p, detail))
		} else {
			k.add(finding.Invalid(code.MapKeysOfOtherList, p, *n.XListType(), detail))
		}
	}
	if n.ListType() != "map" {
		return
	}
	if len(n.XListMapKeys()) == 0 {
		k.add(finding.Required(code.MapKeysRequired, t.Path(n.ID).Child("x-kubernetes-list-map-keys"), "must not be empty if x-kubernetes-list-type is map"))
	}
	items := n.ItemSchema()
	switch {
	case n.Items == nil:
		k.add(finding.Required(code.MapItemsRequired, t.Path(n.ID).Child("items"), "must have a schema if x-kubernetes-list-type is map"))
	case items == nil:
		k.add(finding.Invalid(code.MapItemsAsList, t.Path(n.ID).Child("items"), internaltype.OfItems(n.Items), "must only have a single schema if x-kubernetes-list-type is map"))
	case items.Type != "object":
		k.add(finding.Invalid(code.MapItemsNoObjects, t.Path(n.ID).Child("items", "type"), items.Type, "must be object if parent array's x-kubernetes-list-type is map"))
	default:
		k.mapKeys(t, n, items)
	}
}

func (k *checker) mapKeys(t *schematree.Tree, n *schematree.Node, items *schema.Schema) {
	var keys *finding.Path // shared by the paths of all findings, as there may be very many keys
	seen := map[string]bool{}
	for i, key := range n.XListMapKeys() {
		at := func() *finding.Path {
			if keys == nil {
				keys = t.Path(n.ID).Child("x-kubernetes-list-map-keys")
			}
			return keys.At(keys.Index(i))
		}
		switch s := items.Property(key); {
		case s == nil:
			k.add(finding.Invalid(code.MapKeyUndeclared, at(), n.XListMapKeys(), "entries must all be names of item properties"))
		case s.Type == "array" || s.Type == "object":
			// The server prints the type of the items as the value, not the type of the key.
			k.add(finding.Invalid(code.MapKeyNoScalar, t.Path(n.ID).Child("items", "properties").Key(key).Child("type"), items.Type,
				"must be a scalar type if parent array's x-kubernetes-list-type is map"))
		}
		if seen[key] {
			k.add(finding.Invalid(code.MapKeyTwice, at(), n.XListMapKeys(), "must not contain duplicate entries"))
		}
		seen[key] = true
	}
}

// listKeyFindings returns findings about items of a set or a map that cannot be identified: items or keys that may be
// null, and keys that may be absent. Each finding is made for the path of the list.
func listKeyFindings(s *schema.Schema) []func(*finding.Path) finding.Finding {
	items, list := s.ItemSchema(), s.ListType()
	if items == nil || list != "set" && list != "map" {
		return nil
	}
	var found []func(*finding.Path) finding.Finding
	if items.Nullable {
		found = append(found, func(p *finding.Path) finding.Finding {
			return finding.Forbidden(code.ListItemsNullable, p.Child("items", "nullable"), "cannot be nullable when x-kubernetes-list-type is "+list).
				With(finding.Facts{Where: list})
		})
	}
	if list == "set" {
		return found
	}
	required := map[string]bool{}
	for _, r := range items.Required {
		required[r] = true
	}
	for _, key := range s.XListMapKeys() {
		property := items.Property(key)
		if property == nil {
			continue
		}
		if !required[key] && property.Default == nil {
			found = append(found, func(p *finding.Path) finding.Finding {
				return finding.Required(code.MapKeyOptional, p.Child("items", "properties").Key(key).Child("default"),
					"this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property")
			})
		}
		if property.Nullable {
			found = append(found, func(p *finding.Path) finding.Finding {
				return finding.Forbidden(code.MapKeyNullable, p.Child("items", "properties").Key(key).Child("nullable"),
					"this property is in x-kubernetes-list-map-keys, so it cannot be nullable")
			})
		}
	}
	return found
}
