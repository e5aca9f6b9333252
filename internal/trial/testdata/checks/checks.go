// Package checks has checks of commands in the forms that programs have them, to be run as Go runs them and as package trial does.
package checks

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// All has the checks that are known to the end.
var All = map[string]func(string) string{
	"Prefixes": func(s string) string { return fmt.Sprint(Prefixes(s)) },
	"Words":    func(s string) string { return fmt.Sprint(Words(s)) },
	"Map":      func(s string) string { return fmt.Sprint(Map(s)) },
	"Nested":   func(s string) string { return fmt.Sprint(Nested(s)) },
	"Pattern":  func(s string) string { return fmt.Sprint(Pattern(s)) },
	"Patterns": func(s string) string { return fmt.Sprint(Patterns(s)) },
	"Refuse":   func(s string) string { return verdict(Refuse(s)) },
	"Split":    func(s string) string { return fmt.Sprint(Split(s)) },
	"Letters":  func(s string) string { return fmt.Sprint(Letters(s)) },
	"Bytes":    func(s string) string { return fmt.Sprint(Bytes(s)) },
	"Quoted":   func(s string) string { return fmt.Sprint(Quoted(s)) },
	"Class":    func(s string) string { return fmt.Sprint(int(Class(s))) },
	"Named":    func(s string) string { return fmt.Sprintf("%q", string(Named(s))) },
	"Program":  func(s string) string { return fmt.Sprint(Program(s)) },
	"Rules":    func(s string) string { return fmt.Sprint(Rules(s)) },
	"Funcs":    func(s string) string { return fmt.Sprint(Funcs(s)) },
	"Mapped":   func(s string) string { return fmt.Sprint(Mapped(s)) },
	"Runes":    func(s string) string { return fmt.Sprint(Runes(s)) },
	"Pair":     func(s string) string { ok, _ := Pair(s); return fmt.Sprint(ok) },
	"Any":      func(s string) string { return fmt.Sprint(Any(s)) },
	"Shadowed": func(s string) string { return fmt.Sprint(Shadowed(s)) },
	"Built":    func(s string) string { return fmt.Sprint(Built(s)) },
	"Parts":    func(s string) string { return fmt.Sprintf("%q", Parts(s)) },
	"Lists":    func(s string) string { return fmt.Sprint(Lists(s)) },
}

func verdict(err error) string {
	if err != nil {
		return "some"
	}
	return "nil"
}

var prefixes = []string{"ls", "git status", "git diff", "cat ", "find"}

// Prefixes looks at how a command begins, in whole words.
func Prefixes(cmd string) bool {
	lower := strings.ToLower(strings.TrimSpace(cmd))
	for _, p := range prefixes {
		if !strings.HasPrefix(lower, p) {
			continue
		}
		rest := lower[len(p):]
		if rest != "" && rest[0] != ' ' {
			continue
		}
		return true
	}
	return false
}

// Words looks at the first word.
func Words(cmd string) bool {
	words := strings.Fields(cmd)
	return len(words) > 0 && slices.Contains([]string{"ls", "cat", "env"}, words[0])
}

var harmless = map[string]bool{"ls": true, "pwd": true, "git": true, "rm": false}

// Map looks the first word up.
func Map(cmd string) bool {
	word, _, _ := strings.Cut(cmd, " ")
	return harmless[word]
}

var refused = map[string]map[string]bool{"find": {"-delete": true, "-exec": true}, "sort": {"-o": true}}

// Nested looks options up, by program.
func Nested(cmd string) bool {
	for program, options := range refused {
		if !strings.HasPrefix(cmd, program) {
			continue
		}
		for _, word := range strings.Fields(cmd[len(program):]) {
			if i := strings.IndexByte(word, '='); i > 0 {
				word = word[:i]
			}
			if options[word] {
				return false
			}
		}
	}
	return Map(cmd) || strings.HasPrefix(cmd, "find ") || strings.HasPrefix(cmd, "sort ")
}

