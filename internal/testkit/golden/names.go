package golden

import (
	"regexp"

	"sigs.k8s.io/yaml"
)

// GeneratedSuffix stands in answers for the random end of a generated name.
const GeneratedSuffix = "xxxxx"

// StableNames returns the text of an answer to a request with the random ends of
// names that were made of generateName replaced. Names are looked for in quotes,
// which may be escaped.
func StableNames(answer string, request []byte) string {
	var sent struct {
		Metadata struct{ Name, GenerateName string }
	}
	if yaml.Unmarshal(request, &sent) != nil || sent.Metadata.GenerateName == "" || sent.Metadata.Name != "" {
		return answer
	}
	const kept = 63 - len(GeneratedSuffix) // of a name, at most
	base := sent.Metadata.GenerateName
	base = regexp.QuoteMeta(base[:min(len(base), kept)])
	return regexp.MustCompile(`(\\?"`+base+`)[a-z0-9]{5}(\\?")`).ReplaceAllString(answer, `${1}`+GeneratedSuffix+`${2}`)
}
