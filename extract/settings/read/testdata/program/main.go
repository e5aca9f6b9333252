// Command program has settings.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strings"
	"text/template"
	"time"

	"example.com/program/config"
	"example.com/program/logs"
)

var (
	readOnly = flag.Bool("read-only", false, "write nothing")   // UNREAD
	sandbox  = flag.String("sandbox", "", "where commands run") // looked at
	allow    string                                             // says nothing: the flag is below
	yolo     = os.Getenv("YOLO_MODE") == "1"                    // UNREAD
)

type server struct {
	dry   bool
	allow []string
}

func newServer(dry bool, allow []string) *server { return &server{dry, allow} }

func main() {
	flag.StringVar(&allow, "allow", "", "what may run") // UNREAD
	var deny string
	flags(&deny)
	var denied string
	flag.StringVar(&denied, "denied", "", "what may not run") // UNREAD
	flag.Parse()
	c, err := config.Load("config.json")
	if err != nil {
		log.Fatal(err)
	}
	s := newServer(c.DryRun, c.Permissions.Allow)
	if *sandbox == "" || c.Sandbox.Mode == "none" {
		os.Exit(1)
	}
	if c.Sandbox.Level > 2 {
		fmt.Println("level", c.Sandbox.Level)
	}
	if os.Getenv(c.DenyVar) != "" || deny == os.Args[1] {
		log.Fatal("denied")
	}
	run(c, s, os.Args[1])
	var saved config.Saved
	var sent config.Sent
	if err := config.LoadAny("saved.json", &saved); err != nil {
		log.Fatal(err)
	}
	if err := config.LoadAny("sent.json", &sent); err != nil {
		log.Fatal(err)
	}
	_ = saved.Save("saved.json")
	_ = json.NewEncoder(os.Stdout).Encode(c.Name)
	hand(sent)
	_ = template.Must(template.New("").Parse("{{.Mode}}")).Execute(os.Stdout, c.Approval)
	e := config.FromEnv()
	if e.Deny != "" {
		log.Print(e.Consent)
		return
	}
	r, _ := config.Ask("http://localhost")
	_ = r
	fail(c)
	calls(c, nil, os.Stdout)
	log.Print(newFailure("COMMAND_NOT_ALLOWED").with(1) != nil)
	for n := range c.MaxSteps {
		fmt.Println(n, *readOnlyOf())
	}
	view := struct{ Whitelist []string }{c.Whitelist}
	_ = template.Must(template.New("").Parse("{{.Whitelist}}")).Execute(os.Stdout, view)
}

// calls logs what it should ask about. Nothing but lines in logs depends on the first three settings.
func calls(c *config.Config, l logger, w io.Writer) {
	for _, u := range c.Users {
		if u.Denied == "yes" {
			os.Exit(1)
		}
	}
	var lock locked
	if c.MaxFailures < len(os.Args) {
		lock.at = time.Now()
	}
	if time.Since(lock.at) > 0 {
		time.Sleep(time.Duration(c.RateLimit))
	}
	var text strings.Builder
	text.WriteString(fmt.Sprintf("at most %d", c.MaxText))
	fmt.Fprint(w, text.String())
	if c.Confirm {
		logs.Infof("%s", "asking")
	}
	if c.Approve {
		l.Warn("asking")
		fmt.Fprintln(os.Stderr, "asking")
	}
	logs.Infof("%s", fmt.Sprintf("blocked: %v", c.Blocklist))
	if c.Restricted {
		logs.Fatalf("%s", "restricted")
	}
	fmt.Fprintf(w, "protected: %v", c.Protected)
	if c.Consent && l.Error("consent?") != nil {
		os.Exit(1)
	}
	if c.AuditCalls {
		l.Warn("called")
	}
}

type locked struct{ at time.Time }

type logger interface {
	Warn(text string)
	Error(text string) error
}

// flags makes a flag whose variable the caller has.
func flags(deny *string) { flag.StringVar(deny, "deny", "", "what may not run") }

// failure has a code that looks like the name of a variable.
type failure struct{ code string }

func newFailure(code string) *failure { return &failure{code} }

func (f *failure) with(n int) *failure { return f }

func readOnlyOf() *bool { return new(bool) }

func hand(v any) {
	fmt.Println(fmt.Sprint(v))
}

func fail(err error) { log.Print(err) }

func run(c *config.Config, s *server, command string) {
	if !slices.Contains(c.Allowed, command) && !slices.Contains(s.allow, command) {
		log.Fatal("not allowed")
	}
}

// old looks at what nothing else looks at, and nothing calls it.
func old(c *config.Config, s *server) bool { return c.ReadOnly || s.dry || *readOnly }
