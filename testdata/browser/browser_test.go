package browser

// This file starts the browser and opens pages in it.

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "write pictures of the pages into `dir`, to be looked at")

var root = filepath.Join("..", "..")

// agentvet is the program under test.
var agentvet string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "agentvet")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer os.RemoveAll(dir)
	agentvet = filepath.Join(dir, "agentvet")
	build := exec.Command("go", "build", "-o", agentvet, "./cmd/agentvet")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 2
	}
	return m.Run()
}

// browserPath returns the browser: AGENTVET_BROWSER, or one with a usual name. Without one, nothing
// of this is tested, which is no success.
func browserPath(t *testing.T) string {
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless_shell"}
	if name := os.Getenv("AGENTVET_BROWSER"); name != "" {
		names = []string{name}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("there is no browser: install chromium, or name one in AGENTVET_BROWSER")
	return ""
}

// A tab is a page in the browser, and what the browser complains of.
type tab struct {
	t    *testing.T
	ctx  context.Context
	page string // its address

	mu         sync.Mutex
	complaints []string
	asked      []string // the addresses that were asked for, but for the page
}

// open writes a report with agentvet and opens it.
func open(t *testing.T, args ...string) *tab {
	t.Helper()
	page := filepath.Join(t.TempDir(), "report.html")
	cmd := exec.Command(agentvet, append([]string{"report", "-o", page}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browserPath(t)), chromedp.WindowSize(1600, 1000),
		chromedp.NoSandbox) // the pages are ours, and a container may have no sandbox
	ctx, cancel := context.WithTimeout(start(t, options), 2*time.Minute)
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx, page: (&url.URL{Scheme: "file", Path: filepath.ToSlash(page)}).String()}
	chromedp.ListenTarget(ctx, b.listen)
	b.run(network.Enable(), log.Enable(), chromedp.Navigate(b.page), chromedp.WaitVisible("#tabs button", chromedp.ByQuery))
	return b
}

// start starts a browser. One that does not come up, as happens now and then on a busy machine, says
// nothing of the page: it is started again.
func start(t *testing.T, options []chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	var failed error
	for range 3 {
		alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, cancel := chromedp.NewContext(alloc)
		if failed = chromedp.Run(ctx); failed == nil {
			t.Cleanup(stop)
			t.Cleanup(cancel)
			return ctx
		}
		cancel()
		stop()
	}
	t.Fatal(failed)
	return nil
}

func (b *tab) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.complaints = append(b.complaints, e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		b.complaints = append(b.complaints, "console: "+string(e.Type))
	case *log.EventEntryAdded:
		b.complaints = append(b.complaints, e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if e.Request.URL != b.page {
			b.asked = append(b.asked, e.Request.URL)
		}
	}
}

func (b *tab) run(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// eval returns what a script in the page says.
func eval[T any](b *tab, script string) T {
	b.t.Helper()
	var value T
	b.run(chromedp.Evaluate(script, &value))
	return value
}

// is compares what a script in the page says.
func is[T comparable](b *tab, script string, want T) {
	b.t.Helper()
	if got := eval[T](b, script); got != want {
		b.t.Errorf("%s = %v, want %v", script, got, want)
	}
}

// quiet fails if the browser complained, or if the page asked for anything but itself.
func (b *tab) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaints {
		b.t.Errorf("the browser says: %s", c)
	}
	for _, address := range b.asked {
		b.t.Errorf("the page asks for %s", address)
	}
}

// shot writes a picture of the page, if somebody wants to look.
func (b *tab) shot(name string) {
	b.t.Helper()
	if *shots == "" {
		return
	}
	var picture []byte
	b.run(chromedp.CaptureScreenshot(&picture))
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), picture, 0o666); err != nil {
		b.t.Fatal(err)
	}
}
