// Play starts a program against a model that follows a script, and writes down
// what the program did.
//
//	play -o record.json -env OPENAI_API_KEY=key -env OPENAI_BASE_URL={url}/v1 -- ./program -p hello
//
// In the environment and in the arguments, {url} is where the model is. The
// program gets an empty directory as its home, which is also where it starts,
// with a file notes.txt in it; it has no environment beside PATH and what -env
// says. It ends by itself, or is stopped after -timeout.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"example.com/loops/model"
)

func main() {
	var p player
	flag.StringVar(&p.out, "o", "", "write the record to this file")
	flag.StringVar(&p.listen, "listen", "127.0.0.1:0", "where the model is, for programs that cannot be told")
	flag.StringVar(&p.input, "input", "", "what the program reads, with \\n between lines")
	flag.StringVar(&p.home, "home", "", "start the program in this directory, not in a new one")
	flag.DurationVar(&p.timeout, "timeout", time.Minute, "stop the program after this time")
	flag.StringVar(&p.script.Forever, "forever", "", "call this tool in every turn; * is the first one")
	flag.IntVar(&p.script.Most, "most", 0, "turns after which even this ends")
	flag.Func("env", "NAME=VALUE for the program", func(s string) error { p.env = append(p.env, s); return nil })
	flag.Func("arguments", "JSON: arguments of tools, by the name of the tool", func(s string) error {
		return json.Unmarshal([]byte(s), &p.script.Arguments)
	})
	flag.Parse()
	if err := p.play(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "play:", err)
		os.Exit(1)
	}
}

// A player starts one program.
type player struct {
	script                   model.Script
	listen, out, input, home string
	timeout                  time.Duration
	env                      []string
}

func (p *player) play(command []string) error {
	if len(command) == 0 {
		return fmt.Errorf("no program is named")
	}
	m := &model.Model{Script: p.script}
	listener, err := net.Listen("tcp", p.listen)
	if err != nil {
		return err
	}
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: m}}
	server.Start()
	defer server.Close()
	if p.home == "" {
		dir, err := os.MkdirTemp("", "play")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		p.home = dir
	}
	if err := os.WriteFile(filepath.Join(p.home, "notes.txt"), []byte("hello\n"), 0o644); err != nil {
		return err
	}
	// A relative name is seen from here, not from the program's home.
	name, err := filepath.Abs(command[0])
	if _, missing := os.Stat(name); err == nil && missing == nil {
		command[0] = name
	}
	if err := p.run(command, server.URL); err != nil {
		fmt.Fprintln(os.Stderr, "play: the program ended with:", err)
	}
	return p.write(m.Record())
}

func (p *player) run(command []string, url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), p.timeout)
	defer cancel()
	for i := range command {
		command[i] = strings.ReplaceAll(command[i], "{url}", url)
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = p.home
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.home, "TERM=dumb", "NO_PROXY=127.0.0.1"}
	for _, e := range p.env {
		cmd.Env = append(cmd.Env, strings.ReplaceAll(e, "{url}", url))
	}
	cmd.Stdin = strings.NewReader(strings.ReplaceAll(p.input, `\n`, "\n"))
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	cmd.WaitDelay = time.Second
	return cmd.Run()
}

func (p *player) write(r *model.Record) error {
	data, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	if p.out == "" {
		_, err = fmt.Printf("%s\n", data)
		return err
	}
	return os.WriteFile(p.out, append(data, '\n'), 0o644)
}
