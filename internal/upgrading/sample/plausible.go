package sample

import "strings"

// byFormat are values of the formats that the server checks, and of others that readers expect. The keys have no
// dashes.
var byFormat = map[string][]string{
	"bsonobjectid": {"507f1f77bcf86cd799439011"},
	"byte":         {"ZXhhbXBsZQ==", "c2FtcGxl"},
	"cidr":         {"10.0.0.0/24", "10.0.1.0/24", "2001:db8::/64"},
	"creditcard":   {"4111111111111111"},
	"date":         {"2025-01-31", "2025-02-28"},
	"datetime":     {"2025-01-31T12:00:00Z", "2025-01-31T13:00:00Z"},
	"duration":     {"30s", "1m", "1h"},
	"email":        {"someone@example.com", "another@example.com"},
	"hexcolor":     {"#336699"},
	"hostname":     {"example.com", "www.example.com"},
	"ip":           {"192.0.2.1", "192.0.2.2"},
	"ipv4":         {"192.0.2.1", "192.0.2.2"},
	"ipv6":         {"2001:db8::1", "2001:db8::2"},
	"isbn":         {"0321751043"},
	"isbn10":       {"0321751043"},
	"isbn13":       {"978-0321751041"},
	"k8slongname":  {"example.com", "www.example.com"},
	"k8sshortname": {"example", "example-2"},
	"mac":          {"02:00:5e:10:00:01"},
	"password":     {"example"},
	"rgbcolor":     {"rgb(51,102,153)"},
	"ssn":          {"111-11-1111"},
	"uri":          {"https://example.com", "https://www.example.com"},
	"uuid":         {"6ba7b810-9dad-11d1-80b4-00c04fd430c8"},
	"uuid3":        {"6fa459ea-ee8a-3ca4-894e-db77e160355e"},
	"uuid4":        {"16fd2706-8baf-433b-82eb-8c7fada847da"},
	"uuid5":        {"886313e1-3b8a-5372-9b90-0c9aee199e5d"},
}

// byName are plausible texts for fields whose name contains a word. The first match is used.
var byName = []struct {
	word  string
	texts []string
}{
	{"apiversion", []string{"v1", "example.com/v1"}},
	{"apigroup", []string{"example.com"}},
	{"kind", []string{"ConfigMap", "Secret"}},
	{"namespace", []string{"default"}},
	{"image", []string{"registry.example.com/app:1.0"}},
	{"email", []string{"someone@example.com"}},
	{"hostname", []string{"example.com", "www.example.com"}},
	{"domain", []string{"example.com"}},
	{"fqdn", []string{"example.com"}},
	{"cidr", []string{"10.0.0.0/24", "10.0.1.0/24"}},
	{"subnet", []string{"10.0.0.0/24", "example"}},
	{"url", []string{"https://example.com"}},
	{"uri", []string{"https://example.com", "spiffe://example.com/app"}},
	{"endpoint", []string{"https://example.com", "example.com:443"}},
	{"server", []string{"https://example.com", "example.com"}},
	{"host", []string{"example.com", "www.example.com"}},
	{"streetaddress", []string{"1 Example Street"}},
	{"address", []string{"192.0.2.1", "example.com"}},
	{"schedule", []string{"0 3 * * *"}},
	{"cron", []string{"0 3 * * *"}},
	{"duration", []string{"30s", "1h"}},
	{"timeout", []string{"30s"}},
	{"interval", []string{"30s"}},
	{"period", []string{"30s"}},
	{"retention", []string{"30d", "24h"}},
	{"timezone", []string{"Etc/UTC"}},
	{"backoff", []string{"30s"}},
	{"delay", []string{"30s"}},
	{"ttl", []string{"1h"}},
	{"before", []string{"1h", "example"}},
	{"after", []string{"1h", "example"}},
	{"time", []string{"30s", "2025-01-31T12:00:00Z"}},
	{"cpu", []string{"100m"}},
	{"memory", []string{"128Mi"}},
	{"storage", []string{"1Gi"}},
	{"capacity", []string{"1Gi"}},
	{"quantity", []string{"1"}},
	{"version", []string{"1.0.0", "v1.0.0"}},
	{"path", []string{"/example", "example"}},
	{"region", []string{"eu-west-1"}},
	{"method", []string{"GET"}},
	{"port", []string{"http", "8080"}},
	{"regex", []string{"^example$"}},
	{"message", []string{"an example"}},
}

// patternWords are tried before a text is made from a pattern: together they match most patterns that are written
// by hand.
var patternWords = []string{
	"example", "Example", "EXAMPLE", "example.com", "example.com/name", "https://example.com", "30s", "1Gi", "50%", "1.0",
	"v1", "/example", "/", "10.0.0.0/24", "192.0.2.1", "2001:db8::1", "2001:db8::/64", "example-1", "key=value",
	"arn:aws:iam::123456789012:role/example", "subnet-0123456789abcdef0", "sg-0123456789abcdef0",
	"2025-01-31T12:00:00Z", "2025-01-31", "sha256:" + hex64, hex64, "someone@example.com",
}

// anyWords are tried last.
var anyWords = []string{
	"a", "A", "1", "0", "10", "*", "*.example.com", "http", "tcp", "TCP", "GET", "example_1", "key:value", "1h", "",
}

const hex64 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// plausible returns at least one text for a field by its name.
func plausible(name string) []string {
	lower := strings.ToLower(name)
	if lower == "ip" || // too many words contain it for the table
		strings.HasSuffix(name, "IP") {
		return []string{"192.0.2.1", "192.0.2.2"}
	}
	for _, n := range byName {
		if strings.Contains(lower, n.word) {
			return n.texts
		}
	}
	return []string{"example"}
}

// singular guesses the name of an item of a list.
func singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies"):
		return name[:len(name)-3] + "y"
	case strings.HasSuffix(name, "ss"), !strings.HasSuffix(name, "s"):
		return name
	}
	return name[:len(name)-1]
}
