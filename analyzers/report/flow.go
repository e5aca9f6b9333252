package report

// This file words flows of data.

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/spell"
	"github.com/agentvet/agentvet/taint"
)

// Variable says that what models or tools produce decides which secret is read.
func Variable(f *taint.Flow) *Finding {
	return remarkedFinding(rules.TaintSecret, f, "%s decides which variable of the environment is read, a secret as well as any other: %s", origin(f), short(f.Sink.Name))
}

// Option says that what models or tools produce may be an option of a program.
func Option(f *taint.Flow) *Finding {
	return remarkedFinding(rules.TaintOption, f, "%s may be an option of a program that runs or writes something: %s", origin(f), short(f.Sink.Name))
}

// Effect says that what models or tools produce has an effect on the machine that
// runs the program.
func Effect(f *taint.Flow) *Finding {
	what := map[string]string{
		"exec":     "becomes a command",
		"sql":      "becomes the text of a database statement",
		"path":     "decides which file is written or deleted",
		"url":      "decides which host is called",
		"template": "is run as a template",
		"script":   "is run as a script",
		"build":    "decides in which folder a program runs what it finds there",

		taint.KindVariables: "decides which variables are in the environment of a program",
	}[f.Sink.Kind]
	if f.IsParent() {
		what = mayBeParent
	}
	out := remarkedFinding(rules.TaintEffect, f, "%s %s: %s", origin(f), what, short(f.Sink.Name))
	out.Waits = f.Sink.Kind == taint.KindVariables || f.Source.Labels.Has("archive") && !f.Labels.Has(taint.LabelModel) // see docs/measured.md
	return out
}

// Read says that what models produce decides which file a tool reads.
func Read(f *taint.Flow) *Finding {
	what := "decides which file is read"
	if f.Sink.Kind == taint.KindFolder {
		what = "decides which folder is used"
	}
	return remarkedFinding(rules.TaintRead, f, "%s %s: %s", origin(f), what, short(f.Sink.Name))
}

// Besides says that what models produce may lead elsewhere where only its text has been confined: a path by a symbolic link, at the place
// where it was confined, an address to another part of the same host.
func Besides(f *taint.Flow) *Finding {
	if f.Sink.Kind == taint.KindEndpoint {
		return remarkedFinding(rules.TaintEndpoint, f, "%s decides which part of a host is called: %s", origin(f), short(f.Sink.Name))
	}
	shown, last := *f, f.Hops[len(f.Hops)-1]
	shown.Hops = slices.DeleteFunc(slices.Clone(f.Hops[:len(f.Hops)-1]), func(h taint.Hop) bool { return h.Op == taint.OpWeak || h.Op == last.Op }) // together, checks do
	shown.Hops = append(shown.Hops, last)
	out := remarkedFinding(rules.TaintLink, &shown, "%s is a path that only its text confines, and a symbolic link in the folder leads elsewhere: %s", origin(f), short(f.Sink.Name))
	if at, last := Confined(f), len(out.Witness)-1; at.IsValid() && at != out.Witness[last].Pos {
		out.Witness = slices.Insert(slices.Clone(out.Witness), last, Step{Pos: at, Text: confinedHere})
	}
	return out
}

// confinedHere is the step at which a path is confined by its text.
const confinedHere = "its text confines it to a folder here"

// Confined returns where data of f is confined last.
func Confined(f *taint.Flow) (at graph.Pos) {
	for _, h := range f.Hops {
		if h.Op == taint.OpClean && h.Pos.IsValid() {
			at = h.Pos
		}
	}
	return at
}

// UnlessChecked makes f, a finding about a flow that has an effect or reads, unknown: something on the way
// may keep the model from choosing freely.
func UnlessChecked(f *Finding, flow *taint.Flow) *Finding {
	f.Doubt = confinementDoubt(flow)
	return Doubtful(f)
}

