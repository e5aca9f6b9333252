package htmlreport

// This file reads the lines of source that a page shows.

import (
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/regular"
	"github.com/agentvet/agentvet/internal/visible"
)

// mostColumns is the length of the longest line that is shown whole, in bytes.
const mostColumns = 400

// A place is a line of a file, and the lines around it.
type place struct {
	File text `json:"file,omitempty"`
	Line int  `json:"line,omitempty"`
	From int  `json:"from,omitempty"` // the first line that is shown, 0 if none is
	To   int  `json:"to,omitempty"`
	Part text `json:"part,omitempty"` // of a line that is too long to be shown whole
	Col  int  `json:"col"`            // what stands before the position in the text that is shown, as a browser counts
}

// A source reads files, each once, and keeps the lines that are shown.
type source struct {
	in    Input
	files map[string][]string
	lines map[string]map[string]text
}

func newSource(in Input) *source {
	return &source{in: in, files: make(map[string][]string), lines: make(map[string]map[string]text)}
}

// around returns the place of p with the lines around it, as many before it as after.
func (s *source) around(p graph.Pos, more int) place {
	if !p.IsValid() {
		return place{}
	}
	at := place{File: text(p.File), Line: p.Line}
	all := s.read(p.File)
	if p.Line > len(all) {
		return at
	}
	if line := all[p.Line-1]; len(line) > mostColumns {
		at.part(line, p.Col)
		return at
	}
	at.From, at.To = max(1, p.Line-more), min(len(all), p.Line+more)
	key := visible.Line(p.File)
	if s.lines[key] == nil {
		s.lines[key] = make(map[string]text)
	}
	for n := at.From; n <= at.To; n++ {
		line := all[n-1]
		if len(line) > mostColumns {
			line = strings.ToValidUTF8(line[:mostColumns], "") + " …"
		}
		s.lines[key][strconv.Itoa(n)] = text(line)
	}
	at.Col = column(all[p.Line-1], p.Col)
	return at
}

// part shows what stands around a column of a long line.
func (at *place) part(line string, col int) {
	col = min(max(col, 1), len(line))
	from, to := max(0, col-1-mostColumns/8), min(len(line), col-1+mostColumns/2)
	line = strings.ToValidUTF8(line[from:to], "�")
	if from > 0 {
		line, from = "… "+line, from-len("… ")
	}
	at.Part, at.Col = text(line), column(line, col-from)
}

// column returns what stands before a column, which counts bytes from 1, in what is shown of a line.
func column(line string, col int) int {
	if col < 1 || col > len(line) {
		return 0
	}
	return len(utf16.Encode([]rune(visible.Line(line[:col-1]))))
}

// read returns the lines of a file, none if it may not be shown.
func (s *source) read(name string) []string {
	if lines, ok := s.files[name]; ok {
		return lines
	}
	s.files[name] = nil
	path := filepath.FromSlash(name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.in.Dir, path)
	}
	read := func() ([]byte, error) { return regular.Shown(s.in.Root, path) }
	if name != "" && (name == s.in.File || s.in.Log != nil && name == s.in.Log.Name) {
		const most = 64 << 20 // bytes
		read = func() ([]byte, error) { return regular.Named(path, most) }
	}
	data, err := read()
	if err != nil {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\r")
	}
	s.files[name] = lines
	return lines
}
