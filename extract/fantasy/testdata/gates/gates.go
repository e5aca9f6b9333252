// Package gates has tools that ask at the terminal. Those of bad go on whatever the answer is,
// or only where it was no.
package gates

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"charm.land/fantasy"
	"example.com/golden/gates/permission"
)

type in struct {
	Path string `json:"path"`
}

type (
	call     = fantasy.ToolCall
	response = fantasy.ToolResponse
)

var stdin = bufio.NewReader(os.Stdin)

func ask() string {
	fmt.Print("sure? [y/N] ")
	line, _ := stdin.ReadString('\n')
	return strings.ToLower(strings.TrimSpace(line))
}

func agreed() bool {
	switch ask() {
	case "y", "yes":
		return true
	}
	return false
}

func done(path string) (response, error) {
	return fantasy.NewTextResponse("done"), os.Remove(path)
}

func refused() (response, error) { return fantasy.NewTextResponse("the user refused"), nil }

// badDropped does not look at what its helper found out.
func badDropped(ctx context.Context, in in, _ call) (response, error) {
	agreed()
	return done(in.Path)
}

func cleanHelper(ctx context.Context, in in, _ call) (response, error) {
	if !agreed() {
		return refused()
	}
	return done(in.Path)
}

// badLogged says that the user refused, and goes on.
func badLogged(ctx context.Context, in in, _ call) (response, error) {
	if !agreed() {
		fmt.Println("refused")
	}
	return done(in.Path)
}

// badInverted removes where the user did not agree.
func badInverted(ctx context.Context, in in, _ call) (response, error) {
	if agreed() {
		return refused()
	}
	return done(in.Path)
}

func badWord(ctx context.Context, in in, _ call) (response, error) {
	if ask() == "yes" {
		return refused()
	}
	return done(in.Path)
}

// badEmpty takes whatever is not empty for a yes.
func badEmpty(ctx context.Context, in in, _ call) (response, error) {
	if ask() == "" {
		return refused()
	}
	return done(in.Path)
}

func cleanWord(ctx context.Context, in in, _ call) (response, error) {
	if ask() != "yes" {
		return refused()
	}
	return done(in.Path)
}

// cleanDefault takes a line without a word for agreement, and says so.
func cleanDefault(ctx context.Context, in in, _ call) (response, error) {
	if answer := ask(); answer == "n" || answer == "no" {
		return refused()
	}
	return done(in.Path)
}

func badPart(ctx context.Context, in in, _ call) (response, error) {
	os.Truncate(in.Path, 0)
	if !agreed() {
		return refused()
	}
	return done(in.Path)
}

func cleanScan(ctx context.Context, in in, _ call) (response, error) {
	var answer string
	if _, err := fmt.Scanln(&answer); err != nil || answer != "y" {
		return refused()
	}
	return done(in.Path)
}

func badScan(ctx context.Context, in in, _ call) (response, error) {
	var answer string
	if _, err := fmt.Scanln(&answer); err != nil {
		return refused()
	}
	if answer != "y" {
		fmt.Println("as you like")
	}
	return done(in.Path)
}

// pause waits until the user has read what comes.
func cleanPause(ctx context.Context, in in, _ call) (response, error) {
	fmt.Print("press Enter to go on")
	stdin.ReadString('\n')
	return done(in.Path)
}

// cleanInquiry asks for a name.
func cleanInquiry(ctx context.Context, in in, _ call) (response, error) {
	name := ask()
	if name == "" {
		name = "unknown"
	}
	return done(in.Path + name)
}

// cleanChoice asks which of two things to do.
func cleanChoice(ctx context.Context, in in, _ call) (response, error) {
	if ask() == "y" {
		return fantasy.NewTextResponse("truncated"), os.Truncate(in.Path, 0)
	}
	return done(in.Path)
}

func scanned() bool {
	s := bufio.NewScanner(os.Stdin)
	return s.Scan() && s.Text() == "y"
}

func badScanner(ctx context.Context, in in, _ call) (response, error) {
	scanned()
	return done(in.Path)
}

func cleanScanner(ctx context.Context, in in, _ call) (response, error) {
	if !scanned() {
		return refused()
	}
	return done(in.Path)
}

// Ways to say whether somebody agreed.

func loop() bool {
	for {
		switch ask() {
		case "y":
			return true
		case "n":
			return false
		}
	}
}

func thrice() bool {
	for i := 0; i < 3; i++ {
		switch ask() {
		case "y":
			return true
		case "n":
			return false
		}
	}
	return false
}

type decision int

const (
	deny decision = iota
	allow
	always
)

func decide() decision {
	switch ask() {
	case "y":
		return allow
	case "a":
		return always
	}
	return deny
}

func prefixed() bool { return strings.HasPrefix(ask(), "y") }

func listed() bool { return slices.Contains([]string{"y", "yes"}, ask()) }

func parsed() bool {
	ok, err := strconv.ParseBool(ask())
	return err == nil && ok
}

func first() bool {
	answer := ask()
	return len(answer) > 0 && answer[0] == 'y'
}

