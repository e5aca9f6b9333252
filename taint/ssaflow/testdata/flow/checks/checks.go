// Package checks has checks that the program writes itself.
package checks

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var root = "/srv/files/"

func inside(path string) bool {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	if !strings.HasSuffix(abs, "/") {
		abs += "/"
	}
	return strings.HasPrefix(abs, root)
}

func resolve(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if !inside(abs) {
		return "", errors.New("outside")
	}
	return abs, nil
}

func mustBeInside(path string) error {
	if !inside(path) {
		return errors.New("outside")
	}
	return nil
}

func raw(path string) bool { return strings.HasPrefix(path, root) }

func sometimes(path string, trust bool) bool {
	if trust {
		return true
	}
	return inside(path)
}

func good() {
	p := os.Getenv("P") // @Source(good)
	if inside(p) {
		os.Remove(p)
	}
	if abs, err := resolve(p); err == nil {
		os.Remove(abs)
	}
	if err := mustBeInside(p); err != nil {
		return
	}
	os.Remove(p)
}

func bad(trust bool) {
	p := os.Getenv("P") // @Source(bad)
	if raw(p) {
		os.Remove(p) // @Sink(bad) ".." leads out of the root again
	}
	if sometimes(p, trust) {
		os.Remove(p) // @Sink(bad)
	}
	if !inside(p) {
		os.Remove(p) // @Sink(bad)
	}
	if err := mustBeInside(p); err != nil {
		os.Remove(p) // @Sink(bad)
	}
}

func other(a, b string, c bool) {
	x := os.Getenv("A") // @Source(a)
	y := os.Getenv("B") // @Source(b)
	chosen := x
	if c {
		chosen = y
	}
	if inside(chosen) {
		os.Remove(x) // @Sink(a) the other one may have been looked at
		os.Remove(y) // @Sink(b)
		os.Remove(chosen)
	}
}

var allowed = map[string]bool{"a": true}

func listed() {
	p := os.Getenv("P") // @Source(list)
	if p == "/srv/files/a" {
		os.Remove(p)
	}
	if allowed[p] {
		os.Remove(p)
	}
	if _, ok := allowed[p]; ok {
		os.Remove(p)
	}
	if p != "/srv/files/a" {
		os.Remove(p) // @Sink(list)
	}
}

var (
	word    = regexp.MustCompile(`^[a-z0-9_-]+$`)
	part    = regexp.MustCompile(`[a-z]+`)
	wide    = regexp.MustCompile(`^/srv/.*$`)
	swapped = regexp.MustCompile(`^[a-z]+$`)
)

func replaced() { swapped = part }

func patterns() {
	p := os.Getenv("P") // @Source(pattern)
	if word.MatchString(p) {
		os.Remove(p)
	}
	if part.MatchString(p) {
		os.Remove(p) // @Sink(pattern) a part of it says nothing of the rest
	}
	if wide.MatchString(p) {
		os.Remove(p) // @Sink(pattern)
	}
	if swapped.MatchString(p) {
		os.Remove(p) // @Sink(pattern) it may be another pattern by now
	}
}

var grown = map[string]bool{}

func grow(name string) { grown[name] = true }

func filled(own map[string]bool) {
	p := os.Getenv("P") // @Source(filled)
	if grown[p] {
		os.Remove(p) // @Sink(filled)
	}
	if own[p] {
		os.Remove(p) // @Sink(filled)
	}
	local := map[string]bool{"/srv/files/a": true}
	if local[p] {
		os.Remove(p)
	}
}

var commands = []string{"ls", "date"}

// The file is the one that was looked at; the text is not.
func normalized() {
	p := os.Getenv("P") // @Source(normal)
	if slices.Contains(commands, filepath.Clean(p)) {
		os.Remove(p)
		exec.Command("sh", "-c", p) // @Sink(normal) "$(x)/../ls" is "ls" when cleaned
	}
	if slices.Contains(commands, p) {
		exec.Command("sh", "-c", p)
	}
}

func hosts(scheme, base string) {
	p := os.Getenv("P") // @Source(host)
	http.Head("https://example.com/" + p)
	http.Head(base + p)
	http.Head(scheme + "://" + p) // @Sink(host)
	http.Head("https://" + p)     // @Sink(host)
}

// Prefixes that end where a folder does, and others.
const folder = "/srv/files"

var folders = []string{"/srv/a", "/srv/b"}

