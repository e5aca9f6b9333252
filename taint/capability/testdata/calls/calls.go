// Package calls has a function for each way in which one comes to need a capability. What is
// said of each stands in want.txt.
package calls

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"sync"
	"unsafe"
)

// Static calls, and arguments that decide.

func Nothing(s string) string { return strings.ToUpper(s) }

func Reads() { os.ReadFile("a") }

func Flags(write bool) {
	flag := os.O_RDONLY
	if write {
		flag = os.O_RDWR | os.O_CREATE
	}
	os.OpenFile("a", flag, 0)
}

func ReadOnly()        { os.OpenFile("a", os.O_RDONLY, 0) }
func AnyFlag(flag int) { os.OpenFile("a", flag, 0) }
func Git()             { exec.Command("/usr/bin/git", "log") }
func Wrapped()         { run("git") }
func WrappedTwice()    { twice("kubectl") }
func WrappedAny() {
	name, _ := os.Hostname()
	run(name)
}

func run(name string, args ...string) { exec.CommandContext(context.Background(), name, args...).Run() }
func twice(name string)               { run(name, "x") }

// Statements and methods.

const table = "users"

var selectAll = "SELECT * FROM " + table

func Query(db *sql.DB)               { db.Query(selectAll) }
func Change(db *sql.DB)              { db.Exec("\n\tUPDATE users SET a = ?", 1) }
func Drop(db *sql.DB, name string)   { db.Exec(fmt.Sprintf("DROP TABLE %s", name)) }
func Delete(db *sql.DB, name string) { db.Exec("delete from " + name) }
func AnySQL(db *sql.DB, q string)    { db.Query(q) }
func With(db *sql.DB) {
	db.Query("with x as (delete from a returning b) select b from x")
}

func Get()  { http.NewRequest(http.MethodGet, "http://a", nil) }
func Kill() { request("DELETE", "a") }
func Post() { request("POST", "a") }
func Upsert(update bool) {
	method := "POST"
	if update {
		method = "PATCH"
	}
	request(method, "a")
}

func request(method, path string) { http.NewRequest(method, "http://h/"+path, nil) }

// Function values.

func Literal()  { func() { os.Remove("a") }() }
func Deferred() { defer os.Remove("a") }
func Started()  { go Reads() }
func Variable() {
	f := Reads
	if Nothing("") == "" {
		f = ReadOnly
	}
	f()
}

func Given()        { each(func(s string) { os.RemoveAll(s) }) }
func GivenTwice()   { between(func(s string) { os.Mkdir(s, 0) }) }
func GivenNothing() { each(func(string) {}) }

func each(f func(string))    { f("a") }
func between(f func(string)) { each(f) }

func ToLibrary(list []string) {
	sort.Slice(list, func(i, j int) bool { os.Stat(list[i]); return i < j })
	new(sync.Once).Do(Reads)
}

func Captured(dir string) func() {
	remove := os.RemoveAll
	return func() { remove(dir) }
}

var command = exec.Command

func Seam() { command("git") }

type hooks struct{ run func() }

func (h *hooks) Call() { h.run() }

func Keeps() *hooks { return &hooks{run: Reads} }

// Methods.

type disk struct{ root string }

func (d *disk) Wipe()       { os.RemoveAll(d.root) }
func (d disk) Name() string { return d.root }

type wiper interface{ Wipe() }

func Method()           { (&disk{}).Wipe() }
func MethodValue()      { f := (&disk{}).Wipe; f() }
func MethodExpr()       { (*disk).Wipe(&disk{}) }
func Known()            { var w wiper = &disk{}; w.Wipe() }
func Any(w wiper)       { w.Wipe() }
func New() wiper        { return &disk{} }
func Reader() error     { _, err := io.ReadAll(strings.NewReader("")); return err }
func Close(c io.Closer) { c.Close() }

type wrapped struct{ *disk }

func Promoted() { wrapped{}.Wipe() }

func Generic() { call(Reads) }

func call[F func()](f F) { f() }

// What hides.

func Reflects(v reflect.Value) { v.Call(nil) }
func Pointer(p *int) uintptr   { return uintptr(unsafe.Pointer(p)) }
func Assembly()
func Unknown(f []func()) { f[0]() }

// Recursion.

func Even(n int) {
	if n > 0 {
		Odd(n - 1)
	}
}

