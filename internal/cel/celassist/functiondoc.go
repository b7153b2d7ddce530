package celassist

import "strings"

// functionDoc is the documentation of a function, or of a method of a kind of values.
type functionDoc struct {
	name   string
	target string   // the kind of the value of a method; empty for a global function
	params []string // their names
	text   string
}

// docOf returns the documentation of an overload, or nil.
func docOf(name string, o *overload) *functionDoc {
	target := ""
	if o.IsMemberFunction() {
		target = targetKind(o.ArgTypes()[0])
	}
	for i := range functionDocs {
		if d := &functionDocs[i]; d.name == name && d.target == target {
			return d
		}
	}
	return nil
}

// param returns the name of a parameter; one that is not documented has a number.
func (d *functionDoc) param(i int) string {
	if d != nil && i < len(d.params) {
		return d.params[i]
	}
	return "arg" + string(rune('1'+i%9))
}

func names(list string) []string { return strings.Fields(list) }

// functionDocs documents all functions, by library.
var functionDocs = []functionDoc{
	// Conversions and types
	{"bool", "", names("value"), "Converts a string such as `true` to a bool."},
	{"bytes", "", names("value"), "Converts a string to its bytes in UTF-8."},
	{"double", "", names("value"), "Converts a number or a string to a double."},
	{"duration", "", names("text"), "Parses a duration such as `1h30m` or `0.5s`. The largest unit is the hour. Invalid text is an error."},
	{"dyn", "", names("value"), "Returns the value with a dynamic type, so that its type is checked when the rule is evaluated."},
	{"int", "", names("value"), "Converts a number, a string or a timestamp (seconds since 1970) to an int. Text that is no integer is an error."},
	{"string", "", names("value"), "Converts a value to its text."},
	{"timestamp", "", names("text"), "Parses a timestamp of RFC 3339 such as `2024-01-31T12:00:00Z`. Invalid text is an error."},
	{"type", "", names("value"), "Returns the type of a value, for comparing it: `type(self.port) == int` for a field that is an integer or a string."},
	{"uint", "", names("value"), "Converts a number or a string to an unsigned integer."},
	{"size", "", names("value"), "Returns the number of characters of a string, of bytes, of items of a list, or of keys of a map."},
	{"size", "string", nil, "Returns the number of characters."},
	{"size", "bytes", nil, "Returns the number of bytes."},
	{"size", "list", nil, "Returns the number of items."},
	{"size", "map", nil, "Returns the number of keys."},

	// Strings
	{"charAt", "string", names("index"), "Returns the character at an index, beginning at 0. The index of the end gives an empty string; others are an error."},
	{"contains", "string", names("part"), "Reports whether the string contains a part."},
	{"endsWith", "string", names("suffix"), "Reports whether the string ends with a suffix."},
	{"find", "string", names("pattern"), "Returns the first match of a regular expression of RE2, or an empty string."},
	{"findAll", "string", names("pattern limit"), "Returns all matches of a regular expression of RE2, or as many as the limit."},
	{"format", "string", names("arguments"), "Replaces the verbs of the string, such as `%s` and `%d`, by the items of a list: `\"%s has %d\".format([self.name, self.n])`."},
	{"indexOf", "string", names("part start"), "Returns the index of the first occurrence of a part, at or after a start, or -1."},
	{"join", "list", names("separator"), "Joins the strings of a list, with a separator between them if one is given."},
	{"lastIndexOf", "string", names("part end"), "Returns the index of the last occurrence of a part, at or before an index, or -1."},
	{"lowerAscii", "string", nil, "Returns the string with the letters A to Z in lower case."},
	{"matches", "string", names("pattern"), "Reports whether a part of the string matches a regular expression of RE2. Use `^` and `$` to match all of it."},
	{"matches", "", names("text pattern"), "Reports whether a part of a text matches a regular expression of RE2. Use `^` and `$` to match all of it."},
	{"replace", "string", names("old new limit"), "Replaces all occurrences of a text, or as many as the limit, by another one."},
	{"split", "string", names("separator limit"), "Splits the string at a separator, into at most as many parts as the limit."},
	{"startsWith", "string", names("prefix"), "Reports whether the string begins with a prefix."},
	{"strings.quote", "", names("text"), "Returns the text in double quotes, with escapes, for printing it in a message."},
	{"substring", "string", names("start end"), "Returns the part from a start up to an end, which is not included. Indexes outside of the string are an error."},
	{"trim", "string", nil, "Removes white space at both ends."},
	{"upperAscii", "string", nil, "Returns the string with the letters a to z in upper case."},

	// Lists
	{"distinct", "list", nil, "Returns the list without repeated items."},
	{"first", "list", nil, "Returns an optional with the first item, which is empty for an empty list."},
	{"flatten", "list", names("depth"), "Returns the items of the lists in a list, and of deeper lists up to a depth."},
	{"includes", "dyn", names("item"), "Reports whether a list has an item, or another value equals it. It takes a list and a single value for the same purpose."},
	{"indexOf", "list", names("item"), "Returns the index of the first item that equals a value, or -1."},
	{"isSorted", "list", nil, "Reports whether the items are in ascending order."},
	{"last", "list", nil, "Returns an optional with the last item, which is empty for an empty list."},
	{"lastIndexOf", "list", names("item"), "Returns the index of the last item that equals a value, or -1."},
	{"lists.range", "", names("n"), "Returns the list of the integers from 0 to n-1."},
	{"max", "list", nil, "Returns the greatest item. An empty list is an error."},
	{"min", "list", nil, "Returns the least item. An empty list is an error."},
	{"reverse", "list", nil, "Returns the list in reverse order."},
	{"slice", "list", names("start end"), "Returns the items from a start up to an end, which is not included."},
	{"sort", "list", nil, "Returns the list in ascending order."},
	{"sum", "list", nil, "Returns the sum of the items, 0 for an empty list."},
	{"sets.contains", "", names("list items"), "Reports whether a list has all items of another one."},
	{"sets.equivalent", "", names("list other"), "Reports whether two lists have the same items, in any order and number."},
	{"sets.intersects", "", names("list other"), "Reports whether two lists have an item in common."},

	// Optionals
	{"hasValue", "optional", nil, "Reports whether the optional has a value."},
	{"optional.none", "", nil, "Returns an empty optional."},
	{"optional.of", "", names("value"), "Returns an optional with a value."},
	{"optional.ofNonZeroValue", "", names("value"), "Returns an optional with a value, or an empty one for a zero value, such as an empty string or 0."},
	{"optional.unwrap", "", names("list"), "Returns the values of the optionals in a list that have one."},
	{"or", "optional", names("other"), "Returns the optional if it has a value, and otherwise another optional."},
	{"orValue", "optional", names("default"), "Returns the value of the optional, or a default if it is empty."},
	{"unwrapOpt", "list", nil, "Returns the values of the optionals in a list that have one."},
	{"value", "optional", nil, "Returns the value of the optional. An empty optional is an error."},

	// Timestamps and durations
	{"getDate", "timestamp", names("timezone"), "Returns the day of the month, beginning at 1. The time zone is UTC or the given one."},
	{"getDayOfMonth", "timestamp", names("timezone"), "Returns the day of the month, beginning at 0. The time zone is UTC or the given one."},
	{"getDayOfWeek", "timestamp", names("timezone"), "Returns the day of the week, with 0 for Sunday. The time zone is UTC or the given one."},
	{"getDayOfYear", "timestamp", names("timezone"), "Returns the day of the year, beginning at 0. The time zone is UTC or the given one."},
	{"getFullYear", "timestamp", names("timezone"), "Returns the year. The time zone is UTC or the given one."},
	{"getHours", "timestamp", names("timezone"), "Returns the hour, from 0 to 23. The time zone is UTC or the given one."},
	{"getHours", "duration", nil, "Returns the duration in whole hours."},
	{"getMilliseconds", "timestamp", names("timezone"), "Returns the milliseconds of the second, from 0 to 999. The time zone is UTC or the given one."},
	{"getMilliseconds", "duration", nil, "Returns the duration in whole milliseconds."},
	{"getMinutes", "timestamp", names("timezone"), "Returns the minute, from 0 to 59. The time zone is UTC or the given one."},
	{"getMinutes", "duration", nil, "Returns the duration in whole minutes."},
	{"getMonth", "timestamp", names("timezone"), "Returns the month, with 0 for January. The time zone is UTC or the given one."},
	{"getSeconds", "timestamp", names("timezone"), "Returns the second, from 0 to 59. The time zone is UTC or the given one."},
	{"getSeconds", "duration", nil, "Returns the duration in whole seconds."},

	// URLs
	{"isURL", "", names("text"), "Reports whether a text is an absolute URI or an absolute path."},
	{"url", "", names("text"), "Parses an absolute URI or an absolute path. Other text is an error."},
	{"getEscapedPath", "url", nil, "Returns the path as it is escaped, or an empty string."},
	{"getHost", "url", nil, "Returns the host with its port, or an empty string. An IPv6 address is in brackets."},
	{"getHostname", "url", nil, "Returns the host without its port, or an empty string. An IPv6 address has no brackets."},
	{"getPort", "url", nil, "Returns the port as a string, or an empty string."},
	{"getQuery", "url", nil, "Returns the parameters of the query, each with the list of its values."},
	{"getScheme", "url", nil, "Returns the scheme, or an empty string."},

	// Quantities
	{"isQuantity", "", names("text"), "Reports whether a text is a quantity of Kubernetes such as `1500m` or `2Gi`."},
	{"quantity", "", names("text"), "Parses a quantity of Kubernetes such as `1500m` or `2Gi`. Other text is an error."},
	{"add", "quantity", names("other"), "Returns the sum of the quantity and another one, or an int."},
	{"asApproximateFloat", "quantity", nil, "Returns the quantity as a double, which may lose precision."},
	{"asInteger", "quantity", nil, "Returns the quantity as an int. It is an error if the quantity is no integer or too large."},
	{"compareTo", "quantity", names("other"), "Returns 0 for an equal quantity, 1 if the quantity is greater than the other one, and -1 if it is less."},
	{"isGreaterThan", "quantity", names("other"), "Reports whether the quantity is greater than another one."},
	{"isInteger", "quantity", nil, "Reports whether `asInteger` returns the quantity without an error."},
	{"isLessThan", "quantity", names("other"), "Reports whether the quantity is less than another one."},
	{"sign", "", names("quantity"), "Returns 1 for a positive quantity, -1 for a negative one, and 0 for zero."},
	{"sub", "quantity", names("other"), "Returns the difference of the quantity and another one, or an int."},

	// Addresses
	{"ip", "", names("text"), "Parses an IP address, version 4 or 6. Other text is an error."},
	{"ip", "cidr", nil, "Returns the address of the CIDR."},
	{"ip.isCanonical", "", names("text"), "Reports whether a text is the canonical form of an IP address. Other text is an error."},
	{"isIP", "", names("text"), "Reports whether a text is an IP address, version 4 or 6."},
	{"cidr", "", names("text"), "Parses a CIDR such as `10.0.0.0/8`. Other text is an error."},
	{"isCIDR", "", names("text"), "Reports whether a text is a CIDR such as `10.0.0.0/8`."},
	{"containsCIDR", "cidr", names("other"), "Reports whether the CIDR contains another one."},
	{"containsIP", "cidr", names("address"), "Reports whether the CIDR contains an IP address."},
	{"family", "ip", nil, "Returns the version of the IP address: 4 or 6."},
	{"isGlobalUnicast", "ip", nil, "Reports whether the IP address is a global unicast address."},
	{"isLinkLocalMulticast", "ip", nil, "Reports whether the IP address is a link-local multicast address."},
	{"isLinkLocalUnicast", "ip", nil, "Reports whether the IP address is a link-local unicast address."},
	{"isLoopback", "ip", nil, "Reports whether the IP address is a loopback address."},
	{"isUnspecified", "ip", nil, "Reports whether the IP address is 0.0.0.0 or ::."},
	{"masked", "cidr", nil, "Returns the CIDR with all bits after its prefix set to 0."},
	{"prefixLength", "cidr", nil, "Returns the length of the prefix in bits."},

	// Formats
	{"format.named", "", names("name"), "Returns an optional with the format of a name, such as `dns1123Label`, which is empty for an unknown name."},
	{"validate", "namedformat", names("text"), "Returns an optional with the list of errors about a text, which is empty for a valid text: `!format.dns1123Label().validate(self.name).hasValue()`."},
	{"format.byte", "", nil, "Returns the format of base64."},
	{"format.date", "", nil, "Returns the format of dates such as `2024-01-31`."},
	{"format.datetime", "", nil, "Returns the format of timestamps of RFC 3339."},
	{"format.dns1035Label", "", nil, "Returns the format of DNS labels by RFC 1035, which begin with a letter. Names of Services have it."},
	{"format.dns1035LabelPrefix", "", nil, "Returns the format of prefixes of DNS labels by RFC 1035."},
	{"format.dns1123Label", "", nil, "Returns the format of DNS labels by RFC 1123. Names of Namespaces have it."},
	{"format.dns1123LabelPrefix", "", nil, "Returns the format of prefixes of DNS labels by RFC 1123."},
	{"format.dns1123Subdomain", "", nil, "Returns the format of DNS subdomains by RFC 1123. Names of most objects have it."},
	{"format.dns1123SubdomainPrefix", "", nil, "Returns the format of prefixes of DNS subdomains by RFC 1123."},
	{"format.labelValue", "", nil, "Returns the format of values of labels."},
	{"format.qualifiedName", "", nil, "Returns the format of keys of labels and annotations, with or without a domain."},
	{"format.uri", "", nil, "Returns the format of URIs."},
	{"format.uuid", "", nil, "Returns the format of UUIDs."},

	// Semantic versions
	{"isSemver", "", names("text normalize"), "Reports whether a text is a semantic version such as `1.2.3`. With normalize, a leading v and missing numbers are accepted."},
	{"semver", "", names("text normalize"), "Parses a semantic version such as `1.2.3`. With normalize, a leading v and missing numbers are accepted. Other text is an error."},
	{"compareTo", "semver", names("other"), "Returns 0 for an equal version, 1 if the version is greater than the other one, and -1 if it is less."},
	{"isGreaterThan", "semver", names("other"), "Reports whether the version is greater than another one."},
	{"isLessThan", "semver", names("other"), "Reports whether the version is less than another one."},
	{"major", "semver", nil, "Returns the major version."},
	{"minor", "semver", nil, "Returns the minor version."},
	{"patch", "semver", nil, "Returns the patch version."},

	// The authorizer. Rules of a CRD are compiled with its functions, but have no authorizer.
	{"allowed", "decision", nil, "Reports whether the authorizer allows a request. Rules of a CRD have no authorizer."},
	{"check", "pathcheck", names("verb"), "Asks the authorizer about a verb on a path. Rules of a CRD have no authorizer."},
	{"check", "resourcecheck", names("verb"), "Asks the authorizer about a verb on a resource. Rules of a CRD have no authorizer."},
	{"error", "decision", nil, "Returns the error of an authorization, or an empty string. Rules of a CRD have no authorizer."},
	{"errored", "decision", nil, "Reports whether an authorization ended in an error. Rules of a CRD have no authorizer."},
	{"fieldSelector", "resourcecheck", names("selector"), "Restricts a check of the authorizer by fields. Rules of a CRD have no authorizer."},
	{"group", "authorizer", names("group"), "Begins a check of a resource in a group. Rules of a CRD have no authorizer."},
	{"labelSelector", "resourcecheck", names("selector"), "Restricts a check of the authorizer by labels. Rules of a CRD have no authorizer."},
	{"name", "resourcecheck", names("name"), "Sets the name of the object of a check. Rules of a CRD have no authorizer."},
	{"namespace", "resourcecheck", names("namespace"), "Sets the namespace of a check. Rules of a CRD have no authorizer."},
	{"path", "authorizer", names("path"), "Begins a check of a path that is no resource. Rules of a CRD have no authorizer."},
	{"reason", "decision", nil, "Returns the reason of an authorization. Rules of a CRD have no authorizer."},
	{"resource", "groupcheck", names("resource"), "Sets the resource of a check. Rules of a CRD have no authorizer."},
	{"serviceAccount", "authorizer", names("namespace name"), "Returns the authorizer of a service account. Rules of a CRD have no authorizer."},
	{"subresource", "resourcecheck", names("subresource"), "Sets the subresource of a check. Rules of a CRD have no authorizer."},
}