func prefixes(p string) {
	p = filepath.Join("/srv/files", os.Getenv("P")) // @Source(prefix)
	if strings.HasPrefix(p, "/srv/files") {
		os.Remove(p) // @Sink(prefix) or /srv/files-of-others
	}
	if strings.HasPrefix(p, folder) {
		os.Remove(p) // @Sink(prefix)
	}
	if strings.HasPrefix(p, "/") {
		os.Remove(p) // @Sink(prefix)
	}
	if strings.HasPrefix(p, "") {
		os.Remove(p) // @Sink(prefix)
	}
	if strings.HasPrefix(p, folder+"/") {
		os.Remove(p)
	}
	if strings.HasPrefix(p, folder+string(os.PathSeparator)) {
		os.Remove(p)
	}
	if p == folder || strings.HasPrefix(p, folder+"/") {
		os.Remove(p)
	}
	dir := os.Args[0]
	if !strings.HasSuffix(dir, "/") {
		dir += "/"
	}
	if strings.HasPrefix(p, dir) {
		os.Remove(p)
	}
	if below(p) {
		os.Remove(p)
	}
	if err := mustBeBelow(p); err == nil {
		os.Remove(p)
	}
	if within(folder, p) {
		os.Remove(p)
	}
	if beside(p) {
		os.Remove(p) // @Sink(prefix)
	}
	if p == dir || len(p) > 3 {
		os.Remove(p) // @Sink(prefix)
	}
}

func below(p string) bool { return p == folder || strings.HasPrefix(p, folder+"/") }

func mustBeBelow(p string) error {
	if p != folder && !strings.HasPrefix(p, folder+"/") {
		return errors.New("outside")
	}
	return nil
}

func within(dir, p string) bool { return p == dir || strings.HasPrefix(p, dir+"/") }

func beside(p string) bool { return p == folder || strings.HasPrefix(p, folder) }

// What is checked only there must be clean where it comes from.
func unclean() {
	p := os.Getenv("P") // @Source(unclean)
	if below(p) {
		os.Remove(p) // @Sink(unclean)
	}
}

type tool struct{ dir string }

func (t *tool) resolve(p string) (string, error) {
	abs, err := filepath.Abs(filepath.Join(t.dir, p))
	if err != nil || abs != t.dir && !strings.HasPrefix(abs, t.dir+"/") {
		return "", errors.New("outside")
	}
	return abs, nil
}

func resolved(t *tool) {
	if p, err := t.resolve(os.Getenv("P")); err == nil {
		os.Remove(p)
	}
}

// A list or a prefix that comes with the value proves nothing.
type choice struct {
	Name, Dir string
	List      []string
}

func chosen(c choice) {
	c.Name = os.Getenv("P") // @Source(own)
	if slices.Contains(c.List, c.Name) {
		os.Remove(c.Name) // @Sink(own)
	}
	p := filepath.Clean(c.Name)
	if strings.HasPrefix(p, c.Dir+"/") {
		os.Remove(p) // @Sink(own)
	}
	if slices.Contains(folders, c.Name) {
		os.Remove(c.Name)
	}
}

// The host of a URL.
func domains() {
	p := os.Getenv("P") // @Source(domain)
	u, err := url.Parse(p)
	if err != nil {
		return
	}
	if u.Hostname() == "example.com" {
		http.Head(p)
		http.Head(u.String())
	}
	host := strings.ToLower(u.Host)
	if host == "example.com" || strings.HasSuffix(host, ".example.com") {
		http.Head(p)
	}
	if strings.HasSuffix(host, "example.com") {
		http.Head(p) // @Sink(domain) or of badexample.com
	}
	if strings.HasSuffix(p, ".example.com") {
		http.Head(p) // @Sink(domain)
	}
	if strings.Contains(host, "example.com") {
		http.Head(p) // @Sink(domain)
	}
	if allowed[u.Hostname()] {
		http.Head(p)
	}
}

var api = "https://api.example.com"

func apis(base string) {
	p := os.Getenv("P") // @Source(api)
	http.Head(api + p)  // @Sink(api) ".evil.com" makes another host of it
	http.Head(api + "/" + p)
	http.Head(api + "?q=" + p)
	http.Head(base + "/" + p)
	net.Dial("tcp", "localhost:"+p)
	net.Dial("tcp", p+":80") // @Sink(api)
}

func escaped() {
	p := os.Getenv("P")                                       // @Source(escaped)
	http.Head("https://" + url.PathEscape(p) + "/x")          // @Sink(escaped)
	http.Head(fmt.Sprintf("https://%s/x", url.PathEscape(p))) // @Sink(escaped)
	http.Head(fmt.Sprintf("https://example.com/%s", url.PathEscape(p)))
	http.Head(api + "/" + url.PathEscape(p))
	http.Head(strings.ReplaceAll("https://example.com/{id}", "{id}", url.PathEscape(p)))
}

