// Package install holds what the lint rules about installing say of the server to
// a real one.
package install
