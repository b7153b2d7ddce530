// Package names holds the lint rule names-clash to a real server: the CRDs that it
// finds are those whose names the server does not accept.
package names
