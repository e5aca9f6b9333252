package trace

// This file finds the spans in a log.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"

	"github.com/agentvet/agentvet/graph"
)

// readSpans reads all spans, and returns the events that they mean.
func readSpans(name string, in *bufio.Reader, f form, yield func(Entry, error) bool) {
	spans, err := decodeSpans(name, in, f)
	if err != nil {
		yield(Entry{}, err)
		return
	}
	entries, err := entriesOf(spans)
	if err != nil {
		yield(Entry{}, err)
		return
	}
	for _, e := range entries {
		if !yield(e, nil) {
			return
		}
	}
}

func decodeSpans(name string, in *bufio.Reader, f form) ([]*span, error) {
	lines := &lineIndex{Reader: in, name: name}
	d := &spanDecoder{Decoder: json.NewDecoder(lines), lines: lines}
	next := func() error { return d.walk("resourceSpans", "scopeSpans", "spans") }
	if f == formStdout {
		next = d.stdout
	}
	for {
		err := next()
		if err == io.EOF {
			return d.spans, nil
		}
		if err != nil {
			return nil, d.positioned(err)
		}
	}
}

type spanDecoder struct {
	*json.Decoder
	base  int64 // where what is decoded begins in the log
	lines *lineIndex
	spans []*span
}

// positioned returns err with the place at which it occurred.
func (d *spanDecoder) positioned(err error) error {
	if bad := new(Error); errors.As(err, &bad) {
		return err
	}
	offset := d.InputOffset()
	if bad := new(json.SyntaxError); errors.As(err, &bad) {
		offset = max(0, bad.Offset-1)
	}
	return &Error{d.lines.pos(d.base + offset), err.Error()}
}

// walk reads a value, and in it the lists behind the keys, one in the elements of
// the other; the elements of the last are spans. At the end of the log it returns
// io.EOF, which within a value is another error.
func (d *spanDecoder) walk(keys ...string) error {
	if len(keys) == 0 {
		return d.span(func(raw []byte) (*span, error) { return decodeInto(raw, new(otlpSpan)) })
	}
	t, err := d.Token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return fmt.Errorf("want an object with %s", keys[0])
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return within(err)
		}
		if key != keys[0] {
			if err := within(d.Decode(new(json.RawMessage))); err != nil {
				return err
			}
			continue
		}
		if err := within(d.list(func() error { return d.walk(keys[1:]...) })); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return within(err)
}

// list reads a list, or null.
func (d *spanDecoder) list(element func() error) error {
	t, err := d.Token()
	switch {
	case err != nil:
		return err
	case t == nil:
		return nil
	case t != json.Delim('['):
		return errors.New("want a list")
	}
	for d.More() {
		if err := element(); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

func within(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// stdout reads one span, or a list of them.
func (d *spanDecoder) stdout() error {
	return d.span(func(raw []byte) (*span, error) { return decodeInto(raw, new(stdoutSpan)) })
}

// span reads one span; a list of them, where there may be one, is read in turn.
func (d *spanDecoder) span(decode func([]byte) (*span, error)) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return err
	}
	start := d.base + d.InputOffset() - int64(len(raw))
	if raw[0] == '[' {
		outer, base := d.Decoder, d.base
		d.Decoder, d.base = json.NewDecoder(bytes.NewReader(raw)), start
		err := d.list(func() error { return d.span(decode) })
		if err == nil {
			d.Decoder, d.base = outer, base
		}
		return err
	}
	if len(d.spans) == MaxSpans {
		return fmt.Errorf("more than MaxSpans = %d spans", MaxSpans)
	}
	pos := d.lines.pos(start)
	s, err := decode(raw)
	if err != nil {
		return &Error{pos, err.Error()}
	}
	s.pos = pos
	d.spans = append(d.spans, s)
	return nil
}

// decodeInto reads a span in one of the forms.
func decodeInto(raw []byte, into interface{ span() (*span, error) }) (*span, error) {
	if err := json.Unmarshal(raw, into); err != nil {
		return nil, err
	}
	return into.span()
}

// A lineIndex remembers where lines begin in what it reads.
type lineIndex struct {
	io.Reader
	name   string
	read   int64
	starts []int64 // of the second line, the third, …
}

func (l *lineIndex) Read(p []byte) (int, error) {
	if l.read > MaxTrace {
		return 0, fmt.Errorf("larger than MaxTrace = %d bytes", MaxTrace)
	}
	n, err := l.Reader.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			l.starts = append(l.starts, l.read+int64(i)+1)
		}
	}
	l.read += int64(n)
	return n, err
}

func (l *lineIndex) pos(offset int64) graph.Pos {
	line := sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset })
	start := int64(0)
	if line > 0 {
		start = l.starts[line-1]
	}
	return graph.Pos{File: l.name, Line: line + 1, Col: int(offset-start) + 1}
}