func folded() bool { return strings.EqualFold(ask(), "yes") }

func variable() bool {
	ok := false
	if answer := ask(); answer == "y" || answer == "yes" {
		ok = true
	}
	return ok
}

var yes = map[string]bool{"y": true, "yes": true}

func looked() bool { return yes[ask()] }

var errRefused = errors.New("refused")

func permit() error {
	if !agreed() {
		return errRefused
	}
	return nil
}

type session struct{ always bool }

func (s *session) allows() bool {
	if s.always {
		return true
	}
	switch ask() {
	case "a":
		s.always = true
		return true
	case "y":
		return true
	}
	return false
}

var current session

func behind(ok func() bool) func(context.Context, in, call) (response, error) {
	return func(ctx context.Context, in in, _ call) (response, error) {
		if !ok() {
			return refused()
		}
		return done(in.Path)
	}
}

func cleanDecision(ctx context.Context, in in, _ call) (response, error) {
	if d := decide(); d != allow && d != always {
		return refused()
	}
	return done(in.Path)
}

func cleanSwitch(ctx context.Context, in in, _ call) (response, error) {
	switch decide() {
	case deny:
		return refused()
	case always:
		fmt.Println("always")
	}
	return done(in.Path)
}

func cleanError(ctx context.Context, in in, _ call) (response, error) {
	if err := permit(); err != nil {
		return refused()
	}
	return done(in.Path)
}

// badError says that there was one, and goes on.
func badError(ctx context.Context, in in, _ call) (response, error) {
	if err := permit(); err != nil {
		fmt.Println(err)
	}
	return done(in.Path)
}

func cleanChannel(ctx context.Context, in in, _ call) (response, error) {
	answers := make(chan bool, 1)
	go func() { answers <- agreed() }()
	if !<-answers {
		return refused()
	}
	return done(in.Path)
}

func cleanSome(ctx context.Context, in in, _ call) (response, error) {
	if strings.HasPrefix(in.Path, "/") && !agreed() {
		return refused()
	}
	return done(in.Path)
}

func tool(name string, f func(context.Context, in, call) (response, error)) fantasy.AgentTool {
	return fantasy.NewAgentTool(name, "", f)
}

func Bad(m fantasy.LanguageModel) fantasy.Agent {
	return fantasy.NewAgent(m, fantasy.WithTools(
		tool("dropped", badDropped), tool("logged", badLogged), tool("inverted", badInverted), tool("word", badWord),
		tool("empty", badEmpty), tool("part", badPart), tool("scan", badScan), tool("scanner", badScanner),
		tool("error", badError),
	))
}

func Clean(m fantasy.LanguageModel) fantasy.Agent {
	return fantasy.NewAgent(m, fantasy.WithTools(
		tool("helper", cleanHelper), tool("word", cleanWord), tool("default", cleanDefault), tool("scan", cleanScan),
		tool("pause", cleanPause), tool("inquiry", cleanInquiry), tool("choice", cleanChoice), tool("scanner", cleanScanner),
		tool("loop", behind(loop)), tool("thrice", behind(thrice)), tool("decision", cleanDecision), tool("switch", cleanSwitch),
		tool("prefixed", behind(prefixed)), tool("listed", behind(listed)), tool("parsed", behind(parsed)), tool("first", behind(first)),
		tool("folded", behind(folded)), tool("variable", behind(variable)), tool("looked", behind(looked)), tool("error", cleanError),
		tool("allows", behind(current.allows)), tool("channel", cleanChannel), tool("some", cleanSome),
	))
}

// Served returns a tool that asks a service which is not seen: somebody may be asked.
func Served(permissions permission.Service) fantasy.AgentTool {
	return fantasy.NewAgentTool("served", "deletes a file", func(ctx context.Context, in in, _ call) (response, error) {
		if in.Path == "" {
			return fantasy.NewTextResponse("a path is missing"), nil
		}
		p, err := permissions.Request(ctx, permission.Request{Path: in.Path})
		if err != nil {
			return response{}, err
		}
		if !p {
			return refused()
		}
		return done(in.Path)
	})
}

// Early returns a tool that makes a directory before it asks.
func Early(permissions permission.Service) fantasy.AgentTool {
	return fantasy.NewAgentTool("early", "deletes a file", func(ctx context.Context, in in, _ call) (response, error) {
		if err := os.MkdirAll(in.Path, 0o755); err != nil {
			return response{}, err
		}
		if p, err := permissions.Request(ctx, permission.Request{Path: in.Path}); err != nil || !p {
			return refused()
		}
		return done(in.Path)
	})
}

// Sometimes returns a tool that asks for absolute paths only.
func Sometimes(permissions permission.Service) fantasy.AgentTool {
	return fantasy.NewAgentTool("sometimes", "deletes a file", func(ctx context.Context, in in, _ call) (response, error) {
		if strings.HasPrefix(in.Path, "/") {
			if p, err := permissions.Request(ctx, permission.Request{Path: in.Path}); err != nil || !p {
				return refused()
			}
		}
		return done(in.Path)
	})
}
