package behaviour

import "strings"

// Known reports whether the server enforces a format on values of a type, or
// believes to: a server that does not tell formats by type knows those of strings on
// every type. Dashes in the names of string formats don't count. It mirrors
// StripUnsupportedFormatsPostProcessorForVersion of pkg/apiserver/validation.
func (f Formats) Known(typ, format string) bool {
	if !f.ByType {
		typ = ""
	}
	switch typ {
	case "", "string":
		if NameFormat(format) {
			return f.ShortAndLongNames
		}
		switch strings.ReplaceAll(format, "-", "") {
		case "bsonobjectid", "uri", "email", "hostname", "ipv4", "ipv6", "cidr", "mac", "uuid", "uuid3", "uuid4",
			"uuid5", "isbn", "isbn10", "isbn13", "creditcard", "ssn", "hexcolor", "rgbcolor", "byte", "password",
			"date", "duration", "datetime":
			return true
		}
	case "integer":
		return format == "int32" || format == "int64"
	case "number":
		return format == "float" || format == "double"
	}
	return false
}

// NameFormat reports whether a format of strings is one that Kubernetes made for
// names of its objects.
func NameFormat(format string) bool {
	name := strings.ReplaceAll(format, "-", "")
	return name == "k8sshortname" || name == "k8slongname"
}
