// Package removals has functions that take files away, or write them, as tools call them. The names say what is to be found: of a
// fixed one no call chooses the file, nor what is written, of a chosen one a call may, of a record one a call chooses among the records
// of the program, of an undone one the file goes only where something has failed, of an any one a call chooses among other files, and of an
// own one the file is what the function has made.
package removals

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

type store struct {
	dir  string
	last string
	mu   sync.Mutex
	then func(string) error
}

type args struct {
	Name string `json:"name"`
	keep bool
}

func (s *store) remove(name string) error { return os.Remove(filepath.Join(s.dir, name+".json")) }

func (s *store) path() string { return s.dir + "/state" }

// What the program has made alone decides.

func fixedConstant() { os.Remove("state.json") }

func fixedField(ctx context.Context, s *store, in args) {
	if in.keep {
		os.Remove(s.path())
	}
}

func fixedTooOld(s *store, raw json.RawMessage) error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, e := range entries[3:] {
		s.remove(e.Name())
	}
	return json.Unmarshal(raw, new(args))
}

func (s *store) fixedMethod(ctx context.Context, in args) error {
	s.last = in.Name
	return s.locked(func() error { return os.Remove(s.path()) })
}

func (s *store) locked(do func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return do()
}

func fixedLiteral(s *store) func(args) error {
	return func(in args) error { return s.remove("last") }
}

// A call may decide.

func chosenArgument(s *store, in args) error { return s.remove(in.Name) }

func chosenText(raw json.RawMessage) error {
	var in args
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	return os.Remove(in.Name)
}

func chosenFromMap(s *store, given map[string]any) error {
	name, _ := given["name"].(string)
	return s.remove(fmt.Sprintf("%s.bak", name))
}

func chosenInLiteral(s *store, in args) error {
	return s.locked(func() error { return s.remove(in.Name) })
}

func chosenByOnce(once *sync.Once, in args) {
	once.Do(func() { os.Remove(in.Name) })
}

func chosenStored(in args) error {
	s := &store{dir: "/tmp"}
	s.last = in.Name
	return os.Remove(s.last)
}

func chosenByReceiver(in args) error { return in.drop() }

func (in args) drop() error { return os.Remove(in.Name) }

func chosenAdded(s *store, in args) error {
	var names []string
	names = append(names, "a", in.Name)
	for _, n := range names {
		if err := s.remove(n); err != nil {
			return err
		}
	}
	return nil
}

func chosenReceived(names chan string, in args) error { return os.Remove(<-names) }

func chosenMethodValue(s *store, in args) error { return apply(s.remove, in.Name) }

func apply(f func(string) error, name string) error { return f(name) }

func chosenFolder(s *store) error { return os.RemoveAll(s.dir) }

// What it has made itself.

func ownLock(in args) error {
	lock := in.Name + ".lock"
	for range 10 {
		f, err := os.OpenFile(lock, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err == nil {
			f.Close()
			break
		}
	}
	return os.Remove(lock)
}

func ownWritten(in args) error {
	name := in.Name
	f, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(name)
	return f.Close()
}

func chosenAppended(in args) error {
	name := in.Name
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(name)
	return f.Close()
}

// A variable that is set to a part of itself.

type link struct {
	next *link
	name string
}

func fixedChain() {
	var at *link
	for range 3 {
		at = at.next
		func() { os.Remove(at.name) }()
	}
}

// What is written.

func fixedCache(ctx context.Context, s *store, in args) error {
	if in.keep {
		return os.WriteFile(s.path(), []byte(s.last), 0o600)
	}
	return os.MkdirAll(s.dir, 0o700)
}

func fixedMove(s *store, in args) error { return os.Rename(s.path()+".tmp", s.path()) }

func chosenContent(s *store, in args) error { return os.WriteFile(s.path(), []byte(in.Name), 0o600) }

func chosenPlace(s *store, in args) error { return os.Rename(s.path(), filepath.Join(s.dir, in.Name)) }

func chosenLater(s *store, in args) error {
	f, err := os.Create(s.path())
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(in.Name)
	return err
}

// Records.

func recordNamed(s *store, in args) error { return s.remove(in.Name) }

func (s *store) record(name string) (string, error) {
	if name == "" {
		return "", fmt.Errorf("no name")
	}
	return filepath.Join(s.dir, "records", name+".json"), nil
}

func recordFound(s *store, in args) error {
	path, err := s.record(in.Name)
	if err != nil {
		return err
	}
	return os.Remove(path)
}

func anyEnding(s *store, in args) error { return os.Remove(filepath.Join(s.dir, in.Name)) }

func anyFolder(in args) error { return os.Remove(filepath.Join(in.Name, "notes.json")) }

func anyChanged(s *store, in args) error {
	path, _ := s.record(in.Name)
	if in.keep {
		path = in.Name
	}
	return os.Remove(path)
}

func anyOfMachine(in args) error { return os.Remove(filepath.Join("/etc", in.Name+".conf")) }

func recordBelow(in args) error { return os.Remove(filepath.Join("sessions", in.Name+".json")) }

func sessionsOf(user string) string {
	home, _ := os.UserHomeDir()
	return filepath.Join(home, ".agent", "sessions", user)
}

func recordOfUser(in args) error {
	return os.Remove(filepath.Join(sessionsOf("me"), in.Name+".json"))
}

func homeOf(name string) string {
	home, _ := os.UserHomeDir()
	return filepath.Join(home, name)
}

func anyOfUser(in args) error { return os.Remove(filepath.Join(homeOf(in.Name), "a.json")) }

// Something has failed, and what is half done is taken away.

func undoneWrite(s *store, in args) error {
	if err := os.Chmod(in.Name, 0o600); err != nil {
		os.Remove(in.Name)
		return err
	}
	return nil
}

func undoneCopy(in args) (err error) {
	defer func() {
		if err != nil && in.keep {
			os.RemoveAll(in.Name)
		}
	}()
	return os.CopyFS(in.Name, os.DirFS("template"))
}

func undoneByMethod(d disk, in args) error {
	err := d.write(in.Name)
	if err == nil {
		return nil
	}
	clean(in.Name)
	return errorOf(d.remove(in.Name), err)
}

type disk interface {
	write(string) error
	remove(string) error
}

type local struct{ root string }

func (l local) write(name string) error { return os.WriteFile(filepath.Join(l.root, name), nil, 0o600) }

func (l local) remove(name string) error { return os.Remove(filepath.Join(l.root, name)) }

var _ disk = local{}

func clean(name string) { os.RemoveAll(name) }

func errorOf(_, err error) error { return err }

// It is taken away whether something has failed or not, or where nothing has.

func anyAfterCheck(in args) error {
	if _, err := os.Stat(in.Name); err != nil {
		return err
	}
	return os.Remove(in.Name)
}

func anyOnEitherWay(in args) error {
	err := os.WriteFile(in.Name, nil, 0o600)
	if err != nil {
		fmt.Println(err)
	}
	os.RemoveAll(in.Name)
	return err
}

func anyWithoutError(in args) error {
	if err := os.Chmod(in.Name, 0o600); err == nil {
		return os.Remove(in.Name)
	}
	return nil
}
