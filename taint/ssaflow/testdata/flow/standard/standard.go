// Package t calls what the survey of the standard library has found.
package t

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"flag"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/rpc"
	"net/url"
	"os"
	"os/exec"
	"strings"
)

func input() string  { return os.Getenv("P") }       // @Source(p)
func apiKey() string { return os.Getenv("API_KEY") } // @Source(key)

func pipe() {
	r, w := io.Pipe()
	go io.WriteString(w, input())
	text, _ := io.ReadAll(r)
	exec.Command(string(text)) // @Sink(p)
}

// A file is called as it was opened, whatever is written to it.
func file() {
	f, err := os.CreateTemp("", "x")
	if err != nil {
		return
	}
	f.WriteString(input())
	io.Copy(f, strings.NewReader(input()))
	f.Close()
	os.Rename(f.Name(), "/srv/x")
	os.Create(input()) // @Sink(p)
}

func root() {
	r, err := os.OpenRoot("/srv")
	if err != nil {
		return
	}
	r.WriteFile(input(), []byte(input()), 0o600)
	r.Remove(input())
	other, err := os.OpenRoot(input())
	if err != nil {
		return
	}
	other.Remove("x")                        // @Sink(p)
	other.WriteFile("x", []byte("y"), 0o600) // @Sink(p)
}

func hosts() {
	p := input()
	addr, _ := net.ResolveTCPAddr("tcp", p) // @Sink(p)
	net.DialTCP("tcp", nil, addr)
	u, _ := url.Parse(p)
	httputil.NewSingleHostReverseProxy(u)        // @Sink(p)
	_ = &http.Transport{Proxy: http.ProxyURL(u)} // @Sink(p)
	host, _, _ := net.SplitHostPort(p)
	net.Dial("tcp", net.JoinHostPort(host, "80")) // @Sink(p)
}

// A digest is no secret.
func digests() {
	sum := sha256.Sum256([]byte(apiKey()))
	log.Print(hex.EncodeToString(sum[:]))
	mac := hmac.New(sha256.New, []byte(apiKey()))
	mac.Write([]byte("x"))
	log.Print(hex.EncodeToString(mac.Sum(nil)))
	log.Print(hmac.Equal(mac.Sum(nil), []byte(apiKey())))
	log.Print(apiKey())            // @Sink(key)
	log.SetPrefix(apiKey() + ": ") // @Sink(key)
}

func flags() {
	set := flag.NewFlagSet("x", flag.ExitOnError)
	verbose := set.Bool("v", false, "say more")
	command := set.String("command", "ls", "what is run")
	set.Parse(strings.Fields(input()))
	log.Print(*verbose)
	exec.Command(*command) // @Sink(p)
}

type config struct {
	Name string `json:"name"`
	Key  string `json:"-"`
	last string
}

type account struct {
	Key  string `json:"key"`
	last string
}

type shown struct{ key string }

func (s shown) MarshalJSON() ([]byte, error) { return json.Marshal(s.key) }

// What is not written as JSON.
func encoded() {
	c := config{Name: "x", Key: apiKey(), last: apiKey()}
	text, _ := json.Marshal(c)
	log.Print(string(text))
	text, _ = json.MarshalIndent(&c, "", " ")
	log.Print(string(text))
	log.Print(c) // @Sink(key)
	text, _ = json.Marshal(account{Key: apiKey()})
	log.Print(string(text)) // @Sink(key)
	text, _ = json.Marshal(&account{last: apiKey()})
	log.Print(string(text))
	text, _ = json.Marshal(shown{apiKey()})
	log.Print(string(text)) // @Sink(key)
	text, _ = json.Marshal([]config{c})
	log.Print(string(text)) // @Sink(key) of lists, all is taken
}

// What the other side of a call says is not what it was asked.
func asked(c *rpc.Client) {
	var file string
	if err := c.Call("Files.Find", input(), &file); err == nil { // @Sink(p) it goes out
		os.WriteFile(file, nil, 0o644)
	}
}

// A statement that is explained is not run; what comes behind another one may be.
func explained(ctx context.Context, db *sql.DB) error {
	q := os.Getenv("Q") // @Source(explained)
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, q); err != nil { // @Sink(explained)
		return err
	}
	if _, err := conn.ExecContext(ctx, "SET SHOWPLAN_XML ON"); err != nil {
		return err
	}
	defer func() { _, _ = conn.ExecContext(context.WithoutCancel(ctx), "SET SHOWPLAN_XML OFF") }()
	if _, err := conn.QueryContext(ctx, q); err != nil {
		return err
	}
	_, err = db.QueryContext(ctx, q) // @Sink(explained) on another connection
	return err
}

func explainedOnce(ctx context.Context, conn *sql.Conn) {
	q := os.Getenv("Q") // @Source(once)
	_, _ = conn.ExecContext(ctx, "SET SHOWPLAN_XML ON")
	_, _ = conn.ExecContext(ctx, "SET SHOWPLAN_XML OFF")
	_, _ = conn.QueryContext(ctx, q) // @Sink(once)
}

func explainedPerhaps(ctx context.Context, conn *sql.Conn) {
	q := os.Getenv("Q") // @Source(perhaps)
	_, _ = conn.ExecContext(ctx, "SET SHOWPLAN_XML ON")
	_, _ = conn.QueryContext(ctx, q) // @Sink(perhaps) who may not see plans runs it
}
