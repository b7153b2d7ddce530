package celrun

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// TestClocksEqualCEL asks for all parts of random times in some zones.
func TestClocksEqualCEL(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	frame, err := interpreter.NewExecutionFrame(&variables{})
	if err != nil {
		t.Fatal(err)
	}
	for range 500 {
		at := types.Timestamp{Time: time.Unix(random.Int64N(1<<36)-1<<35, random.Int64N(1e9))}
		for _, zone := range []string{"UTC", "", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Kiritimati", "No/Where"} {
			for name := range clocks {
				args := []ref.Val{at, types.String(zone)}
				want := at.Receive(name, "", args[1:])
				got := zoned(name).call(frame, 1, args)
				if types.IsError(want) != types.IsError(got) || !types.IsError(want) && want.Equal(got) != types.True {
					t.Fatalf("%s of %v in %s: %v, want %v", name, at, zone, got, want)
				}
			}
		}
	}
}
