// Package t runs programs, and reaches hosts, in other ways than by one call.
package t

import (
	"context"
	"database/sql"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
)

func source() string   { return "s" }
func sink(args ...any) {}

func literals() {
	_ = &exec.Cmd{Path: "/bin/sh", Args: []string{"sh", "-c", source()}}       // @Source(args) @Sink(args)
	_ = exec.Cmd{Path: "/usr/bin/git", Args: []string{"git", "add", source()}} // nothing
	_ = exec.Cmd{Path: source()}                                               // @Source(path) @Sink(path)
}

func fields() {
	c := exec.Command("sh")
	c.Args = append(c.Args, "-c", source()) // @Source(append) @Sink(append)
	d := exec.Command("git")
	d.Args = append(d.Args, "add", source())
	d.Dir = source()
	e := exec.Command("ls")
	e.Path = source() // @Source(epath) @Sink(epath)
}

func inputs() {
	c := exec.Command("sh")
	c.Stdin = strings.NewReader(source()) // @Source(stdin) @Sink(stdin)
	d := exec.Command("wc", "-w")
	d.Stdin = strings.NewReader(source())
	e := exec.Command("/bin/bash", "script.sh")
	e.Stdin = strings.NewReader(source())
	p := exec.Command("bash", "-s")
	w, _ := p.StdinPipe()       // @Sink(pipe)
	io.WriteString(w, source()) // @Source(pipe)
	q := exec.Command("sort")
	v, _ := q.StdinPipe()
	io.WriteString(v, source())
}

// A session keeps the standard input of a program that it has started.
type session struct {
	cmd *exec.Cmd
	in  io.WriteCloser
}

func open(program string) *session {
	cmd := exec.Command(program)
	in, _ := cmd.StdinPipe() // @Sink(opened)
	return &session{cmd, in}
}

// A shell keeps that of a program that runs what it reads, whoever starts it.
type shell struct {
	cmd *exec.Cmd
	in  io.WriteCloser
}

func (s *shell) start() {
	s.cmd = exec.Command("bash")
	s.in, _ = s.cmd.StdinPipe() // @Sink(started) @Sink(kept)
}

func (s *shell) run(line string) { s.in.Write([]byte(line)) }

var shells = map[string]*shell{}

func again(name string) {
	shells[name].in.Write([]byte(source())) // @Source(kept)
}

func (s *session) run(line string) { s.in.Write([]byte(line)) }

func sessions() {
	open("bash").run(source()) // @Source(opened)
	open("sort").run(source())
	var s shell
	s.start()
	s.run(source())                // @Source(started)
	pipe().Write([]byte(source())) // @Source(piped)
	t, _ := try("wc")
	t.run(source())
	u, err := try("bash")
	if err != nil {
		return
	}
	u.in.Write([]byte(source())) // @Source(tried)
}

func pipe() io.WriteCloser {
	cmd := exec.Command("bash")
	in, _ := cmd.StdinPipe() // @Sink(piped)
	return in
}

func try(program string) (*session, error) {
	cmd := exec.Command(program)
	in, err := cmd.StdinPipe() // @Sink(tried)
	if err != nil {
		return nil, err
	}
	return &session{cmd: cmd, in: in}, cmd.Start()
}

func hosts() {
	r, _ := http.NewRequest("GET", "https://example.com/", nil)
	r.URL.Host = source() // @Source(host) @Sink(host)
	q := r.URL.Query()
	q.Set("q", source())
	r.URL.RawQuery = q.Encode()
	r.URL.Path = source()
	u, _ := url.Parse(source()) // @Source(parsed)
	_ = &http.Request{URL: u}   // @Sink(parsed)
	_ = &http.Request{URL: &url.URL{Host: "example.com", Path: source()}}
	net.DialTimeout("tcp", source(), 0) // @Source(dial) @Sink(dial)
	net.DialTimeout("tcp", net.JoinHostPort("localhost", source()), 0)
	var d net.Dialer
	d.DialContext(context.Background(), "tcp", source()) // @Source(dialer) @Sink(dialer)
}

func others(tx *sql.Tx) {
	tx.Prepare("select " + source())                                                     // @Source(tx) @Sink(tx)
	os.Symlink("x", source())                                                            // @Source(link) @Sink(link)
	os.Setenv("PATH", source())                                                          // @Source(env) @Sink(env)
	os.Setenv("LANG", source())                                                          // nothing
	slog.With("k", source()).Info("x")                                                   // @Source(with) @Sink(with)
	slog.LogAttrs(context.Background(), slog.LevelInfo, "x", slog.String("k", source())) // @Source(attrs) @Sink(attrs)
}

// What a program prints is not what is in its environment.
func environment() {
	c := exec.Command("make")
	c.Env = append(os.Environ(), "LANG=C") // @Source(environ)
	out, _ := c.Output()
	sink(out) // @Sink(environ)
}
