package crdtest

import (
	"os"
	"path/filepath"

	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// Option changes a request.
type Option func(*options)

type options struct {
	manager     string
	force       bool
	validation  string
	subresource string
}

// FieldOwner is the name under which a request owns the fields that it sets. Server-side
// apply needs one; the others have, as with client-go, the name of the test's program.
func FieldOwner(name string) Option { return func(o *options) { o.manager = name } }

// ForceOwnership has server-side apply take fields from others that own them, where it is
// else answered with a conflict.
func ForceOwnership() Option { return func(o *options) { o.force = true } }

// FieldValidation says what becomes of unknown and repeated fields: "Strict" refuses the
// object as kubectl does, "Warn" drops them with a warning, which is what clients get that do
// not ask, and "Ignore" drops them.
func FieldValidation(directive string) Option { return func(o *options) { o.validation = directive } }

// Subresource has Patch and Apply write the subresource "status".
func Subresource(name string) Option { return func(o *options) { o.subresource = name } }

// read are the options of a request, which has none that it does not name.
func read(opts []Option) options {
	o := options{validation: dryrun.Warn}
	for _, set := range opts {
		set(&o)
	}
	return o
}

// clientName is the manager that the server takes from the User-Agent of client-go, which
// is the name of the program.
func clientName() string {
	if len(os.Args) == 0 || os.Args[0] == "" {
		return "unknown"
	}
	return filepath.Base(os.Args[0])
}
