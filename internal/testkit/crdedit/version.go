package crdedit

func documents(k string) func(*editor, *at) string {
	return func(e *editor, a *at) string {
		switch k {
		case "externalDocs":
			return change(a.s, k, pick(e.Rand, nil, any(Value{"url": "https://example.com"})))
		}
		return change(a.s, k, pick(e.Rand, nil, any("one"), any("another")))
	}
}

// refused adds what the server takes in no schema.
func refused(k string) func(*editor, *at) string {
	return func(e *editor, a *at) string {
		if e.Intn(8) > 0 {
			return ""
		}
		some := Value{"a": Value{"type": "string"}}
		return change(a.s, k, map[string]any{
			"$ref": "#/a", "definitions": some, "patternProperties": some, "dependencies": Value{"a": []any{"b"}}, "additionalItems": Value{"type": "string"},
		}[k])
	}
}

// metadata says what names objects may have.
func (e *editor) metadata(version Value) string {
	root := rootOf(version)
	properties, _ := root["properties"].(Value)
	if properties == nil {
		return ""
	}
	meta, _ := properties["metadata"].(Value)
	if meta == nil || e.Intn(4) == 0 {
		meta = Value{"type": "object"}
		properties["metadata"] = meta
	}
	fields := pick(e.Rand, Value{"maxLength": int64(3 + e.Intn(60))}, Value{"pattern": pick(e.Rand, "^[a-z]+$", "^w", "e$")}, Value{"enum": []any{"example", "w"}},
		Value{"minLength": int64(e.Intn(4))}, Value{})
	fields["type"] = "string"
	below, _ := meta["properties"].(Value)
	if below != nil && e.Intn(3) == 0 {
		delete(meta, "properties")
		return "gone"
	}
	meta["properties"] = Value{pick(e.Rand, "name", "name", "generateName"): fields}
	return "another"
}

// subresources adds and removes those of status and scale.
func (e *editor) subresources(version Value) string {
	if e.Intn(4) > 0 {
		return ""
	}
	sub, _ := version["subresources"].(Value)
	if sub == nil {
		sub = Value{}
		version["subresources"] = sub
	}
	k := pick(e.Rand, "status", "scale")
	if sub[k] != nil {
		delete(sub, k)
		return k + " removed"
	}
	switch k {
	case "status":
		sub[k] = Value{}
	default:
		scale := Value{"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}
		for _, n := range e.nodes {
			if len(n.Way) > 1 && n.Way[0].Name == "spec" && n.Schema["type"] == "integer" && plainly(n.Way) && e.Intn(2) == 0 {
				scale["specReplicasPath"] = n.path()
			}
			if len(n.Way) > 1 && n.Way[0].Name == "status" && n.Schema["type"] != nil && plainly(n.Way) && e.Intn(4) == 0 {
				scale["labelSelectorPath"] = n.path()
			}
		}
		sub[k] = scale
	}
	return k + " added"
}
