// Package handed gives the standard library what it calls back. The name of a function says what it may need.
package handed

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"text/template"
)

func load(name string) string {
	data, _ := os.ReadFile(name)
	return string(data)
}

var shared = template.FuncMap{"drop": func(name string) error { return os.RemoveAll(name) }}

func readsByLiteral(w io.Writer) error {
	return template.Must(template.New("page").Funcs(template.FuncMap{"load": load}).Parse("{{load .}}")).Execute(w, "a")
}

func deletesByVariable(w io.Writer) error {
	return template.Must(template.New("page").Funcs(shared).Parse("{{drop .}}")).Execute(w, "a")
}

func readsByAssignment(w io.Writer) error {
	funcs := make(template.FuncMap)
	funcs["load"] = load
	return template.Must(template.New("page").Funcs(funcs).Parse("{{load .}}")).Execute(w, "a")
}

func unknownOfCallers(w io.Writer, funcs template.FuncMap) error {
	return template.Must(template.New("page").Funcs(funcs).Parse("{{load .}}")).Execute(w, "a")
}

func nothingInData(w io.Writer) error {
	return template.Must(template.New("page").Parse("{{.a}}")).Execute(w, map[string]string{"a": "b"})
}

type handler struct{ dir string }

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { os.RemoveAll(h.dir) }

func newHandler(dir string) http.Handler { return &handler{dir} }

type source struct{ name string }

func (s source) Read(p []byte) (int, error) { return copy(p, load(s.name)), io.EOF }

func open(name string) (io.Reader, error) { return source{name}, nil }

func deletesByReturned(w http.ResponseWriter, r *http.Request) {
	http.StripPrefix("/a", newHandler("a")).ServeHTTP(w, r)
}

func readsByReturned(out *bytes.Buffer) error {
	in, err := open("a")
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return err
}
