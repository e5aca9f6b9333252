// Package paths has guards of file names, as tools of real agents and servers write them. The word
// before a function says what is true of the field that it reads: the file that it names is below a
// folder of the program, or not, or nobody can tell from what is there.
package paths

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

type args struct {
	Path    string   `json:"path" confine:"path"`
	Dir     string   `json:"dir"`
	Allowed []string `json:"allowed"`
}

const root = "/srv/files"

var errOutside = errors.New("outside")

type server struct {
	dir     string // set by newServer only
	allowed []string
	given   string // by the configuration
}

func newServer(dir string, dirs []string, given string) (*server, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	s := &server{dir: abs, given: given}
	for _, d := range dirs {
		s.allowed = append(s.allowed, filepath.Clean(d)+string(filepath.Separator))
	}
	return s, nil
}

// violated: nothing at all.
func plain(in args) ([]byte, error) { return os.ReadFile(in.Path) }

// violated: Join cleans, and ".." leads out (gosec 439).
func joined(in args) ([]byte, error) { return os.ReadFile(filepath.Join(root, in.Path)) }

// violated: Clean keeps ".." at the beginning (CVE-2021-43798, Grafana).
func cleaned(in args) ([]byte, error) {
	return os.ReadFile(filepath.Join(root, filepath.Clean(in.Path)))
}

// holds: cleaned below the root of all files, then joined, as semgrep advises.
func rooted(in args) ([]byte, error) {
	return os.ReadFile(filepath.Join(root, filepath.Clean("/"+in.Path)))
}

// holds: the same with slashes, as net/http does.
func rootedSlash(in args) ([]byte, error) {
	return os.ReadFile(filepath.Join(root, filepath.FromSlash(path.Clean("/"+in.Path))))
}

// violated: cleaned below the root of all files, and not joined to anything.
func rootedOnly(in args) ([]byte, error) { return os.ReadFile(filepath.Clean("/" + in.Path)) }

