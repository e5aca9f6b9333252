package t

import (
	"os"
	"reflect"
)

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

// Reflection that sets what was not reachable from its own arguments.
func reflected() {
	var x struct{ S string }
	reflect.ValueOf(&x).Elem().Field(0).SetString(source())
	sink(x.S) // missed
}

// Files are outside the program.
func files() {
	os.WriteFile("f", []byte(source()), 0o600)
	data, _ := os.ReadFile("f")
	sink(data) // missed
}

// Control dependence, unless Input.Implicit asks for it: see ../flow/implicit.
func implicit() {
	leaked := "no"
	if source() == "yes" {
		leaked = "yes"
	}
	sink(leaked) // missed
}

// What a comparison or a length tells, likewise.
func told() { sink(len(source()), source() == "x") } // missed

// Unknown code that looks for methods by interfaces of its own.
type hooked struct{ s string }

func (h hooked) OnStart() { sink(h.s) } // missed

func start(v any)

func started() { start(hooked{source()}) }

// Goroutines that race for a variable.
func raced(s *string) {
	go func() { *s = source() }()
	*s = "ok"
	sink(*s) // missed
}
