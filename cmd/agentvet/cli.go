package main

// This file reads command lines: which command, which flags, and what to say
// when one is not known.

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/agentvet/agentvet/cmd/agentvet/internal/terminal"
	"github.com/agentvet/agentvet/internal/spell"
	"github.com/agentvet/agentvet/internal/visible"
)

// Exit codes. A crash of the Go runtime also exits with 2, so that it never
// looks clean.
const (
	exitClean     = 0
	exitFindings  = 1
	exitUndecided = 2 // usage, loading, internal
)

// A command is one thing that agentvet does.
type command struct {
	name  string
	line  string // its arguments, for the usage line
	short string // one line for the list of commands
	long  string // help, examples first
	// run returns the exit code. An error means that the command could not do
	// what it was asked to.
	run func(c *cli, cmd *command, args []string) (int, error)
}

// commands returns every command; the first is the default.
func commands() []command {
	return []command{checkCommand, initCommand, baselineCommand, graphCommand, toolsCommand, reportCommand, diffCommand, bomCommand, verifyCommand, planCommand, policyCommand, monitorCommand, explainCommand, goplsCommand, completionCommand(), versionCommand}
}

// cli is one run of the program.
type cli struct {
	stdout, stderr io.Writer // show what is hidden in names: see package visible
	dir            string    // working directory, absolute; set by workIn
	quiet          bool      // the user wants findings and errors only; set by parse
	terminal       io.Writer // standard error, for a line that is erased again
	screen         io.Writer // standard output, for what makes names visible itself
	columns        int       // of the terminal that standard output is, 0 if it is none
	started        time.Time
}

// errUsage is an error whose message ends the program with exit code 2 and a
// pointer to the help.
type errUsage struct{ msg, help string }

func (e *errUsage) Error() string { return e.msg }

// run is the program: it returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	out, errs := visible.NewWriter(stdout), visible.NewWriter(stderr)
	defer out.Flush()
	defer errs.Flush()
	c := &cli{stdout: out, stderr: errs, terminal: stderr, screen: stdout, columns: terminal.Columns(stdout), started: time.Now()}
	code, err := c.dispatch(args)
	if err == nil {
		return code
	}
	if errors.Is(err, flag.ErrHelp) {
		return exitClean
	}
	c.notice(err.Error())
	if usage := new(errUsage); errors.As(err, &usage) {
		fmt.Fprintf(c.stderr, "Run '%s' for usage.\n", usage.help)
	}
	return exitUndecided
}

// counted returns a number of things, each of which noun names.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// notice writes a message for the user, apart from the output.
func (c *cli) notice(msg string) {
	fmt.Fprintf(c.stderr, "agentvet: %s\n", msg)
}

// dispatch runs the command that args name, in the directory that -C before it names.
func (c *cli) dispatch(args []string) (int, error) {
	dir, args := leadingDir(args)
	if err := c.workIn(dir, "agentvet help"); err != nil {
		return 0, err
	}
	if len(args) > 0 {
		switch args[0] {
		case "help", "-h", "-help", "--help":
			return c.help(args[1:])
		case "-version", "--version":
			args[0] = "version"
		}
		for _, cmd := range commands() {
			if cmd.name == args[0] {
				return cmd.run(c, &cmd, args[1:])
			}
		}
		if err := mistyped(args[0]); err != nil {
			return 0, err
		}
	}
	cmd := commands()[0]
	return cmd.run(c, &cmd, args)
}

// leadingDir returns what a flag -C in front of everything says, and what follows it.
func leadingDir(args []string) (dir string, rest []string) {
	if len(args) == 0 {
		return "", args
	}
	name, value, joined := strings.Cut(args[0], "=")
	switch {
	case name != "-C" && name != "--C":
		return "", args
	case joined:
		return value, args[1:]
	case len(args) > 1:
		return args[1], args[2:]
	}
	return "", args
}

// workIn makes dir, which is relative to the directory so far, the working directory:
// file names in arguments and in the output are relative to it.
func (c *cli) workIn(dir, help string) error {
	if dir != "" {
		if err := os.Chdir(dir); err != nil {
			what := "no such directory"
			if _, err := os.Stat(dir); err == nil {
				what = "not a directory that can be entered"
			}
			return &errUsage{fmt.Sprintf("-C %s: %s", dir, what), help}
		}
	}
	abs, err := os.Getwd()
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real // the go command names files by their real directory
	}
	c.dir = abs
	return nil
}

var word = regexp.MustCompile(`^[a-z][a-z-]*$`)

// mistyped returns an error if arg is no package pattern but nearly a command.
func mistyped(arg string) error {
	if !word.MatchString(arg) {
		return nil
	}
	names := []string{"help"}
	for _, cmd := range commands() {
		names = append(names, cmd.name)
	}
	if near := spell.Nearest(arg, names); near != "" {
		return &errUsage{fmt.Sprintf("unknown command %q%s", arg, spell.DidYouMean(arg, names)), "agentvet help"}
	}
	return nil
}

// flags returns a flag set for cmd that leaves all talking to parse.
func (cmd *command) flags() *flag.FlagSet {
	fs := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.String("C", "", "work in `dir`; file names and positions are relative to it")
	return fs
}

// parse reads flags and arguments in any order, and returns the arguments. It
// follows the flag -C, and checks -format.
func (c *cli) parse(cmd *command, fs *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	for {
		if err := fs.Parse(args); err != nil {
			return nil, c.flagError(cmd, fs, err)
		}
		args = fs.Args()
		if len(args) == 0 {
			break
		}
		rest, args = append(rest, args[0]), args[1:]
	}
	if f := fs.Lookup("q"); f != nil {
		c.quiet = f.Value.String() == "true"
	}
	help := "agentvet help " + cmd.name
	if f := fs.Lookup("format"); f != nil {
		if err := f.Value.(*formatFlag).check(help); err != nil {
			return nil, err
		}
	}
	return rest, c.workIn(fs.Lookup("C").Value.String(), help)
}

var undefinedFlag = regexp.MustCompile(`flag provided but not defined: -*(.*)`)

// flagError turns an error of package flag into ours, or prints the help.
func (c *cli) flagError(cmd *command, fs *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		c.printHelp(cmd, fs)
		return err
	}
	help := "agentvet help " + cmd.name
	m := undefinedFlag.FindStringSubmatch(err.Error())
	if m == nil {
		return &errUsage{err.Error(), help}
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	suggestion := ""
	if near := spell.Nearest(m[1], names); near != "" {
		suggestion = fmt.Sprintf("; did you mean -%s?", near)
	}
	return &errUsage{fmt.Sprintf("unknown flag -%s%s", m[1], suggestion), help}
}
