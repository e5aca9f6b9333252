package rounds_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"example.com/langgraphgostate/rounds/right"
	"example.com/langgraphgostate/rounds/wrong"
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
	wrong.Chooses = func() string { return "rounds" }
	for name, run := range right.Programs {
		if n := most(run, &right.Asks, &right.Works); n != 3 {
			t.Errorf("right program %s works %d times, want 3", name, n)
		}
	}
	for name, run := range wrong.Programs {
		if n := most(run, &wrong.Asks, &wrong.Works); n <= 3 {
			t.Errorf("wrong program %s works %d times, want more than 3", name, n)
		}
	}
}
