package ssaflow

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// tellingPrelude is the prelude of programs that run again and again, each time with
// another value of one source; nothing in them is left to chance.
var tellingPrelude = strings.NewReplacer(
	`	return "<" + string(rune('0'+n/1000)) + string(rune('0'+n/100%10)) + string(rune('0'+n/10%10)) + string(rune('0'+n%10)) + ">"`,
	`	if n == other {
		return "bb"
	}
	return "a"`,
	`func sink(n int, s string) { os.Stdout.WriteString(source(n) + "=" + s + "\n") }`,
	`func sink(n int, s string) { trace[n] += s + "|" }

var (
	other int
	trace map[int]string
)

// compare prints which sinks the sources in between reach in a program.
func compare(from, to int, program func()) {
	run := func(n int) map[int]string {
		other, trace, toggle = n, map[int]string{}, 0
		safe(program)
		return trace
	}
	plain := run(-1)
	for n := from; n < to; n++ {
		changed := run(n)
		for k := range 10000 {
			if plain[k] != changed[k] {
				fmt.Printf("<%04d>=<%04d>\n", k, n)
			}
		}
	}
}`,
	`import "os"`, `import (
	"fmt"
	"maps"
	"slices"
)`,
	`for k, v := range m {`, `for _, k := range slices.Sorted(maps.Keys(m)) {
		v := m[k]`,
).Replace(prelude)

// TestImplicitSound runs random programs twice for each source, with another value of
// it, and compares which sinks notice with what the engine says of data and control.
func TestImplicitSound(t *testing.T) {
	programs, seed := max(4, *programsFlag/5), *seedFlag
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 2)), tells: true}
	w.WriteString(tellingPrelude)
	first := []int{0}
	for n := range programs {
		w.program(n)
		first = append(first, w.sources+1)
	}
	w.line("func main() {")
	for n := range programs {
		w.line("compare(%d, %d, func() { gs%d, gn%d = \"\", nn(nil); p%d() })", first[n], first[n+1], n, n, n)
	}
	w.line("}")
	dynamic := runProgram(t, w.String())
	static, _ := analyzed(t, w.String(), true)
	for _, flow := range slices.Sorted(maps.Keys(dynamic)) {
		if !static[flow] {
			t.Errorf("seed %d: missed source %d to sink %d", seed, flow/10000, flow%10000)
		}
	}
	t.Logf("%d programs, %d sources, %d sinks: %d flows happened, %d reported", programs, w.sources, w.sinks, len(dynamic), len(static))
	if len(dynamic) < programs {
		t.Errorf("only %d flows happened", len(dynamic))
	}
}
