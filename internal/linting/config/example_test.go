package config_test

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/config"
)

// A configuration says which rules are on for a file.
func Example() {
	c, wrong := config.Read(source.Read(config.Name, []byte("rules:\n  pattern-alternation: off\n")))
	if c == nil {
		fmt.Println(wrong)
		return
	}
	with := config.Default().Selector(config.Choice{}).For("config/crd/widgets.yaml")
	without := c.Selector(config.Choice{}).For("config/crd/widgets.yaml")
	fmt.Println(len(with.Active) - len(without.Active))
	// Output: 1
}
