package library

// This file defines rows and the words that they begin with.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/spell"
)

// A Row is a *Call, a *Data or an *Effect: what one line says of a function, a type, a field or a variable.
type Row interface{ head() *Head }

// A Head is what all rows have.
type Head struct {
	Verb    Verb
	Package string // the path
	Name    string // in the package: a function, a type or a variable, or Type.Method or Type.Field
	Pos     graph.Pos

	key string // see Key
}

// Key identifies what the row is about: the package, a dot and the name. Recipes and
// summaries carry it.
func (h *Head) Key() string {
	if h.key == "" { // a row that no text has
		return h.Package + "." + h.Name
	}
	return h.key
}

func (h *Head) head() *Head { return h }

// IsMethod reports whether the name is that of something that a type has.
func (h *Head) IsMethod() bool { return strings.Contains(h.Name, ".") }

// A Verb says what a row tells of what it names.
type Verb uint8

const (
	VerbInvalid Verb = iota

	VerbNew      // makes an Object of Kind
	VerbOp       // records operation Kind on an Object
	VerbRead     // reads argument Kind of the Object that is its receiver
	VerbPass     // returns argument `value`
	VerbCallback // calls argument `fn` once, with arguments that are not known; where it takes a `name`, that is an effect first
	VerbEffect   // does Kind: human, llm, tool, run
	VerbAsk      // asks a model: the effect Kind, and an Object, so that functions that do are read; its argument `fn` does not run
	VerbChoice   // a field that holds the name of a tool that a model chose: "Type.Field"
	VerbAnswer   // a field that holds what Kind answered when it was asked: "Type.Field"
	VerbField    // a field that means Kind: code that mentions it may change that
	VerbType     // a type whose values are tools or agents of Kind
	VerbVar      // a package-level variable that holds an Object of Kind
	VerbBody     // means what its body does, which runs like the program's own
	VerbRun      // does Kind on an Object, and records that as an operation on it
	VerbLiteral  // a struct type: each literal of it is an Object of Kind, whose argument `value` is its address
	VerbPart     // a type that is a part of a model's tool protocol, or a function that does one: see package protocol

	VerbFlow      // data moves between arguments and results, as the flows say, and nowhere else
	VerbSource    // a result, an argument or a field holds data of a source
	VerbSink      // arguments, or a field, are a sink
	VerbSanitizer // a flow that drops labels
	VerbValidator // an argument has lost labels where the answer is Answer
	VerbBound     // a field of numbers keeps limits
	VerbPut       // a framework keeps an argument until VerbGet hands it out
	VerbGet
	VerbShare // a framework calls an argument, which shares a state with other functions

	VerbMay // needs capabilities

	numVerbs
)

// A Family is what verbs have in common.
type Family uint8

const (
	AllFamilies Family = iota
	CallRows           // what builds agents
	DataRows           // what happens to data
	EffectRows         // what is done to the world
)

// A form is how the rows of a verb look, and what reads one after its verb and its name.
type form struct {
	family Family
	verb   string
	rest   string // the name that it is about, and more; what stands in brackets may be left out
	read   func(p *reader, h Head) Row
}

// call is what follows the verb in rows of calls.
const call = "FUNC KIND [NAME=ARG…]"