func Odd(n int) {
	os.Create("a")
	Even(n - 1)
}

// A literal whose program is set later.
func Later(path string) error {
	c := &exec.Cmd{Path: path}
	return c.Run()
}

// Temporary files of its own.
func Temporary() error {
	dir, err := os.MkdirTemp("", "x")
	if err != nil {
		return err
	}
	defer func() { os.RemoveAll(dir) }()
	f, err := os.CreateTemp(dir, "y")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	return os.WriteFile(filepath.Join(dir, "z"), nil, 0)
}

// BelowTemporary goes on from what is no folder of its own.
func BelowTemporary(dir string, fresh bool) {
	if fresh {
		dir, _ = os.MkdirTemp("", "x")
	}
	os.RemoveAll(dir)
	os.RemoveAll(filepath.Join(os.TempDir(), "x"))
}

// Grown runs a program whose name is made of itself, in a function literal and around it.
func Grown(n int) error {
	var name string
	grow := func() { name += name + "x" }
	for range n {
		grow()
	}
	return exec.Command(name).Run()
}

// Leftover removes what a write that failed leaves behind, and Older what it does not know.
func Leftover(path string) {
	tmp := path + ".tmp." + os.Args[0]
	if os.Rename(tmp, path) != nil {
		os.Remove(tmp)
	}
}

func Older(path string) { os.Remove(path + ".old") }

// Below a folder, each method says what it does: that the folder is open does not.

func ReadsBelow(dir string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return root.ReadFile("x")
}

func WritesBelow(root *os.Root) error { return root.Mkdir("x", 0o700) }

// What the standard library makes needs nothing; a literal that runs a parameter is run by who has that.

func Cancels() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	<-ctx.Done()
}

func OnceOf(f func()) { sync.OnceFunc(f)() }

func Again(fn func()) {
	until(func() bool {
		fn()
		return true
	})
}

func until(done func() bool) {
	for !done() {
	}
}

func RemovesAgain() { Again(func() { os.Remove("a") }) }

// Of an interface with several methods, one type of the package stands for all, if nothing else can.

type Store interface {
	Load()
	Save()
	Wipe()
}

type Disk struct{}

func (*Disk) Load() { os.ReadFile("a") }
func (*Disk) Save() { os.WriteFile("a", nil, 0o600) }
func (*Disk) Wipe() { os.RemoveAll("a") }

func WipesStore(s Store) { s.Wipe() }

// Few methods, two types, or one that nobody else can name: it may be any other.

type Closer interface{ Close() }

type OneClose struct{}

func (OneClose) Close() { os.Remove("a") }

func ClosesAny(c Closer) { c.Close() }

type Shelf interface {
	Top()
	Middle()
	Bottom()
}

type Left struct{}

func (Left) Top()    {}
func (Left) Middle() {}
func (Left) Bottom() { os.Remove("a") }

type Right struct{}

func (Right) Top()    {}
func (Right) Middle() {}
func (Right) Bottom() {}

func BottomOf(s Shelf) { s.Bottom() }

// OwnFile takes away what it has written.
func OwnFile(dir string, code []byte) error {
	script := filepath.Join(dir, "run.py")
	if err := os.WriteFile(script, code, 0o600); err != nil {
		return err
	}
	defer os.Remove(script)
	return exec.Command("python3", script).Run()
}

// NotOwn takes away a file before it writes it, or in its place.
func NotOwn(name string, keep bool) error {
	if !keep {
		return os.Remove(name)
	}
	return os.WriteFile(name, nil, 0o600)
}

// Replaced takes a file away that another one takes the place of.
func Replaced(tmp, name string) error {
	if err := os.Remove(name); err != nil {
		return err
	}
	return os.Rename(tmp, name)
}

// Message is what a client sends.
type Message struct{ Method, Path string }

func post(m Message) { http.NewRequest(m.Method, m.Path, nil) }

func postTo(m *Message) {
	if m.Method == "" {
		m.Method = "GET"
	}
	http.NewRequest(m.Method, m.Path, nil)
}

func forward(m Message) { post(m) }

func write(method string) { post(Message{Method: method, Path: "x"}) }