// ForbiddenFlow says that data reaches a sink that forbids it; forbidden are the
// labels of f that it forbids.
func ForbiddenFlow(f *taint.Flow, forbidden []string) *Finding {
	what := quotedNames(forbidden)
	if f.Sink.Title != "" {
		what += fmt.Sprintf(" (%s)", f.Sink.Title)
	}
	var stops []string
	if f.Sink.Unless != "" {
		stops = strings.Split(f.Sink.Unless, "|")
	}
	through := ""
	if Crosses(f, taint.OpModel) {
		through, stops = " through a model", append(stops, "a human's confirmation of the call")
	}
	advice := ""
	if len(stops) > 0 {
		advice = fmt.Sprintf("; %s would stop it", strings.Join(stops, " or "))
	}
	return flowFinding(rules.TaintFlow, f, "data of %s gets%s into %s, which forbids %s%s", short(f.Source.Name), through, short(f.Sink.Name), what, advice)
}

// Secret says that a secret gets where others can read it, how many other flows of
// secrets end there, and how many other tools tell it.
func Secret(f *taint.Flow, others int) *Finding {
	where := map[string]string{
		taint.KindResult: "in what tool " + short(f.Sink.Name) + " tells a model",
		"prompt":         "in a prompt",
		"system":         "in the instructions of a model",
		"description":    "in the description of a tool or an agent",
		"log":            "in a log",
		"outward":        "in what tool " + short(f.Sink.Name) + " sends out",
	}[f.Sink.Kind]
	more := ""
	switch tools := f.Sink.Kind == taint.KindResult; {
	case tools:
		more = further("so it does with", others, "tool")
	case others == 1:
		more = "; so does one on another way"
	case others > 1:
		more = fmt.Sprintf("; so do others on %d ways", others)
	}
	return flowFinding(rules.TaintSecret, f, "a secret from %s ends up %s%s", short(f.Source.Name), where, more)
}

// Instructed says that what others write becomes part of what a model is told to do.
func Instructed(f *taint.Flow) *Finding {
	where := "the instructions of a model"
	if f.Sink.Kind == "description" {
		where = "the description of a tool or an agent, which models follow"
	}
	return flowFinding(rules.TaintPrompt, f, "%s becomes part of %s", origin(f), where)
}

// Trifecta says that private data and untrusted content meet in the context of a
// model that can send something out, by the tools that it names.
func Trifecta(private, untrusted *taint.Flow, tools []string, model graph.Pos) *Finding {
	f := newFinding(rules.TaintTrifecta, model,
		"one model reads private data (%s) and untrusted content (%s), and can send out what it likes (%s), with no human in between",
		short(private.Source.Name), short(untrusted.Source.Name), quotedNames(tools))
	f.Subject, f.Doubt = strings.Join(tools, ","), mixed(private)
	if f.Doubt == notApart {
		f.Doubt = mixed(untrusted)
	}
	f.Witness = append(flowSteps(private), flowSteps(untrusted)...)
	return f
}

// UnreadFunction says that no flow through a function is known; the name "" stands for
// what passes from one function to another without a call.
func UnreadFunction(name string, pos graph.Pos) *Finding {
	if name == "" {
		f := newFinding(rules.Undecided, pos, "flows of data from step to step, and through package-level variables, are not known: the package is too large")
		f.Verdict = verdict.Unknown
		return f
	}
	f := newFinding(rules.Undecided, pos, "flows of data through %s are not known: it is too large", name)
	f.Verdict, f.Subject = verdict.Unknown, name
	return f
}

// UnreadGraph says that no flow through a graph file is known.
func UnreadGraph(pos graph.Pos) *Finding {
	f := newFinding(rules.Undecided, pos, "flows of data from step to step are not known: the graph is too large")
	f.Verdict = verdict.Unknown
	return f
}

// An UnreadFunc is a function through which no flow is known. One without a name stands for what passes from one to another without a call.
type UnreadFunc struct {
	Name string
	Pos  graph.Pos
}

// UnreadFunctions says that no flow through some functions of something, "package" or "program", is known: where they are more than a
// few, in one finding that names the first.
func UnreadFunctions(list []UnreadFunc, of string) (out []Finding) {
	isNamed := func(u UnreadFunc) bool { return u.Name != "" }
	if first := slices.IndexFunc(list, isNamed); first >= 0 {
		rest := slices.DeleteFunc(slices.Clone(list), isNamed)
		if n := len(list) - len(rest); n > maxUnread {
			f := newFinding(rules.Undecided, list[first].Pos, "flows of data through %d functions of the %s, %s among them, are not known: they are too large, or the %[2]s is",
				n, of, quotedNames([]string{list[first].Name}))
			f.Verdict = verdict.Unknown
			out, list = append(out, *f), rest
		}
	}
	for _, u := range list {
		out = append(out, *UnreadFunction(u.Name, u.Pos))
	}
	return out
}

