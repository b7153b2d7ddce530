package code

import (
	"fmt"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/types"
)

// owner has the fields of metav1.OwnerReference. The package of that imports net/http, and
// nearly all packages import this one: their tests would take half as long again to link.
type owner struct {
	APIVersion, Kind, Name         string
	UID                            types.UID
	Controller, BlockOwnerDeletion *bool
}

// asOwner is the value as an owner, if it is a metav1.OwnerReference.
func asOwner(v reflect.Value) (owner, bool) {
	if to := reflect.TypeFor[owner](); v.IsValid() && v.CanConvert(to) {
		return v.Convert(to).Interface().(owner), true
	}
	return owner{}, false
}

// asOwners is the value as owners, if it is a list of metav1.OwnerReference; else nil.
func asOwners(value any) []owner {
	list := reflect.ValueOf(value)
	// An empty list is one, too, if it is of owners.
	if list.Kind() != reflect.Slice || !list.Type().Elem().ConvertibleTo(reflect.TypeFor[owner]()) {
		return nil
	}
	owners := make([]owner, list.Len())
	for i := range owners {
		owners[i], _ = asOwner(list.Index(i))
	}
	return owners
}

// inGo prints an owner as %#v does, but for the addresses.
func (o owner) inGo() string {
	return fmt.Sprintf("v1.OwnerReference{APIVersion:%q, Kind:%q, Name:%q, UID:%q, Controller:%s, BlockOwnerDeletion:%s}",
		o.APIVersion, o.Kind, o.Name, string(o.UID), Pointer("bool", o.Controller != nil), Pointer("bool", o.BlockOwnerDeletion != nil))
}

// ownersByName names the two controllers among owners without their kinds.
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