var simple = regexp.MustCompile(`^(ls|git (status|diff)|cat)\b[^;&|]*$`)

// Pattern matches the whole line, but for what a dot does not match.
func Pattern(cmd string) bool { return simple.MatchString(cmd) }

var dangers = []*regexp.Regexp{regexp.MustCompile(`rm\s+-rf`), regexp.MustCompile(`(?i)\bsudo\b`), regexp.MustCompile(`>\s*/`)}

// Patterns refuses what a list of patterns finds.
func Patterns(cmd string) bool {
	for _, re := range dangers {
		if re.MatchString(cmd) {
			return false
		}
	}
	return true
}

var errRefused = errors.New("refused")

// Refuse says what it refuses by errors of both kinds.
func Refuse(cmd string) error {
	if cmd == "" {
		return errRefused
	}
	for _, part := range []string{"rm -rf", "sudo ", "mkfs"} {
		if strings.Contains(cmd, part) {
			return fmt.Errorf("%q has %s", cmd, part)
		}
	}
	return nil
}

// Split looks at each command of a line, but for one joint.
func Split(cmd string) bool {
	for _, sep := range []string{"&&", "||", ";"} {
		cmd = strings.ReplaceAll(cmd, sep, "|")
	}
	for _, part := range strings.Split(cmd, "|") {
		if !Words(strings.TrimSpace(part)) {
			return false
		}
	}
	return true
}

// Letters looks at each character.
func Letters(cmd string) bool {
	for _, r := range cmd {
		if !unicode.IsLetter(r) && r != ' ' && r != '-' && r != '.' {
			return false
		}
	}
	return true
}

// Bytes does so by index.
func Bytes(cmd string) bool {
	for i := 0; i < len(cmd); i++ {
		switch c := cmd[i]; {
		case c >= 'a' && c <= 'z', c == ' ':
		default:
			return false
		}
	}
	return true
}

// Quoted splits a line as a shell does, more or less.
func Quoted(cmd string) int {
	var words []string
	var word strings.Builder
	quote := rune(0)
	for _, r := range cmd {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case quote == 0 && r == ' ':
			if word.Len() > 0 {
				words = append(words, word.String())
				word.Reset()
			}
		default:
			word.WriteRune(r)
		}
	}
	if word.Len() > 0 {
		words = append(words, word.String())
	}
	return len(words)
}

// A Kind is what a command is.
type Kind int

// Kinds of commands.
const (
	Unclear Kind = iota
	Reads
	Writes
)

// Class says what a command is.
func Class(cmd string) Kind {
	words := strings.Fields(cmd)
	if len(words) == 0 {
		return Unclear
	}
	switch words[0] {
	case "ls", "cat", "grep":
		return Reads
	case "rm", "sort", "find":
		return Writes
	}
	return Unclear
}

// A Level is what to do with a command.
type Level string

// Named says it by a text.
func Named(cmd string) Level {
	if Class(cmd) == Reads {
		return "allow"
	}
	return "ask"
}

// Program looks at the name of the program without its folder.
func Program(cmd string) bool {
	words := strings.Fields(cmd)
	if len(words) == 0 {
		return false
	}
	return !slices.Contains([]string{"rm", "sudo", "dd"}, filepath.Base(words[0]))
}

type rule struct {
	pattern string
	allow   bool
}

var rules = []rule{{"git push", false}, {"git ", true}, {"ls", true}}

// Rules takes the first rule that fits.
func Rules(cmd string) bool {
	for _, r := range rules {
		if strings.HasPrefix(cmd, r.pattern) {
			return r.allow
		}
	}
	return false
}

// Funcs asks functions.
func Funcs(cmd string) bool {
	isJoint := func(r rune) bool { return strings.ContainsRune(";&|`$", r) }
	return !strings.ContainsFunc(cmd, isJoint) && slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(cmd, p) })
}

// Mapped looks at what is left of a text.
func Mapped(cmd string) bool {
	left := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, cmd)
	return !strings.Contains(left, "rm-rf")
}

