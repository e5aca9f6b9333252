package rounds_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"example.com/langgraphgostate/rounds/bad"
	"example.com/langgraphgostate/rounds/clean"
)

// most returns how often a program works in the longest of some runs.
func most(run func(context.Context), asks *func() bool, works *func()) (longest int) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 0
		*asks = func() bool { return r.IntN(8) == 0 }
		*works = func() {
			if n++; n > 30 {
				panic("it does not end")
			}
		}
		run(context.Background())
		longest = max(longest, n)
	}
	return longest
}

func TestRounds(t *testing.T) {
	bad.Chooses = func() string { return "rounds" }
	for name, run := range clean.Programs {
		if n := most(run, &clean.Asks, &clean.Works); n != 3 {
			t.Errorf("clean program %s works %d times, want 3", name, n)
		}
	}
	for name, run := range bad.Programs {
		if n := most(run, &bad.Asks, &bad.Works); n <= 3 {
			t.Errorf("bad program %s works %d times, want more than 3", name, n)
		}
	}
}
