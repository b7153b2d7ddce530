package finding

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// text is a value that is quoted as it is.
type text string

func (t text) QuotedInMessage() []byte { return []byte(t) }

func (t text) MarshalJSON() ([]byte, error) { return []byte(t), nil }

// Values that say how they are quoted are quoted as field.Error quotes their JSON.
func TestBodyOf(t *testing.T) {
	for _, kind := range []field.ErrorType{field.ErrorTypeInvalid, field.ErrorTypeRequired, field.ErrorTypeForbidden, field.ErrorTypeDuplicate, field.ErrorTypeNotSupported} {
		for _, value := range []any{text(`{"a":""}`), text(`""`), text("[]"), "", "a", 1, nil} {
			for _, detail := range []string{"", `of "" it`, "must be so"} {
				e := field.Error{Type: kind, BadValue: value, Detail: detail}
				if got, want := BodyOf(kind, value, detail), e.ErrorBody(); got != want {
					t.Errorf("%s of %v: %q, want %q", kind, value, got, want)
				}
			}
		}
	}
}

// What is too long is cut before the character that does not fit.
func TestLongValuesAreCut(t *testing.T) {
	for _, c := range []struct {
		length int
		rest   string
	}{{MostQuoted, ""}, {MostQuoted, "x"}, {MostQuoted - 1, "é"}, {MostQuoted - 1, "日日"}, {MostQuoted - 2, "é"}} {
		value := strings.Repeat("x", c.length) + c.rest
		got := BodyOf(field.ErrorTypeInvalid, text(value), "must be short")
		want := "Invalid value: " + value + ": must be short"
		if len(value) > MostQuoted {
			want = "Invalid value: " + value[:c.length] + LeftOut + ": must be short"
		}
		if got != want {
			t.Errorf("%d and %q: %d bytes that end in %q", c.length, c.rest, len(got), got[len(got)-100:])
		}
	}
}