// Literals give a struct with a method that is known.
func LiteralDelete(path string) { post(Message{Method: http.MethodDelete, Path: path}) }
func LiteralPut()               { forward(Message{Method: "PUT"}) }
func LiteralPatch()             { write("PATCH") }
func PointerDelete()            { postTo(&Message{Method: "DELETE"}) }

// LiteralElse is one of two methods.
func LiteralElse(some bool) {
	m := Message{Method: "GET"}
	if some {
		m.Method = "DELETE"
	}
	post(m)
}

// Computed gives a struct of which the method is not known, and Changed one that others may change.
func Computed(of func() string) { post(Message{Method: of()}) }

func Changed(change func(*Message)) {
	m := Message{Method: "GET"}
	change(&m)
	post(m)
}

// Kept is given a struct that is not known.
func Kept(all []Message) { post(all[0]) }

// Statements whose beginning is known, and others.

func built(db *sql.DB, id string) {
	var b strings.Builder
	b.WriteString("DELETE FROM t WHERE id = ")
	b.WriteString(id)
	db.Exec(b.String())
}

func builtLater(db *sql.DB, id string, all bool) {
	var b strings.Builder
	if all {
		b.WriteString("DELETE FROM t")
	} else {
		b.WriteString("SELECT 1 FROM t")
	}
	db.Exec(b.String())
}

func printedInto(db *sql.DB, table string) {
	var b strings.Builder
	fmt.Fprintf(&b, "TRUNCATE %s", table)
	db.Exec(b.String())
}

func builtByOther(db *sql.DB) {
	var b strings.Builder
	begin(&b)
	b.WriteString("DELETE FROM t")
	db.Exec(b.String())
}

func begin(b *strings.Builder) { b.WriteString("SELECT 1; ") }

func joinedWords(db *sql.DB, table string) {
	db.Exec(strings.Join([]string{"DROP", "TABLE", table}, " "))
}

func joinedChanged(db *sql.DB, table string) {
	words := []string{"DROP", "TABLE", table}
	words[0] = "DESCRIBE"
	db.Exec(strings.Join(words, " "))
	db.Exec(strings.Join(words[1:], " "))
}

func formattedWords(db *sql.DB, table string) {
	const format = "%s %s"
	db.Exec(fmt.Sprintf(format, "DELETE FROM", table))
	db.Query(fmt.Sprintf("%[2]s %[1]s", table, "DELETE FROM"))
}

func statementOf(table string) string { return "INSERT INTO " + table + " VALUES (1)" }

func byStatement(db *sql.DB, table string) { db.Exec(statementOf(table)) }

func altered(db *sql.DB, table string) {
	db.Exec("ALTER TABLE " + table + " DROP COLUMN c")
}

func relaxed(db *sql.DB, table string) {
	db.Exec("ALTER TABLE " + table + " ALTER COLUMN c DROP NOT NULL")
}

// A function of the standard library that is handed over.

func handOver() { runIt(os.RemoveAll) }

func handOverHarmless() { apply(strings.ToUpper) }

func runIt(f func(string) error) { f("x") }

func apply(f func(string) string) { f("x") }

// A function with rows that a function with rows runs.

func Expanded(s string) string { return os.Expand(s, os.Getenv) }

// Temporary files that may not be there.

func OnlyIfMade(stream bool) {
	var cleanup string
	if stream {
		f, _ := os.CreateTemp("", "x")
		cleanup = f.Name()
	}
	if cleanup != "" {
		defer os.Remove(cleanup)
	}
}

func BelowWhatMayBeEmpty(stream bool, name string) {
	var dir string
	if stream {
		dir, _ = os.MkdirTemp("", "x")
	}
	os.Remove(filepath.Join(dir, name))
}

func NeverMade() { os.Remove("") }

// FromTemporary puts a file of its own in the place of another one, and AwayInto takes one away.
func FromTemporary(path string) error {
	f, err := os.CreateTemp("", "x")
	if err != nil {
		return err
	}
	if err := os.CopyFS(path, os.DirFS(f.Name())); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func AwayInto(path string) error {
	dir, err := os.MkdirTemp("", "x")
	if err != nil {
		return err
	}
	return os.Rename(path, filepath.Join(dir, "x"))
}

func WithinTemporary() error {
	dir, err := os.MkdirTemp("", "x")
	if err != nil {
		return err
	}
	return os.Rename(filepath.Join(dir, "x"), filepath.Join(dir, "y"))
}
