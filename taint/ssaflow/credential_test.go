package ssaflow

import (
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/taint"
)

// client is a library of which only the declarations are known.
const client = `package client

import "context"

type Config struct{ APIKey, Prompt string }

type Client struct{ key string }

func New(c *Config) (*Client, error)
func Open(user, password string) *Client
func WithToken(value string) func(*Client)
func Build(options ...func(*Client)) *Client
func Mask(token string) string
func Attach(text string) *Client
func Start(program string, env []string, args ...string) *Client
func Handle(f func(string) string) *Client
func Check(values map[string]string) error
func Write(to *Config, values map[string]string)

func Give(c *Config, f func(string))
func Each(m map[string]string, f func(string))
func Some(l []string, f func(string))
func Fill(to *Config, f func() string)
func Run(to *Config, h Hooks)
func Later(text string) func() string

type Hooks struct{ Text func() string }

func (c *Client) Ask(text string) (string, error)
func (c *Client) SignIn(token string) error

type Transport interface{ Send(text string) error }
type Params struct{ Text string }
type Answer struct{ Text string }
type Session struct{ transport Transport }

func Dial(ctx context.Context, t Transport) (*Session, error)

func (s *Session) Call(ctx context.Context, p *Params) (*Answer, error)
func (s *Session) Token(ctx context.Context) (string, error)
func (s *Session) Info() *Answer
`

// user is a program that uses it.
const user = `package t

import (
	"context"

	"example.org/client"
)

type config struct{ Key, Name string }

type transport struct{ key string }

func (t *transport) Send(text string) error { return nil }

var ctx context.Context

func source() string
func secret() string
func sink(...any)
func keep(token string) config { return config{Key: token} }
func fill(to *client.Config, f func() string) { client.Fill(to, f) }
func give(text string, f func(string)) { client.Some([]string{text}, f) }
func runHooks(to *client.Config, h hooks) { client.Run(to, client.Hooks{Text: h.text}) }

type hooks struct{ text func() string }

var _ client.Client

`

// TestCredentials: a secret stays in what a library calls by the name of one, and
// nowhere else.
func TestCredentials(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		found      bool
	}{
		{"an answer after a field", `c, _ := client.New(&client.Config{APIKey: secret()}); answer, _ := c.Ask("hello"); sink(answer)`, false},
		{"an error after a field", `_, err := client.New(&client.Config{APIKey: secret()}); sink(err)`, false},
		{"another field", `c, _ := client.New(&client.Config{Prompt: secret()}); answer, _ := c.Ask("hello"); sink(answer)`, true},
		{"a field of the program", `own := config{Key: secret()}; sink(own.Key)`, true},
		{"a field of the program on its way", `own := config{Key: secret()}; c := client.Open("me", own.Key); sink(c); sink(own)`, true},
		{"a parameter", `answer, err := client.Open("me", secret()).Ask("hello"); sink(answer, err)`, false},
		{"another parameter", `answer, _ := client.Open(secret(), "x").Ask("hello"); sink(answer)`, true},
		{"a parameter of a method", `c := new(client.Client); sink(c.SignIn(secret())); sink(c)`, false},
		{"an environment", `answer, _ := client.Start("x", []string{"KEY=" + secret()}, "y").Ask("hello"); sink(answer)`, false},
		{"arguments", `answer, _ := client.Start("x", nil, "--key", secret()).Ask("hello"); sink(answer)`, true},
		{"a function", `answer, _ := client.Build(client.WithToken(secret())).Ask("hello"); sink(answer)`, false},
		{"what a function returns", `own := &config{Key: secret()}; sink(client.Handle(func(string) string { return own.Key }))`, true},
		{"what a function keeps", `own := &config{Key: secret()}; client.Handle(func(string) string { own.Name = own.Key; return "" }); sink(own.Name)`, true},
		{"what a function is given", `var got string; client.Give(&client.Config{Prompt: secret()}, func(text string) { got = text }); sink(got)`, false},
		{"what a function is given of a map", `var got string; client.Each(map[string]string{"a": secret()}, func(text string) { got = text }); sink(got)`, true},
		{"what a function is given of a list", `var got string; client.Some([]string{secret()}, func(text string) { got = text }); sink(got)`, true},
		{"what a function returns that is kept", `own := &config{Key: secret()}; to := new(client.Config); client.Fill(to, func() string { return own.Key }); sink(to.Prompt)`, true},
		{"what a function has captured", `own := &config{Key: secret()}; to := new(client.Config); client.Fill(to, func() string { return own.Name }); sink(to.Prompt, own.Name)`, false},
		{"what a function of a structure returns", `own := &config{Key: secret()}; to := new(client.Config); client.Run(to, client.Hooks{Text: func() string { return own.Key }}); sink(to.Prompt)`, true},
		{"a function in a function", `own := &config{Key: secret()}; to := new(client.Config); fill(to, func() string { return own.Key }); sink(to.Prompt)`, true},
		{"a structure in a function", `own := &config{Key: secret()}; to := new(client.Config); runHooks(to, hooks{func() string { return own.Key }}); sink(to.Prompt)`, true},
		{"what a function in a function is given", `var got string; give(secret(), func(text string) { got = text }); sink(got)`, true},
		{"a function that a library makes", `sink(client.Later(secret())())`, true},
		{"another entry of a map", `m := map[string]string{"a": secret(), "b": "x"}; client.Check(m); sink(m["b"])`, false},
		{"an error about a map", `sink(client.Check(map[string]string{"a": secret()}))`, false},
		{"what is written", `to := new(client.Config); client.Write(to, map[string]string{"a": secret()}); sink(to.Prompt)`, true},
		{"a function that returns text", `sink(client.Mask(secret()))`, true},
		{"a function of another name", `sink(client.Attach(secret()))`, true},
		{"a question", `c := client.Open("me", "x"); answer, _ := c.Ask(secret()); sink(answer)`, true},
		{"a function of the program", `sink(keep(secret()))`, true},
		{"an error about a transport", `_, err := client.Dial(ctx, &transport{secret()}); sink(err)`, false},
		{"what a session answers", `s, _ := client.Dial(ctx, &transport{secret()}); a, err := s.Call(ctx, &client.Params{Text: "x"}); sink(a, err)`, false},
		{"what it was asked", `s, _ := client.Dial(ctx, &transport{"x"}); a, _ := s.Call(ctx, &client.Params{Text: secret()}); sink(a)`, true},
		{"the token of a session", `s, _ := client.Dial(ctx, &transport{secret()}); a, _ := s.Token(ctx); sink(a)`, true},
		{"what is known of a session", `s, _ := client.Dial(ctx, &transport{secret()}); sink(s.Info())`, true},
		{"an answer that is no secret", `s, _ := client.Dial(ctx, &transport{source()}); a, _ := s.Call(ctx, nil); sink(a)`, true},
		{"data that is no secret", `sink(client.Open("me", source()))`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLoader(testTable(t, rows))
			l.texts["example.org/client"] = client
			l.texts["t"] = user + "func run() {\n\t" + tt.body + "\n}\n"
			if _, err := l.Import("t"); err != nil {
				t.Fatal(err)
			}
			if got := len(l.flows) > 0; got != tt.found {
				t.Errorf("flows: %v, want some: %v", l.flows, tt.found)
			}
		})
	}
}

