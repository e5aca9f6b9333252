package annotation

// This file parses directive comments.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/spell"
)

// Prefix begins every directive.
const Prefix = "//agentvet:"

// A Verb is the word of a directive.
type Verb string

// The directives.
const (
	Capability  Verb = "capability"  // Names: what the tool needs
	Source      Verb = "source"      // Names: labels of what it returns
	SinkArg     Verb = "sink"        // Arg, Sink: what must not reach an argument
	Sanitizer   Verb = "sanitizer"   // Names: labels that it removes from what it returns
	Human       Verb = "human"       // it asks a human
	Destructive Verb = "destructive" // it destroys something
	Event       Verb = "event"       // Names: the events that it stands for
	Policy      Verb = "policy"      // Name, Text: a rule of the package
	Grant       Verb = "grant"       // Names: capabilities that agents of the package may use
	Ignore      Verb = "ignore"      // Text: see package analyzers/internal/directive
)

// verbs are all directives.
var verbs = []Verb{Capability, Source, SinkArg, Sanitizer, Human, Destructive, Event, Policy, Grant, Ignore}

// A Directive is one well-formed directive.
type Directive struct {
	Verb  Verb
	Names []string
	Arg   string
	Sink  *graph.Sink
	Name  string
	Text  string
}

// ofPackage reports whether the directive speaks of its package, not of the
// declaration below it.
func (d *Directive) ofPackage() bool { return d.Verb == Policy || d.Verb == Grant || d.Verb == Ignore }

// IsBelieved reports whether the directive can take findings away because it says that something is so, which nobody
// asks the code: that data is clean, that a human is asked, that an event happens.
func (d *Directive) IsBelieved() bool {
	return d.Verb == Sanitizer || d.Verb == Human || d.Verb == Event
}

// parseDirective reads a comment. Both results are nil if it is none of
// agentvet's.
func parseDirective(comment string) (*Directive, *Error) {
	rest, ok := strings.CutPrefix(comment, Prefix)
	if !ok {
		return nil, spaced(comment)
	}
	word, args := rest, ""
	if i := strings.IndexAny(rest, " \t"); i >= 0 {
		word, args = rest[:i], strings.TrimLeft(rest[i:], " \t")
	}
	off := len(comment) - len(args)
	if !slices.Contains(verbs, Verb(word)) {
		return nil, errorAt(len(Prefix), "there is no directive %q%s", word, spell.DidYouMean(word, verbNames()))
	}
	d := &Directive{Verb: Verb(word), Text: strings.TrimSpace(args)}
	if err := d.parse(d.Text); err != nil {
		err.Off += off
		return nil, err
	}
	return d, nil
}

// spaced returns an error for a comment that was meant as a directive but has a
// space that makes it an ordinary comment.
func spaced(comment string) *Error {
	body, ok := strings.CutPrefix(comment, "//")
	trimmed := strings.TrimLeft(body, " \t")
	rest, isOurs := strings.CutPrefix(trimmed, "agentvet:")
	if !ok || !isOurs || trimmed == body {
		return nil
	}
	word, _, _ := strings.Cut(rest, " ")
	if slices.Contains(verbs, Verb(word)) {
		return errorAt(len("//"), "a directive has no space after //: write %s%s", Prefix, word)
	}
	return nil // prose
}

func verbNames() []string {
	names := make([]string, len(verbs))
	for i, v := range verbs {
		names[i] = string(v)
	}
	return names
}

// parse reads the arguments of the directive.
func (d *Directive) parse(args string) (err *Error) {
	switch d.Verb {
	case Capability:
		d.Names, err = words(args, "a capability")
	case Grant:
		d.Names, err = grants(args)
	case Source:
		d.Names, err = words(args, "a label")
	case Event:
		d.Names, err = events(args)
	case SinkArg:
		err = d.sink(args)
	case Sanitizer:
		err = d.sanitizer(args)
	case Human, Destructive:
		if args != "" {
			err = errorAt(0, "//agentvet:%s takes no arguments", d.Verb)
		}
	case Policy:
		err = d.policy(args)
	}
	return err
}

// words reads names that space or | separates, at least one.
func words(args, what string) ([]string, *Error) {
	if args == "" {
		return nil, errorAt(0, "want %s", what)
	}
	var out []string
	for word, off := range parts(args, ' ') {
		if word == "" {
			continue // several spaces
		}
		list, err := names(word, off, what)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// capabilityForm is what the name of a capability that is granted looks like.
var capabilityForm = regexp.MustCompile(`\A(\*|[A-Za-z0-9_+-]+(\.[A-Za-z0-9_+-]+)*)\z`)

// CheckCapability returns an error if no capability that is granted can be called name.
func CheckCapability(name string) error {
	above, wild := strings.CutSuffix(name, ".*")
	switch {
	case capabilityForm.MatchString(name):
		return nil
	case wild && capabilityForm.MatchString(above):
		return fmt.Errorf("%s covers all below it: write %[1]s, not %q", above, name)
	}
	return fmt.Errorf("%q is no name of a capability: want one such as fs.read, or * for all", name)
}

// grants reads names of capabilities.
func grants(args string) ([]string, *Error) {
	list, err := words(args, "a capability")
	for _, name := range list {
		if wrong := CheckCapability(name); wrong != nil {
			return nil, errorAt(strings.Index(args, name), "%v", wrong)
		}
	}
	return list, err
}

// events reads atoms such as tool:approve.
func events(args string) ([]string, *Error) {
	var out []string
	for word, off := range parts(args, ' ') {
		kind, name, ok := strings.Cut(word, ":")
		if word != "human" && (!ok || !isName(kind) || !isName(name)) {
			return nil, errorAt(off, "want an event such as tool:approve, not %q", word)
		}
		out = append(out, word)
	}
	return out, nil
}

// sink reads arg=NAME and the options of a sink, which space separates.
func (d *Directive) sink(args string) *Error {
	d.Sink = new(graph.Sink)
	seen := make(map[string]bool)
	for word, off := range parts(args, ' ') {
		if name, ok := strings.CutPrefix(word, "arg="); ok && d.Arg == "" {
			if !isName(name) {
				return errorAt(off, "%q is no name of an argument", name)
			}
			d.Arg = name
			continue
		}
		if err := sinkOption(d.Sink, word, off, seen); err != nil {
			return err
		}
	}
	switch {
	case d.Arg == "":
		return errorAt(0, "it does not say which argument: write arg=NAME")
	case !seen["forbid"]:
		return errorAt(0, "it does not say what is forbidden: write forbid=LABEL, a tool's name or *")
	}
	return nil
}

func (d *Directive) sanitizer(args string) (err *Error) {
	labels, ok := strings.CutPrefix(args, "for=")
	if !ok {
		return errorAt(0, "it does not say what it removes: write for=LABEL")
	}
	d.Names, err = names(labels, len("for="), "a label")
	return err
}

func (d *Directive) policy(args string) *Error {
	name, rule, ok := strings.Cut(args, ":")
	d.Name, d.Text = strings.TrimSpace(name), strings.TrimSpace(rule)
	if !ok || !isName(d.Name) || d.Text == "" {
		return errorAt(0, "want NAME: RULE")
	}
	return nil
}