func parents() {
	p := os.Getenv("P") // @Source(parents)
	os.Remove(filepath.Join(folder, filepath.Clean("/"+p)))
	os.Remove(filepath.Join(folder, filepath.Clean(p))) // @Sink(parents)
	os.Remove(filepath.Clean("/" + p))                  // @Sink(parents)
	if !strings.Contains(p, "..") {
		os.Remove(filepath.Join(folder, p))
		os.Remove(filepath.Join(p, folder)) // @Sink(parents)
		os.Remove(p)                        // @Sink(parents) it may begin with a slash
	}
	if !strings.ContainsAny(p, "/") {
		os.Remove(p)
	}
	if !strings.Contains(p, ".") {
		os.Remove(p) // @Sink(parents)
	}
}

// What is behind an interface gets what has been checked before the call.
type browser interface{ open(address string) error }

func opened(b browser) {
	p := os.Getenv("P") // @Source(opened)
	if allowed[p] {
		b.open(p)
	}
	u, err := url.Parse(p)
	if err != nil || !allowed[u.Hostname()] {
		b.open(p) // @Sink(opened)
		return
	}
	b.open(p)
}

type args struct{ Path string }

var kept *args

func keep(in *args) { kept = in }

func rewrite() { kept.Path = os.Getenv("Q") } // @Source(rewrite)

func parse(text string, v any) error { return json.Unmarshal([]byte(text), v) }

func noise() { exec.Command("true").Run() }

func decoded() {
	var in args
	if json.Unmarshal([]byte(os.Getenv("P")), &in) != nil || !word.MatchString(in.Path) {
		return
	}
	noise()
	os.Remove(in.Path)
}

func parsed() {
	var in args
	if parse(os.Getenv("P"), &in) != nil || !word.MatchString(in.Path) {
		return
	}
	noise()
	show := func() { fmt.Println(in.Path) }
	show()
	os.Remove(in.Path)
}

func decodedAgain() {
	var in args
	if json.Unmarshal([]byte(os.Getenv("P")), &in) != nil || !word.MatchString(in.Path) { // @Source(decodedAgain)
		return
	}
	json.Unmarshal([]byte(os.Getenv("Q")), &in) // @Source(decodedAgain2)
	os.Remove(in.Path)                          // @Sink(decodedAgain, decodedAgain2) not what was checked
}

func keptSomewhere() {
	var in args
	keep(&in)
	if json.Unmarshal([]byte(os.Getenv("P")), &in) != nil || !word.MatchString(in.Path) { // @Source(keptSomewhere)
		return
	}
	rewrite()
	os.Remove(in.Path) // @Sink(keptSomewhere, rewrite)
}

func capturedAndSet() {
	var in args
	set := func() { in.Path = os.Getenv("Q") }                                            // @Source(capturedAndSet2)
	if json.Unmarshal([]byte(os.Getenv("P")), &in) != nil || !word.MatchString(in.Path) { // @Source(capturedAndSet)
		return
	}
	set()
	os.Remove(in.Path) // @Sink(capturedAndSet, capturedAndSet2)
}

// The name of a file may be "..", the folder above: as the end of a path that is written, it does no harm.
func names() {
	p := filepath.Base(os.Getenv("P")) // @Source(name)
	os.WriteFile(filepath.Join("/srv", p), nil, 0o600)
	os.WriteFile(filepath.Join("/srv", p, "settings"), nil, 0o600) // @Sink(name)
	os.WriteFile("/srv/"+p+"/settings", nil, 0o600)                // @Sink(name)
	os.WriteFile("/srv/"+p+".json", nil, 0o600)
	os.WriteFile("/srv/of-"+p+"/settings", nil, 0o600)
	os.WriteFile(fmt.Sprintf("/srv/%s/settings", p), nil, 0o600)       // @Sink(name)
	os.WriteFile(fmt.Sprintf("/srv/%s/%s", p, "settings"), nil, 0o600) // @Sink(name)
	os.WriteFile(fmt.Sprintf("/srv/%s.d/%s", p, "settings"), nil, 0o600)
	os.WriteFile(fmt.Sprintf("/srv/%d-%s/%s", 1, p, "x"), nil, 0o600)
	os.RemoveAll(filepath.Join("/srv", p)) // @Sink(name)
	os.RemoveAll(filepath.Join("/srv", p+".d"))
	os.Rename(filepath.Join("/srv", p), "/tmp/x") // @Sink(name)
	if p != ".." {
		os.RemoveAll(filepath.Join("/srv", p))
		os.WriteFile(filepath.Join("/srv", p, "settings"), nil, 0o600)
	}
}

