package interp

// This file knows the functions of the standard library that builder code
// computes names and lists with.

import (
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// stopsProgram reports whether a function never returns.
func stopsProgram(id string) bool {
	switch id {
	case "os.Exit", "runtime.Goexit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln",
		"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln", "(*log.Logger).Panic",
		"(*testing.common).Fatal", "(*testing.common).Fatalf", "(*testing.common).FailNow",
		"(*testing.common).Skip", "(*testing.common).Skipf", "(*testing.common).SkipNow":
		return true
	}
	return false
}

// mayFill reports whether a function without a body may write to what it is
// given by pointer. The standard library does so only where it says so.
func mayFill(id string) bool {
	if !library.IsStandard(funcid.Package(id)) {
		return true
	}
	name := funcid.Name(id)
	for _, w := range []string{"Unmarshal", "Decode", "Scan", "Sscan", "Fscan", "Read", "Var", "As", "Bind", "Swap", "Store"} {
		if strings.HasPrefix(name, w) || strings.HasSuffix(name, "Var") {
			return true
		}
	}
	return false
}

// standard runs a function of the standard library on known arguments; ok is
// false if it is none of those that agentvet knows.
func (m *Machine) standard(s *site, id string, free []Value) (v Value, ok bool) {
	if v, ok = m.stdLegs(s, id); ok {
		return v, ok
	}
	if v, ok = m.stdFmt(s, id); ok {
		return v, ok
	}
	if v, ok = m.stdPure(s, id); ok {
		return v, ok
	}
	if v, ok = m.stdList(s, id, free); ok {
		return v, ok
	}
	if v, ok = m.stdBuilder(s, id); ok {
		return v, ok
	}
	if v, ok = m.stdReflect(s, id); ok {
		return v, ok
	}
	return m.stdSync(s, id, free)
}
