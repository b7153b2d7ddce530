package mention_test

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/upgrading/mention"
)

func ExampleFields() {
	for _, f := range mention.Fields(`self.mode != 'auto' || self.hosts.all(h, has(h.port))`) {
		fmt.Println(f.Path, f.Has)
	}
	// Output:
	// [mode] false
	// [hosts] false
	// [hosts *] false
	// [hosts * port] true
}

func ExampleLiterals() {
	fmt.Println(mention.Literals(`self.mode != 'auto' || self.size < 3`))
	// Output: [auto 3 4 2]
}

func ExampleValues() {
	for _, v := range mention.Values(`self.mode != 'auto' || self.hosts.all(h, h.kind == "plain" || h.kind == 'other')`) {
		fmt.Println(v.Path, v.Text)
	}
	// Output:
	// [mode] auto
	// [hosts * kind] plain
}