var dotted = regexp.MustCompile(`^[\w.-]+$`)

func dottedNames() {
	p := os.Getenv("P") // @Source(dotted)
	if !dotted.MatchString(p) {
		return
	}
	os.WriteFile(filepath.Join("/srv", p), nil, 0o600)
	os.RemoveAll(filepath.Join("/srv", p)) // @Sink(dotted)
}

// A part of a text has nothing in it that the text has not, and may begin and end otherwise.
func trimmed() {
	p := os.Getenv("P") // @Source(trimmed)
	if strings.Contains(p, "/") || strings.HasPrefix(p, "-") {
		return
	}
	name := strings.TrimSuffix(p, ".tf")
	os.WriteFile(filepath.Join("/srv", name+".tofu"), nil, 0o600)
	os.WriteFile(filepath.Join("/srv", name, "x"), nil, 0o600) // @Sink(trimmed)
	exec.Command("git", "log", p)
	exec.Command("git", "log", strings.TrimPrefix(p, "x")) // @Sink(trimmed)
}

func parented() {
	p := os.Getenv("P") // @Source(parented)
	if strings.Contains(p, "..") {
		return
	}
	os.WriteFile(filepath.Join("/srv", strings.TrimSpace(p)), nil, 0o600)
	os.WriteFile(filepath.Join("/srv", strings.TrimPrefix(strings.TrimSpace(p), "./")), nil, 0o600)
	os.WriteFile(filepath.Join("/srv", strings.ReplaceAll(p, ".x.", "..")), nil, 0o600) // @Sink(parented)
}

// Behind what only the beginning was looked at, there may be one.
func relative() {
	rel := filepath.Clean(os.Getenv("P")) // @Source(relative)
	if strings.HasPrefix(rel, "..") {
		return
	}
	os.WriteFile(filepath.Join("/srv", rel), nil, 0o600)
	os.WriteFile(filepath.Join("/srv", strings.TrimSpace(rel)), nil, 0o600) // @Sink(relative) of " ../x", "../x" is left
}

// Folders that the program was given, and links that are followed first.
type validator struct{ roots []string }

func newValidator(roots []string) *validator {
	v := &validator{}
	for _, root := range roots {
		if abs, err := filepath.Abs(root); err == nil {
			v.roots = append(v.roots, filepath.Clean(abs))
		}
	}
	return v
}

func (v *validator) validate(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	cleaned := filepath.Clean(abs)
	if _, err := os.Lstat(cleaned); err == nil {
		resolved, err := filepath.EvalSymlinks(cleaned)
		if err != nil {
			return "", err
		}
		cleaned = resolved
	} else {
		parent := filepath.Dir(cleaned)
		if _, err := os.Lstat(parent); err == nil {
			resolvedParent, err := filepath.EvalSymlinks(parent)
			if err != nil {
				return "", err
			}
			cleaned = filepath.Join(resolvedParent, filepath.Base(cleaned))
		}
	}
	for _, root := range v.roots {
		if isWithin(cleaned, root) {
			return cleaned, nil
		}
	}
	return "", errors.New("outside")
}

func isWithin(child, parent string) bool {
	parentSlash := parent + string(filepath.Separator)
	return child == parent || strings.HasPrefix(child, parentSlash)
}

func validated(roots []string) {
	v := newValidator(roots)
	p := os.Getenv("P") // @Source(validated)
	if full, err := v.validate(p); err == nil {
		os.Remove(full)
	}
}

// A list that is looked through by hand, with a flag.
func lookedThrough(roots []string) {
	p := os.Getenv("P") // @Source(looked)
	clean := filepath.Clean(p)
	allowed := false
	for _, root := range roots {
		if clean == root || strings.HasPrefix(clean, root+string(filepath.Separator)) {
			allowed = true
			break
		}
	}
	if !allowed {
		return
	}
	os.Remove(clean)
}

