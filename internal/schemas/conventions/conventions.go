// Package conventions recognizes the subjects of the Kubernetes API conventions by the names and shapes of fields:
// conditions, references to objects, durations, keys of lists. These are guesses: a field may have the name and be
// something else, and fields with other names are missed.
package conventions
