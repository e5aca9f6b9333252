package atmosphere

// This file makes rules of automata.

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// comparison is a condition: an argument, an operator, and what is left.
var comparison = regexp.MustCompile(`^\s*@?([A-Za-z_][A-Za-z0-9_]*)\s*(==|!=|<=|>=|<|>)\s*(.*?)\s*$`)

// condition reads a condition of a transition, and returns it as the test of an argument.
func (d *decoder) condition(n *yaml.Node) string {
	s := d.Text(n, "condition")
	if s == nil {
		return ""
	}
	m := comparison.FindStringSubmatch(s.Value)
	if m == nil {
		d.Fail(n, "condition: want one comparison of an argument, as in amount > 1000, not %q", s.Value)
		return ""
	}
	name, op, right := m[1], m[2], m[3]
	var number json.Number
	switch word := regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`).MatchString(right); {
	case right == "true" || right == "false":
	case right != "" && strings.IndexByte("0123456789-", right[0]) >= 0 && json.Unmarshal([]byte(right), &number) == nil:
	case word:
		right = strconv.Quote(right)
	case len(right) >= 2 && (right[0] == '"' || right[0] == '\'') && right[len(right)-1] == right[0] && strings.Count(right, right[:1]) == 2:
		right = strconv.Quote(right[1 : len(right)-1])
	default:
		d.Fail(n, "condition: %s is compared with %q, which is no number, no truth value, no word and no text in quotes", name, right)
		return ""
	}
	return fmt.Sprintf("(%s %s %s)", name, op, right)
}

// plainName is a name that a rule takes without quotes.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func atom(tool, cond string) string {
	if !plainName.MatchString(tool) {
		tool = strconv.Quote(tool)
	}
	return "tool:" + tool + cond
}

// Rule returns the rule that says that no error state is reached, or why there is none. It is "" for an
// automaton without error states that can be reached.
func (a *Automaton) Rule() (string, error) {
	if slices.Contains(a.Errors, a.Initial) {
		return "", fmt.Errorf("%s: the automaton %q begins in the error state %q", a.Pos, a.Name, a.Initial)
	}
	w := &writer{Automaton: a, in: make(map[string]string), open: make(map[string]bool)}
	w.circle = w.circleOf()
	var bad []string
	for _, m := range a.Moves {
		if !slices.Contains(a.Errors, m.To) || slices.Contains(a.Errors, m.From) {
			continue
		}
		before, err := w.before(m.From)
		if err != nil {
			return "", err
		}
		if before != never {
			bad = append(bad, and(m.Atom, before))
		}
	}
	if len(bad) == 0 {
		return "", nil
	}
	return "ltlf: G !(" + strings.Join(bad, " || ") + ")", nil
}

// Constants of formulas.
const (
	always = "true"
	never  = "false"
)

// A writer writes when an automaton is in which state.
type writer struct {
	*Automaton
	in     map[string]string // by state, what is written already
	open   map[string]bool   // states that are being written
	circle []string          // the states that lead back to the initial one, if all of them may be told by the last call
}

// before returns when the automaton was in a state before the present event.
func (w *writer) before(q string) (string, error) {
	in, err := w.within(q)
	switch {
	case err != nil:
		return "", err
	case in == never || in == always:
		return in, nil
	case q == w.Initial:
		return "!(Y !(" + in + "))", nil // before the first event, it is
	}
	return "Y (" + in + ")", nil
}

// within returns when the automaton is in a state, behind the present event.
func (w *writer) within(q string) (string, error) {
	if text, ok := w.in[q]; ok {
		return text, nil
	}
	if w.open[q] {
		return "", fmt.Errorf("%s: the automaton %q leads back to %q in a way that no rule can say; write the rule yourself", w.Pos, w.Name, q)
	}
	w.open[q] = true
	var enter, leave, stay []string
	for _, m := range w.Moves {
		switch {
		case m.From == q && m.To == q:
			stay = append(stay, m.Atom)
		case m.From == q:
			leave = append(leave, m.Atom)
		case m.To == q && slices.Contains(w.circle, q) && slices.Contains(w.circle, m.From):
			enter = append(enter, m.Atom) // from any state of the circle
		case m.To == q:
			before, err := w.before(m.From)
			if err != nil {
				return "", err
			}
			if before != never {
				enter = append(enter, and(m.Atom, before))
			}
		}
	}
	kept := always
	if len(leave) > 0 {
		if kept = "!(" + or(leave) + ")"; len(stay) > 0 {
			kept = "(" + kept + " || " + or(stay) + ")"
		}
	}
	var in []string
	if q == w.Initial {
		in = append(in, always)
		if kept != always {
			in[0] = "H " + kept
		}
	}
	if len(enter) > 0 {
		came := "O (" + or(enter) + ")"
		if kept != always {
			came = "(" + kept + " S (" + or(enter) + "))"
		}
		in = append(in, came)
	}
	text := never
	switch {
	case slices.Contains(in, always):
		text = always
	case len(in) > 0:
		text = or(in)
	}
	w.in[q], w.open[q] = text, false
	return text, nil
}

// circleOf returns the states that the initial one leads to and that lead back to it, if the last call that
// moves among them says in which one the automaton is, and only error states lie outside.
func (w *writer) circleOf() []string {
	from := w.reach(w.Initial, func(m Move) (string, string) { return m.From, m.To })
	to := w.reach(w.Initial, func(m Move) (string, string) { return m.To, m.From })
	var circle []string
	for _, q := range w.States {
		if slices.Contains(from, q) && slices.Contains(to, q) && !slices.Contains(w.Errors, q) {
			circle = append(circle, q)
		}
	}
	if len(circle) < 2 {
		return nil
	}
	for _, m := range w.Moves {
		if !slices.Contains(circle, m.From) {
			continue
		}
		if !slices.Contains(circle, m.To) {
			if !slices.Contains(w.Errors, m.To) {
				return nil
			}
			continue
		}
		if m.From == m.To {
			return nil
		}
		for _, q := range circle {
			if q == m.To && slices.ContainsFunc(w.Moves, func(o Move) bool { return o.From == q && o.tool == m.tool && slices.Contains(circle, o.To) }) {
				return nil
			}
			if q != m.To && !slices.ContainsFunc(w.Moves, func(o Move) bool { return o.From == q && o.To == m.To && o.Atom == m.Atom }) {
				return nil
			}
		}
	}
	return circle
}

// reach returns the states that one leads to along moves, itself among them.
func (w *writer) reach(from string, along func(Move) (string, string)) []string {
	seen := []string{from}
	for i := 0; i < len(seen); i++ {
		for _, m := range w.Moves {
			if a, b := along(m); a == seen[i] && !slices.Contains(seen, b) {
				seen = append(seen, b)
			}
		}
	}
	return seen
}

func and(a, b string) string {
	if b == always {
		return a
	}
	return "(" + a + " && " + b + ")"
}

// or joins formulas, each once.
func or(list []string) string {
	var once []string
	for _, f := range list {
		if !slices.Contains(once, f) {
			once = append(once, f)
		}
	}
	if len(once) == 1 {
		return once[0]
	}
	return "(" + strings.Join(once, " || ") + ")"
}
