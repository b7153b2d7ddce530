package objects

import (
	"encoding/json"
	"regexp"
	"strings"
)

// Two things in the recorded replies come from the live server: the ends of
// generated names, and uids.

// generatedNames returns a reply's text with the ends of names made of
// generateName replaced by those that crdtool gives them.
func generatedNames(text string, body json.RawMessage) string {
	var sent struct {
		Metadata struct{ Name, GenerateName string }
	}
	if json.Unmarshal(body, &sent) != nil || sent.Metadata.GenerateName == "" || sent.Metadata.Name != "" {
		return text
	}
	base := sent.Metadata.GenerateName
	quoted := regexp.QuoteMeta(base[:min(len(base), 58)])
	return regexp.MustCompile(`"(`+quoted+`)[a-z0-9]{5}"`).ReplaceAllString(text, `"${1}xxxxx"`)
}

// withLiveUID gives the old object the uid that a conflict's text tells of it.
func withLiveUID(t *truth) (json.RawMessage, error) {
	_, uid, found := strings.Cut(t.Message, "UID in object meta: ")
	if !found {
		return t.Old, nil
	}
	var old map[string]any
	if err := json.Unmarshal(t.Old, &old); err != nil {
		return nil, err
	}
	old["metadata"].(map[string]any)["uid"] = uid
	return json.Marshal(old)
}