// maxUnread is how many functions that are not read are findings of their own.
const maxUnread = 5

// Doubtful makes f, a finding about a flow, unknown: on its way, the data that it speaks
// of was not kept apart from other data.
func Doubtful(f *Finding) *Finding {
	f.Verdict = verdict.Unknown
	f.Message = fmt.Sprintf("%s%s: %s", notKnown, f.Message, f.Doubt)
	return f
}

const (
	notKnown = "it is not known whether "
	notAsked = notKnown + "somebody is asked before "
)

// mixed says why it is not sure that the data of f arrives, if it is not.
func mixed(f *taint.Flow) string {
	if i := slices.IndexFunc(f.Hops, func(h taint.Hop) bool { return h.Op == taint.OpAnswer }); i >= 0 {
		return fmt.Sprintf("what %s answers may be something else", unreadName(f.Hops[i].Name))
	}
	if i := slices.IndexFunc(f.Hops, func(h taint.Hop) bool { return h.Op == taint.OpPut }); i >= 0 {
		return fmt.Sprintf("what %s does with it is not known", unreadName(f.Hops[i].Name))
	}
	if f.Sink.Kind == "exec" && slices.ContainsFunc(f.Hops, func(h taint.Hop) bool { return h.Op == taint.OpIf }) {
		if slices.ContainsFunc(f.Hops, func(h taint.Hop) bool { return h.Op == taint.OpStore && h.Name == taint.RunFile }) {
			return "a function writes several files, and not all of them are run"
		}
		return "which program runs there is not known"
	}
	return notApart
}

const notApart = "on the way, parts of something large are not told from each other"

// UnlessAsked makes f, a finding about a tool, unknown: at a place somebody may be asked
// first.
func UnlessAsked(f *Finding, at graph.Pos) *Finding {
	if f.Verdict == verdict.Unknown {
		return f
	}
	f.Verdict = verdict.Unknown
	f.Message = notAsked + f.Message
	f.Witness = append(slices.Clone(f.Witness), Step{Pos: at, Text: "here somebody may be asked"})
	return f
}

// soElsewhere begins what a message says of further places.
const soElsewhere = "so it does at"

// Alone returns the message of a finding without what it says of further places.
func Alone(f *Finding) string {
	said, _, _ := strings.Cut(f.Message, "; "+soElsewhere)
	return said
}

// AndMore says that a tool does what f is about at some more places.
func AndMore(f *Finding, places int) *Finding {
	f.Message += further(soElsewhere, places, "place")
	return f
}

// MayMore says that whether a tool does what f is about at some more places is not known.
func MayMore(f *Finding, places int) *Finding {
	f.Message += further("it may do so at", places, "place")
	return f
}

// IsChosen reports whether f is about what a model chooses for a tool.
func (f *Finding) IsChosen() bool { return strings.Contains(f.Message, chooses) }

// UnaskedIn says that the tool of which f tells runs in an agent which asks nobody, while another one that has it may ask.
func UnaskedIn(f *Finding, a, asks *graph.Agent) {
	step := Step{Pos: a.Pos, Text: fmt.Sprintf("%q runs it and asks nobody before; only %q, which has it, too, may ask", a.Name, asks.Name)}
	f.Witness = slices.Insert(slices.Clone(f.Witness), 1, step)
}

// LikewiseFor says that f holds of what a model chooses for more tools, too.
func LikewiseFor(f *Finding, tools int) {
	f.Message += further("the same goes for", tools, "tool")
}

// LikewiseForTools says that f holds of what a model chooses for tools with names, too.
func LikewiseForTools(f *Finding, tools []string) {
	switch len(tools) {
	case 0:
	case 1:
		f.Message += fmt.Sprintf("; the same goes for tool %q", tools[0])
	default:
		f.Message += "; the same goes for tools " + quotedNames(tools)
	}
}

