package ssaflow

import "testing"

// TestSure: fields that refer to nothing are kept apart where shapes are cut; what else is
// not kept apart there makes a flow unsure.
func TestSure(t *testing.T) {
	const head = `package t

func secret() string
func sink(...any)

type config struct {
	key, name string
	keys      []string
	names     []string
}

type node struct {
	next   *node
	config *config
	text   string
}

func last(n *node) *node {
	for n.next != nil {
		n = n.next
	}
	return n
}

func deep(c *config, text string) *node {
	return &node{next: &node{next: &node{next: &node{config: c, text: text}}}}
}

type settings config

`
	const (
		none   = "none"
		sure   = "sure"
		unsure = "unsure"
	)
	for _, tt := range []struct{ name, body, want string }{
		{"near", `c := &config{key: secret()}; sink(c.key)`, sure},
		{"another field", `c := &config{key: secret(), name: "x"}; sink(c.name)`, none},
		{"another field deep inside", `n := last(deep(&config{key: secret(), name: "x"}, "")); sink(n.config.name)`, none},
		{"a field deep inside", `n := last(deep(&config{key: secret(), name: "x"}, "")); sink(n.config.key)`, sure},
		{"a field of another type", `n := last(deep(&config{key: secret()}, "x")); sink(n.text)`, none},
		{"a list beside it", `n := last(deep(&config{keys: []string{secret()}, names: []string{"x"}}, "")); sink(n.config.names[0])`, unsure},
		{"all of it", `n := last(deep(&config{key: secret()}, "")); sink(n)`, unsure},
		{"by another type", `c := &config{key: secret()}; sink((*settings)(c).key)`, sure},
		{"by another type, deep inside", `n := last(deep(&config{key: secret()}, "")); sink((*settings)(n.config).key)`, sure},
		{"a copy of another type", `sink(settings(config{key: secret()}).key)`, sure},
		{"another field by another type", `c := &config{key: secret()}; sink((*settings)(c).name)`, none},
		{"a pointer to a field", `n := last(deep(&config{}, "")); p := &n.config.name; *p = secret(); sink(n.config.name)`, sure},
		{"by a structure without a name", `c := &config{key: secret()}; sink((*struct { key, name string; keys, names []string })(c).key)`, sure},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLoader(testTable(t, rows))
			l.texts["t"] = head + "func run() {\n\t" + tt.body + "\n}\n"
			if _, err := l.Import("t"); err != nil {
				t.Fatal(err)
			}
			got := none
			for _, f := range l.flows {
				if got = unsure; f.IsSure() {
					got = sure
					break
				}
			}
			if got != tt.want {
				t.Errorf("%s: %v, want %s", got, l.flows, tt.want)
			}
		})
	}
}