// violated: no separator behind the prefix (CVE-2025-53110; CVE-2026-50568, Fission; go-slug 100).
func bare(in args) ([]byte, error) {
	p := filepath.Clean(in.Path)
	if !strings.HasPrefix(p, root) {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

// holds: the separator is there.
func separated(in args) ([]byte, error) {
	p := filepath.Clean(in.Path)
	if !strings.HasPrefix(p, root+string(os.PathSeparator)) {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

// holds: the folder itself, or below.
func separatedOrSame(in args) ([]byte, error) {
	p := filepath.Join(root, in.Path)
	if p != root && !strings.HasPrefix(p, root+"/") {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

// violated: the prefix is looked for before ".." is resolved.
func unclean(in args) ([]byte, error) {
	if !strings.HasPrefix(in.Path, root+"/") {
		return nil, errOutside
	}
	return os.ReadFile(in.Path)
}

// violated: likewise, and cleaned afterwards.
func cleanedLater(in args) ([]byte, error) {
	if !strings.HasPrefix(in.Path, root+"/") {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Clean(in.Path))
}

// violated: likewise, and made absolute afterwards.
func absoluteLater(in args) ([]byte, error) {
	if !strings.HasPrefix(in.Path, root+"/") {
		return nil, errOutside
	}
	p, err := filepath.Abs(in.Path)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(p)
}

// violated: an absolute path has no "..".
func dotsOnly(in args) ([]byte, error) {
	if strings.Contains(in.Path, "..") {
		return nil, errOutside
	}
	return os.ReadFile(in.Path)
}

// holds: it has no "..", and Join puts a slash at its beginning below the folder.
func dotsJoined(in args) ([]byte, error) {
	if strings.Contains(in.Path, "..") {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// violated: ".." may come as "%2e%2e".
func dotsDecoded(in args) ([]byte, error) {
	if strings.Contains(in.Path, "..") {
		return nil, errOutside
	}
	name, err := url.PathUnescape(in.Path)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, name))
}

// violated: "....//" becomes "../".
func dotsRemoved(in args) ([]byte, error) {
	return os.ReadFile(filepath.Join(root, strings.ReplaceAll(in.Path, "../", "")))
}

// violated: only the beginning is looked at.
func dotsFirst(in args) ([]byte, error) {
	if strings.HasPrefix(in.Path, "../") {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// violated: it does not matter whether it is absolute.
func relative(in args) ([]byte, error) {
	if filepath.IsAbs(in.Path) {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// holds: what IsLocal is for.
func local(in args) ([]byte, error) {
	if !filepath.IsLocal(in.Path) {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// violated: local before it is decoded.
func localDecoded(in args) ([]byte, error) {
	if !filepath.IsLocal(in.Path) {
		return nil, errOutside
	}
	name, err := url.QueryUnescape(in.Path)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, name))
}

// holds: decoded before it is looked at.
func decodedLocal(in args) ([]byte, error) {
	name, err := url.QueryUnescape(in.Path)
	if err != nil || !filepath.IsLocal(name) {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, name))
}

// violated: one text is looked at, the other one is used.
func localOfOther(in args) ([]byte, error) {
	if !filepath.IsLocal(in.Dir) {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// violated: it is only said.
func localLogged(in args) ([]byte, error) {
	if !filepath.IsLocal(in.Path) {
		fmt.Println("outside:", in.Path)
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// violated: after the effect.
func localLater(in args) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(root, in.Path))
	if !filepath.IsLocal(in.Path) {
		return nil, errOutside
	}
	return data, err
}

// violated: spaces are taken away, and " ../x" is local.
func localTrimmed(in args) ([]byte, error) {
	if !filepath.IsLocal(in.Path) {
		return nil, errOutside
	}
	return os.ReadFile(strings.TrimSpace(in.Path))
}

// nothing: os.Root lets nothing out, whatever the name is.
func inRoot(in args) error {
	r, err := os.OpenRoot(root)
	if err != nil {
		return err
	}
	defer r.Close()
	return r.WriteFile(in.Path, nil, 0o600)
}

// violated: the model chooses the root.
func ownRoot(in args) error {
	r, err := os.OpenRoot(in.Path)
	if err != nil {
		return err
	}
	defer r.Close()
	return r.WriteFile("x", nil, 0o600)
}

// holds: the last element of a path is a file in the folder.
func base(in args) ([]byte, error) { return os.ReadFile(filepath.Join(root, filepath.Base(in.Path))) }

// violated: of "..", the last element is "..", and the folder above goes.
func baseFolder(in args) error { return os.RemoveAll(filepath.Join(root, filepath.Base(in.Path))) }

// violated: what is read is a file beside the folder.
func baseMiddle(in args) ([]byte, error) {
	return os.ReadFile(filepath.Join(root, filepath.Base(in.Path), "settings"))
}

// holds: "...json" and "...d" are names like others.
func baseEnds(in args) ([]byte, error) {
	name := filepath.Base(in.Path)
	return os.ReadFile(filepath.Join(root, name+".d", fmt.Sprintf("%s.json", name)))
}

// holds: but for that one.
func baseNotParent(in args) error {
	name := filepath.Base(in.Path)
	if name == "." || name == ".." {
		return errOutside
	}
	return os.RemoveAll(filepath.Join(root, name))
}

// violated: a name without a slash may be "..".
func noSlashFolder(in args) ([]os.DirEntry, error) {
	if strings.ContainsAny(in.Path, `/\`) {
		return nil, errOutside
	}
	return os.ReadDir(filepath.Join(root, in.Path))
}

// holds: what is written is a file in the folder.
func noSlashFile(in args) error {
	if strings.ContainsAny(in.Path, `/\`) {
		return errOutside
	}
	return os.WriteFile(filepath.Join(root, in.Path), nil, 0o600)
}

// holds: the way of golem and many others, right.
func related(in args) ([]byte, error) {
	p := filepath.Join(root, in.Path)
	rel, err := filepath.Rel(root, p)
	if err != nil || strings.HasPrefix(rel, "..") {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

// violated: "../" is looked for, and ".." is not.
func relatedDeeper(in args) error {
	p := filepath.Join(root, in.Path)
	rel, err := filepath.Rel(root, p)
	if err != nil || strings.HasPrefix(rel, "../") {
		return errOutside
	}
	return os.RemoveAll(p)
}

// holds: both are.
func relatedBoth(in args) error {
	p := filepath.Join(root, in.Path)
	rel, err := filepath.Rel(root, p)
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return errOutside
	}
	return os.RemoveAll(p)
}

// holds: and so is what IsLocal says of it.
func relatedLocal(in args) ([]byte, error) {
	p := filepath.Join(root, in.Path)
	rel, err := filepath.Rel(root, p)
	if err != nil || !filepath.IsLocal(rel) {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

// violated: Rel says nothing by itself.
func relatedOnly(in args) ([]byte, error) {
	rel, err := filepath.Rel(root, filepath.Join(root, in.Path))
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, rel))
}

// violated: it is there, which says nothing of where (CWE-22 in a hundred tools).
func existing(in args) ([]byte, error) {
	info, err := os.Stat(in.Path)
	if err != nil || info.IsDir() {
		return nil, errOutside
	}
	return os.ReadFile(in.Path)
}

// violated: what it ends with says nothing of where it is.
func suffix(in args) ([]byte, error) {
	if filepath.Ext(in.Path) != ".md" || !strings.HasSuffix(in.Path, ".md") {
		return nil, errOutside
	}
	return os.ReadFile(in.Path)
}

var (
	digest   = regexp.MustCompile(`^sha256-[0-9a-fA-F]{64}$`)
	word     = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	part     = regexp.MustCompile(`[A-Za-z0-9_-]+`)
	dotted   = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)
	anything = regexp.MustCompile(`^/srv/.*$`)
)

// holds: the pattern of the fix of CVE-2024-37032, Ollama.
func pattern(in args) ([]byte, error) {
	if !digest.MatchString(in.Path) {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// holds: letters, digits, dashes.
func patternWord(in args) error {
	if !word.MatchString(in.Path) {
		return errOutside
	}
	return os.RemoveAll(filepath.Join(root, in.Path))
}

// violated: a part of it is a word.
func patternPart(in args) ([]byte, error) {
	if !part.MatchString(in.Path) {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// violated: ".." matches.
func patternDots(in args) error {
	if !dotted.MatchString(in.Path) {
		return errOutside
	}
	return os.RemoveAll(filepath.Join(root, in.Path))
}

// violated: "/srv/../etc" matches.
func patternAnything(in args) ([]byte, error) {
	if !anything.MatchString(in.Path) {
		return nil, errOutside
	}
	return os.ReadFile(in.Path)
}

var documents = map[string]string{"readme": "/srv/readme.md", "faq": "/srv/faq.md"}

// nothing: the program's own table.
func table(in args) ([]byte, error) {
	name, ok := documents[in.Path]
	if !ok {
		return nil, errOutside
	}
	return os.ReadFile(name)
}

// holds: one of the program's names.
func listed(in args) ([]byte, error) {
	if !slices.Contains([]string{"readme.md", "faq.md"}, in.Path) {
		return nil, errOutside
	}
	return os.ReadFile(in.Path)
}

// holds: likewise.
func switched(in args) ([]byte, error) {
	switch in.Path {
	case "readme.md", "faq.md":
		return os.ReadFile(in.Path)
	}
	return nil, errOutside
}

// violated: the model writes the list, too.
func ownList(in args) ([]byte, error) {
	if !slices.Contains(in.Allowed, in.Path) {
		return nil, errOutside
	}
	return os.ReadFile(in.Path)
}

// violated: the model chooses the folder, too.
func ownFolder(in args) ([]byte, error) {
	p := filepath.Join(in.Dir, in.Path)
	if !strings.HasPrefix(p, filepath.Clean(in.Dir)+"/") {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

// violated: a list of what is not allowed leaves the rest.
func denied(in args) ([]byte, error) {
	if in.Path == "/etc/passwd" || strings.HasPrefix(in.Path, "/proc/") {
		return nil, errOutside
	}
	return os.ReadFile(in.Path)
}

func (s *server) inside(p string) bool {
	abs, err := filepath.Abs(p)
	if err != nil {
		return false
	}
	return abs == s.dir || strings.HasPrefix(abs, s.dir+string(filepath.Separator))
}

// holds: a method of the program does it.
func method(s *server, in args) ([]byte, error) {
	if !s.inside(in.Path) {
		return nil, errOutside
	}
	return os.ReadFile(in.Path)
}

func (s *server) resolve(p string) (string, error) {
	if !filepath.IsAbs(p) {
		p = filepath.Join(s.dir, p)
	}
	p = filepath.Clean(p)
	if !s.inside(p) {
		return "", errOutside
	}
	return p, nil
}

// holds: and so does one that returns what it has looked at.
func resolved(s *server, in args) ([]byte, error) {
	p, err := s.resolve(in.Path)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(p)
}

// violated: the result is thrown away.
func resolvedUnused(s *server, in args) ([]byte, error) {
	p, err := s.resolve(in.Path)
	if err != nil {
		fmt.Println(p)
	}
	return os.ReadFile(in.Path)
}

// violated: the folder was cleaned, so that no separator is at its end.
func bareField(s *server, in args) ([]byte, error) {
	p := filepath.Clean(in.Path)
	if !strings.HasPrefix(p, s.dir) {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

// unknown: what the configuration says may end with a separator, or not.
func configured(s *server, in args) ([]byte, error) {
	p := filepath.Clean(in.Path)
	if !strings.HasPrefix(p, s.given) {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

func (s *server) permits(p string) bool {
	for _, dir := range s.allowed {
		if strings.HasPrefix(p, dir) {
			return true
		}
	}
	return false
}

// holds: what the program puts into the list ends with a separator (mcp-filesystem-server).
func permitted(s *server, in args) ([]byte, error) {
	p, err := filepath.Abs(in.Path)
	if err != nil || !s.permits(p) {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

// holds: likewise, with the answer in a variable.
func permittedInLoop(s *server, in args) ([]byte, error) {
	p := filepath.Clean(in.Path)
	ok := false
	for _, dir := range s.allowed {
		if strings.HasPrefix(p, dir) {
			ok = true
			break
		}
	}
	if !ok {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

type listing struct {
	bare   []string // cleaned, so that no separator is at the end
	open   []string // what the configuration says
	shared []string // ends with separators, and others may set it
	made   []string
	turned []string
}

func newListing(dirs []string) *listing {
	l := &listing{open: dirs, made: withSeparators(dirs)}
	for _, d := range dirs {
		l.bare = append(l.bare, filepath.Clean(d))
		l.shared = append(l.shared, filepath.Clean(d)+"/")
		l.turned = append(l.turned, filepath.Clean(d)+"/")
	}
	for i := range l.turned {
		l.turned[i] = strings.TrimSuffix(l.turned[i], "/")
	}
	return l
}

func withSeparators(dirs []string) []string {
	out := make([]string, 0, len(dirs))
	for _, d := range dirs {
		out = append(out, filepath.Clean(d)+"/")
	}
	return out
}

// Shared hands the list out.
func (l *listing) Shared() []string { return l.shared }

func within(p string, dirs []string) bool {
	for _, d := range dirs {
		if strings.HasPrefix(p, d) {
			return true
		}
	}
	return false
}

// violated: no separator is at the end of what is in the list.
func listedBare(l *listing, in args) ([]byte, error) {
	p := filepath.Clean(in.Path)
	for _, d := range l.bare {
		if strings.HasPrefix(p, d) {
			return os.ReadFile(p)
		}
	}
	return nil, errOutside
}

// unknown: what a list has in it is not known.
func listedOpen(l *listing, in args) ([]byte, error) {
	p := filepath.Clean(in.Path)
	for _, d := range l.open {
		if strings.HasPrefix(p, d) {
			return os.ReadFile(p)
		}
	}
	return nil, errOutside
}

// unknown: who gets the list may set what is in it.
func listedShared(l *listing, in args) ([]byte, error) {
	p := filepath.Clean(in.Path)
	for _, d := range l.shared {
		if strings.HasPrefix(p, d) {
			return os.ReadFile(p)
		}
	}
	return nil, errOutside
}

// unknown: what is in the list is set once more, and then ends without a separator.
func listedTurned(l *listing, in args) ([]byte, error) {
	p := filepath.Clean(in.Path)
	for _, d := range l.turned {
		if strings.HasPrefix(p, d) {
			return os.ReadFile(p)
		}
	}
	return nil, errOutside
}

// holds: a function makes the list.
func listedMade(l *listing, in args) ([]byte, error) {
	p := filepath.Clean(in.Path)
	for _, d := range l.made {
		if strings.HasPrefix(p, d) {
			return os.ReadFile(p)
		}
	}
	return nil, errOutside
}

// holds: a variable says that the path is outside, until a check says that it is not.
func outsideUntil(l *listing, in args) ([]byte, error) {
	p := filepath.Clean(in.Path)
	outside := true
	for _, d := range l.made {
		if strings.HasPrefix(p, d) {
			outside = false
		}
	}
	if outside {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

// violated: the variable is asked the wrong way round.
func outsideInverted(l *listing, in args) ([]byte, error) {
	p := filepath.Clean(in.Path)
	inside := false
	for _, d := range l.made {
		if strings.HasPrefix(p, d) {
			inside = true
		}
	}
	if inside {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

// violated: something else sets the variable, too.
func outsideUnlessTrusted(l *listing, in args, trusted bool) ([]byte, error) {
	p := filepath.Clean(in.Path)
	inside := trusted
	if strings.HasPrefix(p, root+"/") {
		inside = true
	}
	if !inside {
		return nil, errOutside
	}
	return os.ReadFile(p)
}

type many struct {
	Paths []string `json:"paths" confine:"path"`
}

// violated: that one path of several is inside says nothing of the next one.
func severalFlag(l *listing, in many) (out []byte, err error) {
	inside := false
	for _, path := range in.Paths {
		p := filepath.Clean(path)
		if strings.HasPrefix(p, root+"/") {
			inside = true
		}
		if inside {
			out, err = os.ReadFile(p)
		}
	}
	return out, err
}

// unknown: the check is somebody else's.
func somebody(check func(string) bool, in args) ([]byte, error) {
	if !check(in.Path) {
		return nil, errOutside
	}
	return os.ReadFile(in.Path)
}

// violated: a check that is not there if nothing is configured (golem, picoclaw).
func unlessEmpty(workspace string, in args) ([]byte, error) {
	p := in.Path
	if workspace != "" {
		p = filepath.Join(workspace, filepath.Clean("/"+in.Path))
	}
	return os.ReadFile(p)
}

func (in *args) validate() error {
	if !filepath.IsLocal(in.Path) {
		return errOutside
	}
	return nil
}

// unknown: a check of the whole is not taken apart.
func validated(in args) ([]byte, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// holds: what is stored there afterwards is something else.
func replaced(in args) ([]byte, error) {
	in.Path = filepath.Base(in.Path)
	return os.ReadFile(filepath.Join(root, in.Path))
}

// violated: what was looked at is replaced by what was not.
func replacedLater(in args) ([]byte, error) {
	p := in.Dir
	if !filepath.IsLocal(p) {
		return nil, errOutside
	}
	p = in.Path
	return os.ReadFile(filepath.Join(root, p))
}

// nothing: a file system of the program keeps ".." out.
func fileSystem(fsys fs.FS, in args) ([]byte, error) { return fs.ReadFile(os.DirFS(root), in.Path) }

// violated: through a closure and a goroutine.
func closure(in args) {
	done := make(chan bool)
	go func() {
		os.Remove(filepath.Join(root, in.Path))
		close(done)
	}()
	<-done
}

// violated: through a pointer.
func pointed(in *args) error { return write(&in.Path) }

func write(p *string) error { return os.WriteFile(*p, nil, 0o600) }

type options struct {
	Path    string
	Dir     string
	Allowed []string
}

// violated: through a type without tags.
func retyped(in args) ([]byte, error) {
	o := options(in)
	return os.ReadFile(o.Path)
}

type library interface{ Save(name string) error }

// unknown: nobody knows what it does with it.
func handedOn(l library, in args) error { return l.Save(in.Path) }

// nothing: it is only shown.
func shown(in args) string { return fmt.Sprintf("you said %q", in.Path) }

// violated: one of two ways.
func sometimes(trust bool, in args) ([]byte, error) {
	if !trust && !filepath.IsLocal(in.Path) {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// holds: relative, and once cleaned without ".." at the beginning: below the folder in which the
// program runs (goagent, fs_read_file).
func relativeClean(in args) ([]byte, error) {
	if filepath.IsAbs(in.Path) {
		return nil, errOutside
	}
	clean := filepath.Clean(in.Path)
	if strings.HasPrefix(clean, "..") {
		return nil, errOutside
	}
	return os.ReadFile(clean)
}

func relativeName(p string) error {
	if filepath.IsAbs(p) {
		return fmt.Errorf("absolute: %s", p)
	}
	clean := filepath.ToSlash(filepath.Clean(p))
	if strings.HasPrefix(clean, "../") || strings.Contains(clean, "/../") {
		return fmt.Errorf("outside: %s", p)
	}
	return nil
}

// holds: in a function, of a file (goagent, fs_append_file).
func relativeFile(in args) error {
	if err := relativeName(in.Path); err != nil {
		return err
	}
	return os.WriteFile(in.Path, nil, 0o600)
}

// violated: ".." passes, and the folder above goes (goagent, fs_rm).
func relativeFolder(in args) error {
	if err := relativeName(in.Path); err != nil {
		return err
	}
	return os.RemoveAll(in.Path)
}

// violated: one of the two is not enough.
func cleanOnly(in args) ([]byte, error) {
	clean := filepath.Clean(in.Path)
	if strings.HasPrefix(clean, "..") {
		return nil, errOutside
	}
	return os.ReadFile(clean)
}

// holds: it is, behind a folder.
func cleanJoined(in args) ([]byte, error) {
	clean := filepath.Clean(in.Path)
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, clean))
}

// nothing: what is used is read elsewhere.
func handled(in args) ([]byte, error) {
	if !filepath.IsLocal(in.Path) {
		return nil, errOutside
	}
	return readBelow(in)
}

// unknown: who hands it over has looked at it (goagent, fs_edit_range).
func readBelow(in args) ([]byte, error) { return os.ReadFile(filepath.Join(root, in.Path)) }

func parsed() (in args, err error) {
	if _, err := fmt.Sscan("x", &in.Path); err != nil || !filepath.IsLocal(in.Path) {
		return in, errOutside
	}
	return in, nil
}

// unknown: who returns it has (goagent, img_create).
func returned() ([]byte, error) {
	in, err := parsed()
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// unknown: the function around it has.
func around(in args) error {
	if !filepath.IsLocal(in.Path) {
		return errOutside
	}
	remove := func() error { return os.Remove(filepath.Join(root, in.Path)) }
	return remove()
}

// violated: another tool with the same arguments has, and this one has not.
func beside(in args) ([]byte, error) { return os.ReadFile(filepath.Join(root, in.Path)) }

func run(text string) ([]byte, error) {
	var in args
	if _, err := fmt.Sscan(text, &in.Path); err != nil {
		return nil, err
	}
	return handled(in)
}

// holds: what a tool decodes itself (goagent, fs_read_file).
func decoded(text []byte) ([]byte, error) {
	var in args
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	if strings.TrimSpace(in.Path) == "" {
		return nil, errOutside
	}
	if filepath.IsAbs(in.Path) {
		return nil, errOutside
	}
	clean := filepath.Clean(in.Path)
	if strings.HasPrefix(clean, "..") {
		return nil, fmt.Errorf("%s is outside", in.Path)
	}
	return os.ReadFile(clean)
}

// unknown: what git does with it, git knows.
func argument(in args) error { return exec.Command("git", "-C", in.Path, "status").Run() }

// holds: a path below the folder is one for git, too.
func argumentLocal(in args) error {
	if !filepath.IsLocal(in.Path) {
		return errOutside
	}
	return exec.Command("git", "log", "--", in.Path).Run()
}

// holds: and for code that nobody knows.
func handedOnLocal(l library, in args) error {
	if !filepath.IsLocal(in.Path) {
		return errOutside
	}
	return l.Save(in.Path)
}

// violated: cleaned, "/../../etc" is "/etc"; joined as it is, it leads out.
func cleanJoinedRaw(in args) ([]byte, error) {
	clean := filepath.Clean(in.Path)
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// violated: likewise.
func cleanWithoutDots(in args) ([]byte, error) {
	if strings.Contains(filepath.Clean(in.Path), "..") {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// holds: a relative one does not.
func relativeJoinedRaw(in args) ([]byte, error) {
	if filepath.IsAbs(in.Path) || strings.HasPrefix(filepath.Clean(in.Path), "..") {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

// known has names that are not known here.
type known struct{ names []string }

// unknown: it is the number of one that the server knows, whose names are not known here.
func found(k *known, in args) ([]byte, error) {
	if indexOf(k.names, in.Path) < 0 {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

func indexOf(list []string, name string) int {
	for i := range list {
		if list[i] == name {
			return i
		}
	}
	return -1
}

// unknown: likewise, of one that is known.
func foundOne(k *known, in args) ([]byte, error) {
	if k.find(in.Path) == nil {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

func (k *known) find(name string) *string {
	for i := range k.names {
		if k.names[i] == name {
			return &k.names[i]
		}
	}
	return nil
}

// unknown: whoever has the key has written it once, whatever it is.
func signed(in args) ([]byte, error) {
	sig, err := hex.DecodeString(in.Dir)
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(in.Path))
	if !hmac.Equal(sig, mac.Sum(nil)) {
		return nil, errOutside
	}
	return os.ReadFile(filepath.Join(root, in.Path))
}

var key = []byte("…")
