// Package conventions recognizes what the Kubernetes API conventions speak of by
// the names and the shapes of fields: conditions, references to objects, durations,
// the keys of lists. It proves nothing. What it recognizes looks like one, and
// names are all there is to go by; what has another name is missed.
package conventions
