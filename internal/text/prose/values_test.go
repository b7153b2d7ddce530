package prose

import (
	"strings"
	"testing"
)

func TestValuesIn(t *testing.T) {
	for text, want := range map[string]string{
		"Restart policy. One of Always, OnFailure, Never. Default to Always.": "Always OnFailure Never",
		"Valid operators are In, NotIn, Exists and DoesNotExist.":             "In NotIn Exists DoesNotExist",
		"type must not be one of: Ready, Available":                           "Ready Available",
		"It can be \"None\", \"Always\"; nothing else.":                       "None Always",
		"Must be a valid name.":                                               "",
		"The size of one of the volumes.":                                     "",
		"Defaults to `60s`.":                                                  "60s",
	} {
		if got := strings.Join(ValuesIn(text), " "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
