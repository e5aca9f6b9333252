package main

// This file is the command that replays logs.

import (
	"bufio"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/trace"
)

var monitorCommand = command{
	name:  "monitor",
	line:  "[flags] FILE|-",
	short: "check logs of runs against rules over order",
	long: `Examples:

    agentvet monitor -policy agentvet.yaml run.jsonl         the rules of a policy file
    agentvet monitor -rule 'human before each tool:refund' run.jsonl
    my-agent | agentvet monitor -rule 'never tool:rm' -      while it runs

A log has one event a line:

    {"node": "classify", "kind": "llm", "agent": "desk"}
    {"human": true}
    {"tool": "refund", "agent": "desk", "args": {"amount": 120}}
    {"end": "finished"}

or is an OpenTelemetry trace with the semantic conventions for generative AI, in
OTLP's JSON or as Go's stdouttrace exporter writes it. Runs in one log, and traces,
are told apart. Without -rule, the rules are those of the policy file.

Each violation is one line, file:line:col: policy/NAME: what happened, and below
it the events that show it. At the end come the verdicts: accepted, violated,
unmet (the run ended before what the rule demands), inconclusive (the run was
broken off, or the log lacks what the rule asks for). docs/monitor.md has the rest.

Exit codes: 0 no violation, 1 violations, 2 something could not be decided: a
wrong command line, a rule or a log that cannot be read, a log without events.`,
	run: runMonitor,
}

// monitorFlags are the flags of the command.
type monitorFlags struct {
	rules      ruleTexts
	policy     *string
	workflow   string
	unfinished bool
	strict     bool
	format     *formatFlag
}

func (o *monitorFlags) register(fs *flag.FlagSet) {
	o.policy = policyFlag(fs)
	fs.Var(&o.rules, "rule", "watch the `rule`; may be repeated")
	fs.StringVar(&o.workflow, "workflow", "", "the log is of the workflow called `name`: watch the policies for it")
	fs.BoolVar(&o.unfinished, "unfinished", false, "runs of which the log has no end were broken off")
	fs.BoolVar(&o.strict, "strict", false, "verdicts that are inconclusive fail too")
	o.format = formats(fs, formText, formJSON) // JSON has one object a line
}

func runMonitor(c *cli, cmd *command, args []string) (int, error) {
	var o monitorFlags
	fs := cmd.flags()
	o.register(fs)
	rest, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	if len(rest) != 1 {
		return 0, &errUsage{"monitor needs one log, or - for standard input", "agentvet help monitor"}
	}
	rules, err := c.monitorRules(&o)
	if err != nil {
		return 0, err
	}
	name, log, err := openLog(rest[0])
	if err != nil {
		return 0, err
	}
	defer log.Close()
	return c.replay(&o, rules, name, log)
}

// openLog returns the log that an argument names, and its name in positions.
func openLog(arg string) (string, io.ReadCloser, error) {
	if arg == "-" {
		return "-", io.NopCloser(os.Stdin), nil
	}
	file, err := os.Open(arg)
	return filepath.ToSlash(arg), file, err
}

// replay follows the rules through a log, and prints what they say of it.
func (c *cli) replay(o *monitorFlags, rules []report.Watched, name string, log io.Reader) (int, error) {
	w := bufio.NewWriter(c.stdout)
	out := report.NewReplayText(w, rules)
	if o.format.form == formJSON {
		out = report.NewReplayJSON(w, rules)
	}
	sum, notices, bad := follow(rules, name, log, trace.Replay{
		Unfinished: o.unfinished,
		Violation: func(v *trace.Violation) {
			out.Violation(v)
			w.Flush() // the log may still be written
		},
		Ended: out.Ended,
	})
	if bad == nil {
		out.Close()
	}
	if err := errors.Join(w.Flush(), bad); err != nil {
		return 0, err
	}
	for _, n := range notices {
		c.notice(n)
	}
	if o.format.form == formText {
		c.notice(sum.String())
	}
	found := sum.Violations
	if o.strict {
		found += sum.Inconclusive
	}
	return exitCode(found, sum.Runs == 0), nil
}

// follow follows rules through a log. It tells replay what it sees, counts it, and returns what is to
// be said of names that no event has.
func follow(rules []report.Watched, name string, log io.Reader, replay trace.Replay) (sum report.ReplaySummary, notices []string, err error) {
	watched := make([]dfa.Rule, len(rules))
	for i, r := range rules {
		watched[i] = r.Rule
	}
	m, err := dfa.NewMonitor(watched...)
	if err != nil {
		return sum, nil, err
	}
	sum.Rules = len(rules)
	violation, ended := replay.Violation, replay.Ended
	replay.Violation = func(v *trace.Violation) {
		sum.Violations++
		violation(v)
	}
	replay.Ended = func(r *trace.Run) {
		sum.Add(r)
		ended(r)
	}
	seen := newAtomsSeen(rules)
	if err := replay.Run(m, watched, seen.watch(trace.Read(name, log))); err != nil {
		return sum, nil, err
	}
	if notices = seen.notices(); sum.Runs == 0 {
		notices = append(notices, report.NothingLogged(name))
	}
	return sum, notices, nil
}
