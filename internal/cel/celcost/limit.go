package celcost

import "fmt"

// The limits of kube-apiserver, the same since Kubernetes 1.25.
const (
	// ExpressionLimit is the limit of the cost of all executions of an expression for one object.
	ExpressionLimit = 10_000_000
	// CRDLimit is the limit of the cost of all expressions of a version together.
	CRDLimit = 100_000_000
)

// listed is how many rules are listed at most when CRDLimit is exceeded; each costs at least a hundredth of it.
const listed = 4

const contributed = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"

// exceeds returns the server's message about a cost over a limit.
func exceeds(subject string, cost, limit uint64) string {
	return subject + " exceeds budget by factor of " + times(cost, limit) + "x" +
		" (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)"
}

// times returns the quotient of a cost and a limit, as the server prints it.
func times(cost, limit uint64) string {
	switch factor := float64(cost) / float64(limit); {
	case factor > 100:
		return "more than 100"
	case factor < 1.5:
		return fmt.Sprintf("%f", factor) // one decimal might print 1.0
	default:
		return fmt.Sprintf("%.1f", factor)
	}
}
