package code

import (
	"fmt"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/types"
)

// owner has the fields of metav1.OwnerReference. That type's package imports net/http, and almost all packages import
// this one: linking their tests would take half as long again.
type owner struct {
	APIVersion, Kind, Name         string
	UID                            types.UID
	Controller, BlockOwnerDeletion *bool
}

// asOwner converts a metav1.OwnerReference to an owner.
func asOwner(v reflect.Value) (owner, bool) {
	if to := reflect.TypeFor[owner](); v.IsValid() && v.CanConvert(to) {
		return v.Convert(to).Interface().(owner), true
	}
	return owner{}, false
}

// asOwners converts a list of metav1.OwnerReference to owners; nil for other values.
func asOwners(value any) []owner {
	list := reflect.ValueOf(value)
	// An empty list of owners is a list of owners, too.
	if list.Kind() != reflect.Slice || !list.Type().Elem().ConvertibleTo(reflect.TypeFor[owner]()) {
		return nil
	}
	owners := make([]owner, list.Len())
	for i := range owners {
		owners[i], _ = asOwner(list.Index(i))
	}
	return owners
}

// inGo prints an owner as %#v does, except for the addresses.
func (o owner) inGo() string {
	return fmt.Sprintf("v1.OwnerReference{APIVersion:%q, Kind:%q, Name:%q, UID:%q, Controller:%s, BlockOwnerDeletion:%s}",
		o.APIVersion, o.Kind, o.Name, string(o.UID), Pointer("bool", o.Controller != nil), Pointer("bool", o.BlockOwnerDeletion != nil))
}

// ownersByName removes the kinds of the two controllers in the detail of an error about owners.
func ownersByName(detail string, owners []owner) string {
	const both = "%s/%s and %s/%s"
	var first *owner
	for i := range owners {
		o := &owners[i]
		switch {
		case o.Controller == nil || !*o.Controller:
		case first == nil:
			first = o
		default:
			if before, found := strings.CutSuffix(detail, fmt.Sprintf(both, first.Kind, first.Name, o.Kind, o.Name)); found {
				return before + first.Name + " and " + o.Name
			}
		}
	}
	return detail
}
