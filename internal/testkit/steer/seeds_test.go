package steer

import (
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var failFlag = flag.String("fail", "", "how TestSeedsFail fails")

// Each way to fail names the seed, and nothing is tried behind it.
func TestSeedsThatFail(t *testing.T) {
	for _, how := range []string{"error", "fatal", "panic"} {
		command := exec.Command(os.Args[0], "-test.run=^TestSeedsFail$", "-fail", how, "-seeds", "10", "-from", "4")
		out, err := command.CombinedOutput()
		text := string(out)
		if err == nil || !strings.Contains(text, "TestSeedsFail: seed 7 fails; in its package: go test -run '^TestSeedsFail$' -args -from 7 -seeds 1\n") || strings.Contains(text, "seed 8") {
			t.Errorf("%s: %v\n%s", how, err, text)
		}
	}
}

// TestSeedsFail is what TestSeedsThatFail runs.
func TestSeedsFail(t *testing.T) {
	how := *failFlag
	if how == "" {
		t.Skip("only for TestSeedsThatFail")
	}
	Seeds(t, 1, func(t *testing.T, seed uint64) {
		if seed != 7 {
			t.Logf("seed %d", seed)
			return
		}
		switch how {
		case "error":
			t.Error("an error")
		case "fatal":
			t.Fatal("an error")
		case "panic":
			panic("an error")
		}
	})
}

func TestTexts(t *testing.T) {
	texts := NewTexts([]string{"a: b\nc: 12\n", "ä", ""}, "<piece>")
	if got := strings.Join(texts.words, " "); got != "a b c 12 ä" {
		t.Errorf("words %q", got)
	}
	made := map[string]bool{}
	for seed := range uint64(3000) {
		text := texts.Any(seed)
		if again := texts.Any(seed); again != text {
			t.Fatalf("seed %d makes %q, then %q", seed, text, again)
		}
		made[text] = true
	}
	for _, want := range []string{"a: 12\nc: 12\n", "c: 12\n", "a: b\na: b\nc: 12\n", "a: b\n"} {
		if !made[want] {
			t.Errorf("none is %q", want)
		}
	}
	if len(made) < 1000 {
		t.Errorf("%d texts of 3000 seeds", len(made))
	}
}
