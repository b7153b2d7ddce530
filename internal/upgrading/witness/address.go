package witness

import "reflect"

// An address is that of an object, which stands for it while something holds it.
type address uintptr

func addressOf(o map[string]any) address { return address(reflect.ValueOf(o).Pointer()) }