// Runes goes from the end of a text to its beginning.
func Runes(cmd string) bool {
	runes := []rune(cmd)
	for i := len(runes) - 1; i >= 0; i-- {
		if runes[i] == '\n' {
			return false
		}
	}
	return string(runes) == cmd
}

// Pair says why, too.
func Pair(cmd string) (bool, string) {
	if err := Refuse(cmd); err != nil {
		return false, err.Error()
	}
	return true, ""
}

type checker interface{ ok(cmd string) bool }

type byPrefix string

func (p byPrefix) ok(cmd string) bool { return strings.HasPrefix(cmd, string(p)) }

type byWord struct{ word string }

func (w *byWord) ok(cmd string) bool { return slices.Contains(strings.Fields(cmd), w.word) }

// Any asks checks behind an interface.
func Any(cmd string) bool {
	for _, c := range []checker{byPrefix("git"), &byWord{"a.txt"}} {
		if c.ok(cmd) {
			return true
		}
	}
	return false
}

// Shadowed changes its own copies only.
func Shadowed(cmd string) bool {
	words := strings.Split(cmd, " ")
	first := words[0]
	words[0] = "x"
	r := rules[0]
	r.allow = true
	return first == "git" && words[0] == "x" && r.allow && !rules[0].allow
}

var built = func() map[string]bool {
	out := make(map[string]bool)
	for _, p := range prefixes {
		out[strings.TrimSpace(p)] = true
	}
	return out
}()

// Built looks up in a map that code has filled.
func Built(cmd string) bool { return built[strings.TrimSpace(cmd)] || built[Head(cmd)] }

// Head returns the first word.
func Head(cmd string) string {
	if i := strings.IndexAny(cmd, " \t\n"); i >= 0 {
		return cmd[:i]
	}
	return cmd
}

// Lists appends to lists that share an array.
func Lists(cmd string) bool {
	words := strings.Fields(cmd)
	both := append(words[:1:1], "z")
	return len(both) == 2 && both[1] == "z" && (len(words) < 2 || words[1] != "z")
}

// What follows is not known to its end.

var added = []string{"ls"}

// Add lets callers change a list.
func Add(p string) { added = append(added, p) }

// Added goes by a list that changes.
func Added(cmd string) bool { return slices.Contains(added, cmd) }

var open = map[string]bool{"ls": true}

// Open changes a map.
func Open(p string) { open[p] = true }

// Opened goes by a map that changes.
func Opened(cmd string) bool { return open[cmd] }

// A Policy is what somebody has configured.
type Policy struct{ Allowed []string }

// Allows goes by it.
func (p *Policy) Allows(cmd string) bool {
	return slices.ContainsFunc(p.Allowed, func(a string) bool { return strings.HasPrefix(cmd, a) })
}

// Given goes by what callers give it.
func Given(cmd, prefix string) bool { return strings.HasPrefix(cmd, prefix) }

// Fails panics for some commands.
func Fails(cmd string) bool { return strings.Fields(cmd)[9] == "" }

// Same says the same of all.
func Same(cmd string) bool { return len(cmd) > 0 }

// Forever does not end.
func Forever(cmd string) bool {
	for cmd != "" {
		if len(cmd) > 1000000 {
			return false
		}
	}
	return true
}

// A Risk is what is known of a command.
type Risk struct {
	Asks   bool
	Reason string
}

// Weigh says it by a field.
func Weigh(cmd string) Risk {
	if strings.Contains(cmd, "rm -rf") {
		return Risk{Asks: true, Reason: "it deletes"}
	}
	return Risk{}
}

// Point says it by a field behind a pointer.
func Point(cmd string) *Risk {
	r := Weigh(cmd)
	return &r
}

// A Guard has lists that its constructor fills.
type Guard struct {
	begins []string
	strict bool
}

// NewGuard makes one.
func NewGuard(strict bool) *Guard {
	return &Guard{begins: []string{"ls", "git "}, strict: strict}
}