// Signs that are replaced are not there any more.
func replacedSigns() {
	p := os.Getenv("P") // @Source(replaced)
	a := strings.ReplaceAll(strings.ReplaceAll(p, "/", "_"), "..", "_")
	os.WriteFile(filepath.Join("/srv", a), nil, 0o600)
	os.RemoveAll(filepath.Join("/srv", a))
	b := strings.ReplaceAll(p, "..", "_")
	os.WriteFile(filepath.Join("/srv", b), nil, 0o600)
	os.WriteFile(b, nil, 0o600) // @Sink(replaced) it may begin at the root
	c := strings.ReplaceAll(p, "../", "")
	os.WriteFile(filepath.Join("/srv", c), nil, 0o600) // @Sink(replaced) "....//x"
	d := strings.NewReplacer("/", "-", "\\", "-", "..", "-").Replace(p)
	os.RemoveAll(filepath.Join("/srv", d))
	e := signs.Replace(p)
	os.WriteFile(filepath.Join("/srv", e), nil, 0o600)
	os.RemoveAll(filepath.Join("/srv", e)) // @Sink(replaced)
	f := strings.NewReplacer("/", "", "..", "").Replace(p)
	os.RemoveAll(filepath.Join("/srv", f)) // @Sink(replaced) "./." is left of "./."
}

var signs = strings.NewReplacer("/", "_", ":", "_")

func replacedOneByOneSign() {
	p := os.Getenv("P") // @Source(each)
	name := p
	for _, sign := range []string{"/", "\\", ".."} {
		name = strings.ReplaceAll(name, sign, "_")
	}
	os.RemoveAll(filepath.Join("/srv", name))
	other := p
	for i, sign := range []string{"/", ".."} {
		if i > 0 {
			break
		}
		other = strings.ReplaceAll(other, sign, "_")
	}
	os.RemoveAll(filepath.Join("/srv", other)) // @Sink(each)
}

type settings struct {
	Tools struct{ File struct{ Dirs []string } }
}

type reader struct{ cfg *settings }

// A path of one kind is looked for in a list, and one of another is refused.
func (r *reader) either() {
	p := os.Getenv("P") // @Source(either)
	var full string
	if filepath.IsAbs(p) {
		clean := filepath.Clean(p)
		if strings.Contains(clean, "..") {
			return
		}
		allowed := false
		for _, dir := range r.cfg.Tools.File.Dirs {
			if clean == dir || strings.HasPrefix(clean, dir+string(filepath.Separator)) {
				allowed = true
				break
			}
		}
		if !allowed {
			return
		}
		full = clean
	} else {
		full = "/srv"
	}
	os.Remove(full)
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_@$#]*$`)

// Names in SQL, with signs that mean something elsewhere only.
func identifiers(db *sql.DB) {
	p := os.Getenv("P") // @Source(identifiers)
	if !identifier.MatchString(p) {
		return
	}
	db.Query("SELECT * FROM [" + strings.ReplaceAll(p, "]", "]]") + "]")
	db.Query("SELECT * FROM " + strings.Trim(p, "[]"))
	db.Query("SELECT * FROM " + strings.ReplaceAll(p, "_", "; ")) // @Sink(identifiers)
	os.RemoveAll(filepath.Join("/srv", p))
	exec.Command("sh", "-c", p) // @Sink(identifiers)
}

// Functions whose calls that stand there all compare with a text that is written there: who gets them as a value
// compares with anything.

type comparer struct{}

func (comparer) same(a, b string) bool { return a == b }

func written(c comparer) bool { return c.same(os.Getenv("P"), "/srv/a") }

func asValue(c comparer) {
	p := os.Getenv("P") // @Source(asvalue)
	check := c.same
	if check(p, os.Getenv("Q")) {
		os.Remove(p) // @Sink(asvalue)
	}
}

type pair struct{}

func (pair) same(a, b string) bool { return a == b }

func onceWritten(p string) bool { return (pair{}).same(p, "/srv/a") }

func byExpression() {
	p := os.Getenv("P") // @Source(expression)
	if pair.same(pair{}, p, os.Getenv("Q")) {
		os.Remove(p) // @Sink(expression)
	}
}

func equal(a, b string) bool { return a == b }

func alwaysWritten() {
	p := os.Getenv("P")
	if equal(p, "/srv/a") || equal(p, "/srv/b") {
		os.Remove(p)
	}
}

// A format in a variable that only its declaration sets is one that is known; of others it is not.
var (
	statusURL = "https://example.com/status/%s"
	otherURL  = "https://example.com/other/%s"
	AnyURL    = "https://example.com/any/%s"
)

func SetOther(format string) { otherURL = format }

func formatted() {
	p := os.Getenv("P") // @Source(formatted)
	http.Head(fmt.Sprintf(statusURL, p))
	http.Head(fmt.Sprintf(otherURL, p)) // @Sink(formatted)
	http.Head(fmt.Sprintf(AnyURL, p))   // @Sink(formatted)
}