// UnfollowedTool says that nothing is known of the data of a tool: by which parameters its
// function gets what the model says was not found out.
func UnfollowedTool(t *graph.Tool, function string) *Finding {
	f := newFinding(rules.Undecided, t.Pos, "flows of data through tool %q are not known: whether %s gets what the model says was not understood", t.Name, function)
	f.Verdict, f.Subject = verdict.Unknown, t.Name
	return f
}

// Crosses reports whether a hop of f is of a kind.
func Crosses(f *taint.Flow, op taint.Op) bool {
	return slices.ContainsFunc(f.Hops, func(h taint.Hop) bool { return h.Op == op })
}

func flowFinding(rule string, f *taint.Flow, format string, args ...any) *Finding {
	out := newFinding(rule, f.Sink.Pos, format, args...)
	out.Subject, out.Doubt = short(f.Sink.Name), mixed(f)
	shown := *f
	if rule != rules.TaintOption {
		shown.Hops = slices.DeleteFunc(slices.Clone(f.Hops), func(h taint.Hop) bool { return h.Op == taint.OpWord })
	}
	out.Witness = flowSteps(&shown)
	return out
}

// origin says where the data of f comes from.
func origin(f *taint.Flow) string {
	labels := f.Labels.Visible()
	switch {
	case labels.Has("model"):
		if len(f.Tools) > 0 && !slices.ContainsFunc(f.Tools, isFunction) {
			return fmt.Sprintf(chooses+"one of %s, which have one handler,", quotedNames(f.Tools))
		}
		if f.Source.Name == "" {
			return chooses + "a tool" // whose name exists only at run time
		}
		if isFunction(f.Source.Name) {
			return answers
		}
		return fmt.Sprintf(chooses+"%q", f.Source.Name)
	case labels.Has("fetched"):
		return "what is fetched over the network"
	case labels.Has("request"):
		return "what a request says"
	case labels.Has("archive"):
		return "what an archive calls an entry"
	}
	return fmt.Sprintf("data of %s, which is %s,", short(f.Source.Name), strings.Join(labels, " and "))
}

// Words with which findings begin that are about what models produce.
const (
	answers = "what a model answers"
	chooses = "what a model chooses for "
)

// isFunction reports whether a source of what a model says is a function that asks one, and no tool.
func isFunction(name string) bool { return strings.Contains(name, "/") && strings.Contains(name, ".") }

// maxFlowSteps is how many steps of a flow a reader is shown.
const maxFlowSteps = 8

// flowSteps words the hops of f where the data changes hands: those that say nothing of their
// own are left out, those on one line are one, and of a long way those are shown that lead from
// function to function.
func flowSteps(f *taint.Flow) []Step {
	steps := tellingSteps(f)
	for weight := 1; len(steps) > maxFlowSteps && weight < 3; weight++ {
		for i := len(steps) - 2; i > 0 && len(steps) > maxFlowSteps; i-- {
			if steps[i].weight <= weight {
				steps = slices.Delete(steps, i, i+1)
			}
		}
	}
	out := make([]Step, 0, len(steps))
	for _, s := range steps {
		out = append(out, s.Step)
	}
	if left := len(out) - maxFlowSteps; left > 0 {
		half := maxFlowSteps / 2
		out = slices.Replace(out, half, half+left+1, Step{Text: fmt.Sprintf("and so on, %d steps", left+1)})
	}
	return out
}

// A flowStep is a step with how much it says of where the data goes.
type flowStep struct {
	Step
	weight int
}

// tellingSteps returns the first and the last step of f, and of those between them that say
// something one for each line.
func tellingSteps(f *taint.Flow) (out []flowStep) {
	last := len(f.Hops) - 1
	said := make(map[Step]bool)
	for i, h := range f.Hops {
		s := flowStep{Step{Pos: h.Pos, Text: hopWords(f, h, i == 0, i == last)}, hopWeight(h)}
		if i > 0 && i < last && s.weight == 0 || said[s.Step] {
			continue
		}
		said[s.Step] = true
		n := len(out) - 1
		if i == last || n <= 0 || out[n].Pos.File != h.Pos.File || out[n].Pos.Line != h.Pos.Line {
			out = append(out, s)
			continue
		}
		if why, isWeak := strings.CutPrefix(s.Text, notStopped); isWeak && strings.HasPrefix(out[n].Text, notStopped) {
			out[n].Text += "; " + why
			continue
		}
		if strings.HasSuffix(out[n].Text, reopened) { // which matters more than where it goes
			continue
		}
		if first, _, more := strings.Cut(out[n].Text, ", "); more && s.weight > 1 { // where it came from and where it goes
			out[n].Text = first
		} else if more {
			continue
		}
		out[n].Text += ", " + s.Text
		out[n].Pos = s.Pos
		out[n].weight = max(out[n].weight, s.weight)
	}
	return out
}