// Lets goes by the list.
func (g *Guard) Lets(cmd string) bool {
	return slices.ContainsFunc(g.begins, func(b string) bool { return strings.HasPrefix(cmd, b) })
}

// Strict goes by what callers say, too.
func (g *Guard) Strict(cmd string) bool { return !g.strict && g.Lets(cmd) }

// Arguments takes the command out of the arguments of a tool.
func Arguments(args map[string]any) bool {
	cmd, ok := args["command"].(string)
	return ok && Prefixes(cmd)
}

// Raw decodes them.
func Raw(args json.RawMessage) (bool, error) {
	var in struct {
		Command string `json:"command"`
		Seconds int    `json:"seconds"`
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return false, err
	}
	return in.Seconds == 0 && Prefixes(in.Command), nil
}

// A Rail has settings beside its patterns.
type Rail struct {
	on, files bool
	patterns  []*regexp.Regexp
}

// NewRail makes one.
func NewRail(on, files bool) *Rail {
	r := &Rail{on: on, files: files}
	for _, p := range []string{`rm\s+-rf\s+/`, `mkfs`} {
		r.patterns = append(r.patterns, regexp.MustCompile(p))
	}
	return r
}

// Refuses says why it refuses a call, and nil for others.
func (r *Rail) Refuses(tool string, args map[string]any) *Risk {
	if r.on {
		if cmd, ok := args["command"].(string); ok {
			for _, p := range r.patterns {
				if p.MatchString(cmd) {
					return &Risk{Asks: true, Reason: tool}
				}
			}
		}
	}
	if r.files && tool == "write" {
		if _, err := os.Stat(args["path"].(string)); err == nil {
			return &Risk{Reason: "it exists"}
		}
	}
	return nil
}

// Listed goes by a list of settings, and a setting.
type Listed struct {
	list []string
	on   bool
}

// Has looks for a word in it.
func (l *Listed) Has(cmd string) bool {
	if !l.on {
		return true
	}
	return slices.Contains(l.list, cmd)
}

// A Counter changes what it is.
type Counter struct{ seen map[string]bool }

// NewCounter makes one.
func NewCounter() *Counter { return &Counter{seen: make(map[string]bool)} }

// Again says whether a command begins like one before.
func (c *Counter) Again(cmd string) bool {
	again := c.seen[cmd[:1]]
	c.seen[cmd[:1]] = true
	return again
}

var last string

// Repeated goes by the command before.
func Repeated(cmd string) bool {
	again := last == "" || strings.HasPrefix(cmd, "ls")
	last = cmd
	return again
}

// Parts changes parts of lists, and lists that have grown.
func Parts(cmd string) string {
	words := strings.Fields(cmd + " a b c")
	kept := words[:0]
	for _, w := range words {
		if len(w) > 1 {
			kept = append(kept, w)
		}
	}
	more := append(words[:1], "x")
	grown := append([]string{"y"}, words...)
	again := append(grown[:len(grown):len(grown)], "z")
	again[0] = "changed"
	room := make([]string, 1, 4)
	first, second := append(room, "first"), append(room, "second")
	return strings.Join(words, ",") + strings.Join(kept, ",") + strings.Join(more, ",") + grown[0] + again[0] + first[1] + second[1]
}

// A Register is filled by what its package calls.
type Register struct{ names map[string]bool }

// Put adds a name.
func (r *Register) Put(name string) { r.names[name] = true }

var register = &Register{names: map[string]bool{"ls": true}}

func init() { register.Put("pwd") }

// Registered looks up what init has put.
func Registered(cmd string) bool { return register.names[Head(cmd)] }

type counter struct{ n int }

var counted = &counter{}

// Counted goes by how often it was called.
func Counted(cmd string) bool {
	c := counted
	bump(c)
	return c.n > 3 || strings.HasPrefix(cmd, "ls")
}

func bump(c *counter) { c.n++ }
