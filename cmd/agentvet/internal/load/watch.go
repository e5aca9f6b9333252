package load

// This file follows a run while go vet works. What is done, go vet prints as it goes; what
// is under way, each process of this program notes in a file when it begins.

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// watchVariable names the file in which a process of go vet notes that it begins.
const watchVariable = "AGENTVET_PROGRESS"

// A Watch learns how far a run is, for State to be asked at any time. Use NewWatch. A nil
// Watch learns nothing.
type Watch struct {
	notes string // name of the file

	mu     sync.Mutex
	module string          // that is read, if there are several
	done   map[string]bool // packages that go vet has served
	all    map[string]bool // packages to be read; nil as long as nobody has asked
	count  func() []string // lists them; nil before go vet runs, and once it was called
}

// A State is how far a run is.
type State struct {
	Module    string    // that is read, "" if it is the only one
	Done, All int       // packages; All is 0 where they could not be counted
	Slow      string    // the package that is being read for the longest time, "" if none is
	Since     time.Time // when that began
}

// NewWatch returns a Watch. It has a file, which Close removes.
func NewWatch() (*Watch, error) {
	file, err := os.CreateTemp("", "agentvet-progress")
	if err != nil {
		return nil, err
	}
	return &Watch{notes: file.Name()}, file.Close()
}

// Close ends w. Nobody may ask for a State any more.
func (w *Watch) Close() { os.Remove(w.notes) }

// Begin notes that this process, which go vet runs with a .cfg file, begins its work, if a
// Watch wants to know. What goes wrong here is not reported: no result depends on it.
func Begin(config string) {
	name := os.Getenv(watchVariable)
	if name == "" {
		return
	}
	data, err := os.ReadFile(config)
	if err != nil {
		return
	}
	var unit struct{ ImportPath string }
	if json.Unmarshal(data, &unit) != nil {
		return
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return
	}
	defer file.Close()
	fmt.Fprintf(file, "%d %s\n", time.Now().UnixMilli(), unit.ImportPath) // one write: lines stay whole
}

// env returns the variables that make processes of go vet note when they begin.
func (w *Watch) env() []string {
	if w == nil {
		return nil
	}
	return []string{watchVariable + "=" + w.notes}
}

// enter begins one of several modules.
func (w *Watch) enter(module string) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.module, w.done, w.all, w.count = module, nil, nil, nil
}

// vetting begins a run of go vet over what patterns name. The function that it returns ends it.
func (w *Watch) vetting(ctx context.Context, c Config, patterns, flags []string) (end func()) {
	if w == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	os.Truncate(w.notes, 0)
	w.done, w.all = make(map[string]bool), nil
	w.count = func() []string {
		const format = `{{if ne .ImportPath "unsafe"}}{{.ImportPath}}{{end}}` // there is nothing to vet in unsafe
		args := append([]string{"list", "-e", "-deps", "-f", format}, flags...)
		out, err := c.Command(ctx, append(append(args, "--"), patterns...)...).Output()
		if err != nil {
			return nil
		}
		return strings.Fields(string(out))
	}
	return cancel
}

// served notes that go vet has printed what is said of a package.
func (w *Watch) served(path string) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done[path] = true
}

// State returns how far the run is. The first call runs go list to count the packages: where nobody
// looks, that costs nothing.
func (w *Watch) State() State {
	w.mu.Lock()
	count := w.count
	w.count = nil
	w.mu.Unlock()
	var paths []string
	if count != nil {
		paths = count()
	}

	w.mu.Lock()
	defer w.mu.Unlock()
	if count != nil {
		w.all = make(map[string]bool)
		for _, path := range paths {
			w.all[path] = true
		}
	}
	s := State{Module: w.module, All: len(w.all)}
	for path := range w.done {
		if len(w.all) == 0 || w.all[path] {
			s.Done++
		}
	}
	s.Slow, s.Since = w.slowest()
	return s
}

// slowest returns what is being read for the longest time, and since when.
func (w *Watch) slowest() (path string, since time.Time) {
	data, err := os.ReadFile(w.notes)
	if err != nil {
		return "", since
	}
	for line := range strings.Lines(string(data)) {
		milli, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		n, err := strconv.ParseInt(milli, 10, 64)
		if begun := time.UnixMilli(n); err == nil && !w.done[name] && (path == "" || begun.Before(since)) {
			path, since = name, begun
		}
	}
	return path, since
}
