package shape

import "slices"

// Fields returns the declared fields: apiVersion, kind and metadata first, or the keys of an item of a list, then the
// others in the order of the schema.
func (s Shape) Fields() []Field {
	if s.keywords {
		return s.keywordFields()
	}
	var fields []Field
	index := map[string]bool{}
	add := func(f Field) {
		if !index[f.Name] {
			index[f.Name] = true
			fields = append(fields, f)
		}
	}
	if s.isResource {
		for _, name := range []string{"apiVersion", "kind", "metadata"} {
			add(Field{Name: name, Shape: s.head(name), Required: true})
		}
	}
	if s.native != "" {
		for _, f := range s.nativeFields() {
			add(Field{Name: f.Name, Shape: s.Child(f.Name), Required: s.native == objectMeta && f.Name == "name"})
		}
		return fields
	}
	required, oneOf := s.requires()
	for _, key := range s.keys {
		add(Field{Name: key, Shape: s.Child(key), Required: true})
	}
	for _, of := range s.schemas {
		for _, p := range of.Properties.All() {
			if !index[p.Name] {
				add(Field{Name: p.Name, Shape: s.Child(p.Name), Required: required[p.Name], OneOf: oneOf[p.Name]})
			}
		}
	}
	return fields
}

// Requires reports whether an object must have a field.
func (s Shape) Requires(name string) bool {
	for _, f := range s.Fields() {
		if f.Name == name {
			return f.Required
		}
	}
	return false
}

// Declares reports whether a field is declared, or a key of a map.
func (s Shape) Declares(name string) bool {
	if _, isMap := s.Values(); isMap {
		return true
	}
	for _, f := range s.Fields() {
		if f.Name == name {
			return true
		}
	}
	return false
}

// head returns the shape of apiVersion, kind or metadata of a resource.
func (s Shape) head(name string) Shape {
	if name == "metadata" {
		return s.metadata()
	}
	doc := map[string]string{
		"apiVersion": "The group and the version of the object's kind, as in example.com/v1.",
		"kind":       "The kind of the object.",
	}
	return Shape{native: "string", text: doc[name], minor: s.minor, kinds: s.kinds}
}

// requires returns the required fields, and those that a branch of anyOf or oneOf requires.
func (s Shape) requires() (required, oneOf map[string]bool) {
	required, oneOf = map[string]bool{}, map[string]bool{}
	for i, of := range s.schemas {
		for _, name := range of.Required {
			if i == 0 || s.schemas[0].AllOf() != nil && slices.Contains(s.schemas[0].AllOf(), of) {
				required[name] = true
			} else {
				oneOf[name] = true
			}
		}
	}
	return required, oneOf
}