// hopWeight returns how much a hop says: nothing, that the data moves within a function, that it
// goes to another one, or that it goes through a model, a tool or a step.
func hopWeight(h taint.Hop) int {
	named := spoken(short(h.Name)) != ""
	switch h.Op {
	case taint.OpModel, taint.OpTool, taint.OpEdge, taint.OpState, taint.OpSend, taint.OpReceive:
		return 3
	case taint.OpCheck, taint.OpLimit, taint.OpWeak, taint.OpEscape, taint.OpAnswer, taint.OpPut, taint.OpIf, taint.OpOpen, taint.OpWord:
		return 3
	case taint.OpCall, taint.OpReturn, taint.OpUnread:
		if named {
			return 2
		}
		if h.Op == taint.OpCall { // the caller's last word
			return 1
		}
	case taint.OpConvert:
		return 0
	}
	if named {
		return 1
	}
	return 0
}

// notStopped begins what is said of a check that does not stop the data.
const notStopped = "the check here does not stop it: "

// reopened says why the quotes around data do not keep it from a shell.
const reopened = "stands between quotes that are open already, where its own do not hold"

// weakWords say why a check does not stop the data.
var weakWords = map[string]string{
	taint.WeakBeginning: notStopped + "it looks only at how the text begins",
	taint.WeakEnd:       notStopped + "it looks only at how the text ends",
	taint.WeakPart:      notStopped + "it looks only for some texts in it",
	taint.WeakWords:     notStopped + "it looks only at some words of it",
	taint.WeakLine:      notStopped + "it looks only for some texts in it",
}

// anyProgram explains the name of a program in a command that a check was tried with.
func anyProgram(command string) string {
	if strings.Contains(command, "xprogram") {
		return " (xprogram is any program)"
	}
	return ""
}

func hopWords(f *taint.Flow, h taint.Hop, first, last bool) string {
	name := spoken(short(h.Name))
	switch {
	case first:
		return sourceWords(&f.Source)
	case last:
		return fmt.Sprintf("and reaches %s", short(f.Sink.Name))
	case h.Op == taint.OpLimit && h.Name != "":
		return "nothing before it stops " + h.Name
	case h.Op == taint.OpWeak:
		if command, tried := strings.CutPrefix(h.Name, taint.WeakTried); tried {
			return notStopped + fmt.Sprintf("a trial shows that it lets %q through%s", command, anyProgram(command))
		}
		return weakWords[h.Name]
	}
	words := map[taint.Op]string{
		taint.OpCall: "goes into", taint.OpReturn: "comes out of", taint.OpStore: "is stored in", taint.OpLoad: "is read from",
		taint.OpCapture: "is captured as", taint.OpModel: "a model may pass it on to", taint.OpTool: "is in the answer of",
		taint.OpEdge: "goes on to step", taint.OpState: "by way of the state, in",
		taint.OpDecide: "decides which steps run, as", taint.OpUnread: "comes out of", taint.OpAnswer: "may be in the answer of", taint.OpPut: "may be put there by", taint.OpCheck: "behind a check that is not understood:",
		taint.OpEscape: "quotes in it are replaced, which may be enough, by",
	}
	generic := map[taint.Op]string{
		taint.OpSend: "is sent into a channel", taint.OpReceive: "comes out of a channel", taint.OpConvert: "is part of a new value",
		taint.OpStore: "is stored", taint.OpLoad: "is read", taint.OpReturn: "is returned", taint.OpCall: "goes into a call",
		taint.OpModel: "a model reads it, and may pass it on", taint.OpUnread: "is returned", taint.OpAnswer: "may be in the answer", taint.OpPut: "may be put there", taint.OpCheck: "behind a check that is not understood",
		taint.OpOpen: reopened, taint.OpWord: "is a word of its own, an option if it begins with a dash",
		taint.OpIf: "what the call does with it depends on what is not known", taint.OpLimit: "behind conditions of which nobody knows what they let through",
	}
	if w, ok := words[h.Op]; ok && name != "" {
		return w + " " + name
	}
	if w, ok := generic[h.Op]; ok {
		return w
	}
	return strings.TrimSpace(h.Op.String() + " " + name)
}

