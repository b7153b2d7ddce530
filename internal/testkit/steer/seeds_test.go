package steer

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestPlanned(t *testing.T) {
	for _, c := range []struct {
		set  map[string]string
		want plan
		err  bool
	}{
		{nil, plan{count: 5}, false},
		{map[string]string{"FUZZ_SEEDS": "70", "FUZZ_FROM": "3", "FUZZ_TIME": "2m"}, plan{from: 3, count: 70, time: 2 * time.Minute, asked: true}, false},
		{map[string]string{"FUZZ_SEEDS": "0", "FUZZ_TIME": "1s"}, plan{time: time.Second, asked: true}, false},
		{map[string]string{"FUZZ_SEEDS": "0"}, plan{}, true},
		{map[string]string{"FUZZ_SEEDS": "x"}, plan{}, true},
		{map[string]string{"FUZZ_FROM": "-1"}, plan{}, true},
		{map[string]string{"FUZZ_TIME": "10"}, plan{}, true},
	} {
		got, err := planned(5, func(name string) string { return c.set[name] })
		if (err != nil) != c.err || err == nil && got != c.want {
			t.Errorf("%v: %+v, %v", c.set, got, err)
		}
	}
}

// Each way to fail names the seed, and nothing is tried behind it.
func TestSeedsThatFail(t *testing.T) {
	for _, how := range []string{"error", "fatal", "panic"} {
		command := exec.Command(os.Args[0], "-test.run=^TestSeedsFail$")
		command.Env = append(os.Environ(), "STEER_HOW="+how, "FUZZ_SEEDS=10", "FUZZ_FROM=4")
		out, err := command.CombinedOutput()
		text := string(out)
		if err == nil || !strings.Contains(text, "TestSeedsFail: seed 7 fails: FUZZ_FROM=7 FUZZ_SEEDS=1 ") || strings.Contains(text, "seed 8") {
			t.Errorf("%s: %v\n%s", how, err, text)
		}
	}
}

// TestSeedsFail is what TestSeedsThatFail runs.
func TestSeedsFail(t *testing.T) {
	how := os.Getenv("STEER_HOW")
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
