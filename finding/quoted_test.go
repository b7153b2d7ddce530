package finding

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// text is a value that is quoted as it is.
type text string

func (t text) QuotedInMessage(most int) ([]byte, bool) {
	if len(t) > most {
		return bytes.Clone([]byte(t[:most+1])), false
	}
	return []byte(t), true
}

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

// Texts are quoted as field.Error quotes them.
func TestQuotedBody(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 15))
	const characters = "abc \"\n\\\x00\x7f\xc3\xa9\xe2\x82\xf0\x9f\x98\x80"
	some := func() string {
		b := make([]byte, r.IntN(1+[]int{3, 300, 5000}[r.IntN(3)]))
		for i := range b {
			b[i] = characters[r.IntN(len(characters))]
			if r.IntN(4) == 0 { // a whole character
				copy(b[i:], "😀")
			}
		}
		return string(b)
	}
	kinds := []field.ErrorType{field.ErrorTypeInvalid, field.ErrorTypeTypeInvalid, field.ErrorTypeNotSupported, field.ErrorTypeNotFound, field.ErrorTypeDuplicate,
		field.ErrorTypeTooMany, field.ErrorTypeTooFew, field.ErrorTypeRequired, field.ErrorTypeForbidden, field.ErrorTypeTooLong, field.ErrorTypeTooShort, field.ErrorTypeInternal}
	for range 2000 {
		kind, value, detail := kinds[r.IntN(len(kinds))], some(), some()
		e := field.Error{Type: kind, BadValue: value, Detail: detail}
		if got, want := BodyOf(kind, value, detail), e.ErrorBody(); got != want {
			t.Fatalf("%s of %d bytes: %.200q, want %.200q", kind, len(value), got, want)
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