// spoken returns a name as the reader knows it: go/ssa names functions and variables
// that have none in the source.
func spoken(name string) string {
	switch name {
	case ".", "complit", "new", "varargs", "slicelit", "makeslice":
		return ""
	}
	if outer, _, ok := strings.Cut(name, "$"); ok {
		return "a function literal of " + outer
	}
	return name
}

// sourceWords says what s provides.
func sourceWords(s *taint.Source) string {
	name, labels := short(s.Name), slices.DeleteFunc(s.Labels.Visible(), func(l string) bool { return l == s.Name })
	switch {
	case len(labels) == 0 && s.ConfinedTo() != "":
		return fmt.Sprintf("a model writes %s, which says confine:%q", name, s.ConfinedTo())
	case len(labels) == 0 && taint.IsBounded(s.Labels):
		return fmt.Sprintf("a model writes %s, which has the bound %q", name, limitWords(s))
	case labels.Has("model"):
		if s.Name == "" {
			return "a model chooses what the tool is called with"
		}
		if isFunction(s.Name) {
			return fmt.Sprintf("%s returns what a model answers", name)
		}
		return fmt.Sprintf("a model chooses what %q is called with", name)
	case len(labels) == 0:
		return fmt.Sprintf("the data comes from %s", name)
	}
	return fmt.Sprintf("the data comes from %s: %s", name, strings.Join(labels, ", "))
}

// majorVersion matches the last part of the path of a module that is not its name, and what stands before it.
var majorVersion = regexp.MustCompile(`([^/]+)/v[0-9]+(\.[^/]*)$`)

// short drops the directories of an identity, and the type arguments of an instance:
// "os/exec.Command" is exec.Command, and "github.com/jackc/pgx/v5.Conn.Exec" is pgx.Conn.Exec.
func short(id string) string {
	if i := strings.IndexByte(id, '['); i >= 0 && !strings.HasPrefix(id[i:], "[]") {
		id = id[:i]
	}
	if m := majorVersion.FindStringSubmatch(id); m != nil {
		return m[1] + m[2]
	}
	return path.Base(id)
}

func quotedNames(names []string) string {
	out := make([]string, 0, len(names))
	for i, n := range names {
		if i == 3 {
			out = append(out, fmt.Sprintf("%d more", len(names)-i))
			break
		}
		out = append(out, fmt.Sprintf("%q", n))
	}
	return strings.Join(out, ", ")
}

// NoSuchLabel says that a sink forbids what nothing provides.
func NoSuchLabel(t *graph.Tool, p *graph.Param, name string, names []string, certain bool) *Finding {
	f := newFinding(rules.TaintName, p.Pos, "%s.%s forbids %q, which is no label and no tool%s", t.Name, p.Path, name, spell.DidYouMean(name, names))
	if !certain {
		f.Verdict = verdict.Unknown
		f.Message = fmt.Sprintf("%s.%s forbids %q, which is no label and no tool that is known%s", t.Name, p.Path, name, spell.DidYouMean(name, names))
	}
	return with(f, t.Name+"."+p.Path)
}

// NoSuchSanitizer says that a sink accepts a sanitizer that does not exist.
func NoSuchSanitizer(t *graph.Tool, p *graph.Param, name string, names []string) *Finding {
	return with(newFinding(rules.TaintName, p.Pos, "%s.%s names the sanitizer %q, which no function, step or tool is%s",
		t.Name, p.Path, name, spell.DidYouMean(name, names)), t.Name+"."+p.Path)
}

// NoSuchArgument says that a directive is about an argument that the tool lacks.
func NoSuchArgument(t *graph.Tool, p *graph.Param, names []string) *Finding {
	return with(newFinding(rules.TaintName, p.Pos, "tool %q has no argument %q%s", t.Name, p.Path, spell.DidYouMean(p.Path, names)), t.Name+"."+p.Path)
}