// forms has a form for each verb.
var forms = [numVerbs]form{
	VerbInvalid:  {verb: "invalid"},
	VerbNew:      {CallRows, "new", call, readCall},
	VerbOp:       {CallRows, "op", call, readCall},
	VerbRead:     {CallRows, "read", call, readCall},
	VerbPass:     {CallRows, "pass", call, readCall},
	VerbCallback: {CallRows, "callback", call, readCall},
	VerbEffect:   {CallRows, "effect", call, readCall},
	VerbAsk:      {CallRows, "ask", call, readCall},
	VerbChoice:   {CallRows, "choice", call, readCall},
	VerbAnswer:   {CallRows, "answer", call, readCall},
	VerbField:    {CallRows, "field", call, readCall},
	VerbType:     {CallRows, "type", call, readCall},
	VerbVar:      {CallRows, "var", call, readCall},
	VerbBody:     {CallRows, "body", call, readCall},
	VerbRun:      {CallRows, "run", call, readCall},
	VerbLiteral:  {CallRows, "literal", call, readCall},
	VerbPart:     {CallRows, "part", call, readCall},

	VerbFlow:      {DataRows, "flow", "FUNC [FLOW…]", readFlow},
	VerbSource:    {DataRows, "source", "FUNC LABELS [PLACES] [where=…]", readSource},
	VerbSink:      {DataRows, "sink", "FUNC KIND PLACES [where=…] [perhaps]", readSink},
	VerbSanitizer: {DataRows, "sanitizer", "FUNC LABELS FLOW…", readSanitizer},
	VerbValidator: {DataRows, "validator", "FUNC LABELS PLACE ANSWER", readValidator},
	VerbBound:     {DataRows, "bound", "TYPE.FIELD LIMIT…", readBound},
	VerbPut:       {DataRows, "put", "FUNC STATE INDEX PLACES", readState},
	VerbGet:       {DataRows, "get", "FUNC STATE INDEX PLACES", readState},
	VerbShare:     {DataRows, "share", "FUNC STATE INDEX PARAM", readShare},

	VerbMay: {EffectRows, "may", "FUNC CAPABILITIES [where=…]", readEffect},
}

// verbOf returns the verb of a row by its first word, VerbInvalid for none.
func verbOf(word string) Verb {
	return Verb(max(0, slices.IndexFunc(forms[:], func(f form) bool { return f.verb == word })))
}

// String returns the verb as rows have it.
func (v Verb) String() string {
	if v >= numVerbs {
		v = VerbInvalid
	}
	return forms[v].verb
}

// String returns what rows of the form look like.
func (f *form) String() string { return f.verb + " " + f.rest }

// required is how many words a row of the form has at least.
func (f *form) required() int {
	needed, _, _ := strings.Cut(f.String(), "[")
	return len(strings.Fields(needed))
}

// A reader reads the words of a row one after the other. It keeps the first mistake.
type reader struct {
	form *form
	verb word
	rest []word
	err  *mistake
}

// next returns the next word: parseRow has counted them.
func (p *reader) next() word {
	w := p.rest[0]
	p.rest = p.rest[1:]
	return w
}

// short is the mistake of a row that has too few words.
func (p *reader) short() *mistake { return p.verb.errorf("want `%s`", p.form) }

func (p *reader) fail(err *mistake) {
	if p.err == nil {
		p.err = err
	}
}

// parseRow reads a row of a package.
func parseRow(pkg string, words []word, at func(offset int) graph.Pos) (Row, *mistake) {
	verb := words[0]
	v := verbOf(verb.text)
	if v == VerbInvalid {
		return nil, verb.errorf("unknown verb %q%s", verb.text, spell.DidYouMean(verb.text, verbNames(AllFamilies)))
	}
	p := &reader{form: &forms[v], verb: verb, rest: words[1:]}
	if len(words) < p.form.required() {
		return nil, p.short()
	}
	name := p.next().text
	if isPattern(name) || isPattern(pkg) {
		checkPattern(p, pkg, name)
	}
	r := p.form.read(p, Head{Verb: v, Package: pkg, Name: name, Pos: at(verb.offset), key: pkg + "." + name})
	if len(p.rest) > 0 {
		p.fail(p.rest[0].errorf("unexpected %q: want `%s`", p.rest[0].text, p.form))
	}
	return r, p.err
}

// checkPattern says what is wrong with the pattern of a row: only rows on effects have patterns.
func checkPattern(p *reader, pkg, name string) {
	if p.form.family != EffectRows {
		p.fail(p.verb.errorf("a row of %s takes no pattern, got %q", p.verb.text, pkg+"."+name))
	}
	for _, pattern := range []string{pkg, name} {
		if strings.ContainsAny(pattern, `[]?\\`) {
			p.fail(p.verb.errorf("want * alone in a pattern, got %q", pattern))
		}
	}
}

// verbNames returns the verbs of a family.
func verbNames(of Family) (names []string) {
	for _, f := range forms[1:] {
		if of == AllFamilies || f.family == of {
			names = append(names, f.verb)
		}
	}
	return names
}