// TestCapturedInLibraries: what a function has captured comes out of libraries that call it,
// whose rows say nothing of calls.
func TestCapturedInLibraries(t *testing.T) {
	const head = `package t

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"
)

func secret() string
func sink(...any)

var _ = []any{fmt.Sprint, iter.Pull[int], regexp.MustCompile, slices.Collect[int], strings.Map, sync.OnceFunc}

type lazy struct{ f func() string }

func (l *lazy) String() string { return l.f() }

`
	for _, body := range []string{
		`sink(fmt.Sprint(&lazy{func() string { return s }}))`,
		`sink(slices.Collect(iter.Seq[string](func(yield func(string) bool) { yield(s) })))`,
		`sink(regexp.MustCompile("x").ReplaceAllStringFunc("x", func(string) string { return s }))`,
		`sink(strings.Map(func(r rune) rune { return rune(s[0]) }, "abc"))`,
		`sink(sync.OnceValue(func() string { return s })())`,
		`sink(&lazy{func() string { return s }})`,
	} {
		l := newLoader(taint.Standard().Join(testTable(t, rows)))
		l.texts["t"] = head + "func run() {\n\ts := secret()\n\t" + body + "\n}\n"
		if _, err := l.Import("t"); err != nil {
			t.Fatal(err)
		}
		if len(l.flows) == 0 {
			t.Errorf("no flow in %s", body)
		}
	}
}

// TestCredentialWords: the names of variables, fields and parameters are judged alike.
func TestCredentialWords(t *testing.T) {
	for _, r := range testTable(t, "package t\n").Rows("os.Getenv") {
		if !slices.Contains(r.Labels, "secret") {
			continue
		}
		var words []string
		for _, p := range r.Where.Patterns {
			if strings.HasPrefix(p, library.Except) {
				continue
			}
			words = append(words, strings.Trim(p, "*"))
		}
		if !slices.Equal(words, credentialWords) {
			t.Errorf("the table has %v, fields and parameters %v", words, credentialWords)
		}
		return
	}
	t.Error("no row says which variables of the environment are secrets")
}
