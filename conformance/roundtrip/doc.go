// Package roundtrip holds the lint rule dropped-value to the server's own types:
// what a CRD loses when they read and write it is exactly what the rule names.
package roundtrip
