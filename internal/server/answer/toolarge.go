package answer

import (
	"fmt"
	"net/http"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// MaxRequestBytes is the longest body of a request that the server reads: MaxRequestBodyBytes of
// k8s.io/apiserver/pkg/server.
const MaxRequestBytes = 3 << 20

// RefuseTooLarge makes the answer a refusal of a request with a longer body.
func RefuseTooLarge(a *APIServer) {
	Refuse(a, http.StatusRequestEntityTooLarge, fmt.Sprintf("Request entity too large: limit is %d", MaxRequestBytes))
}

// TooLarge says that something has more bytes than the server reads. The second text is without
// their number; see finding.Lasting.
func TooLarge(what string, bytes int) (message, lasting string) {
	const format = "the %s has %s bytes as JSON, but the server reads at most %s"
	args := []any{what, finding.Measure(prose.Thousands(bytes)), prose.Thousands(MaxRequestBytes)}
	return fmt.Sprintf(format, args...), finding.Lasting(format, args...)
}
