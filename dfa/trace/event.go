package trace

// This file reads events, one a line.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/spell"
)

var (
	eventKeys = []string{"tool", "node", "kind", "agent", "decision", "human", "caps", "tags", "args", "result", "failed", "run", "end"}
	kindWords = []string{"entry", "exit", "tool", "llm", "router", "human", "subgraph", "passthrough"}
)

func readEvents(name string, in *bufio.Reader, yield func(Entry, error) bool) {
	for number := 1; ; number++ {
		line, err := readLine(in)
		if len(bytes.TrimSpace(line)) > 0 && (err == nil || err == io.EOF) {
			e, bad := parseEvent(name, number, line)
			if !yield(e, bad) || bad != nil {
				return
			}
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			yield(Entry{}, &Error{graph.Pos{File: name, Line: number}, err.Error()})
			return
		}
	}
}

// readLine returns the next line, with io.EOF if it is the last.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > MaxLine {
			return nil, fmt.Errorf("the line is longer than MaxLine = %d bytes", MaxLine)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// A lineParser reads the object on one line.
type lineParser struct {
	*json.Decoder
	line []byte
	pos  graph.Pos
	e    Entry
}

func parseEvent(name string, number int, line []byte) (e Entry, err error) {
	p := &lineParser{json.NewDecoder(bytes.NewReader(line)), line, graph.Pos{File: name, Line: number}, Entry{}}
	p.e.Pos = p.here()
	defer func() {
		switch bad := recover().(type) {
		case nil:
		case *Error:
			err = bad
		default:
			panic(bad)
		}
	}()
	p.object()
	return p.e, nil
}

// here returns the position of the next token.
func (p *lineParser) here() graph.Pos {
	i := int(p.InputOffset())
	for i < len(p.line) && strings.IndexByte(" \t\r\n,:", p.line[i]) >= 0 {
		i++
	}
	return p.at(int64(i))
}

func (p *lineParser) at(offset int64) graph.Pos {
	pos := p.pos
	pos.Col = int(offset) + 1
	return pos
}

func (p *lineParser) fail(pos graph.Pos, format string, args ...any) {
	panic(&Error{pos, fmt.Sprintf(format, args...)})
}

// check panics with an error that has a position.
func (p *lineParser) check(err error) {
	var bad *json.SyntaxError
	switch {
	case err == nil:
	case errors.As(err, &bad):
		p.fail(p.at(max(0, bad.Offset-1)), "%v", err)
	case err == io.EOF, err == io.ErrUnexpectedEOF:
		p.fail(p.at(int64(len(bytes.TrimRight(p.line, " \t\r\n")))), "the object ends here, without a }")
	default:
		p.fail(p.here(), "%v", err)
	}
}

func (p *lineParser) token() json.Token {
	t, err := p.Token()
	p.check(err)
	return t
}

func (p *lineParser) object() {
	if p.token() != json.Delim('{') {
		p.fail(p.e.Pos, "want one event a line, as in {\"tool\": \"refund\"}")
	}
	seen := make(map[string]bool)
	for p.More() {
		pos := p.here()
		key := p.token().(string)
		if seen[key] {
			p.fail(pos, "%s: the key occurs twice", key)
		}
		seen[key] = true
		p.field(pos, key)
	}
	p.token()
	if rest := p.here(); rest.Col <= len(p.line) {
		p.fail(rest, "want one event a line")
	}
	e := &p.e
	switch {
	case e.End != EndNone && len(seen) > 1 && !(len(seen) == 2 && seen["run"]):
		p.fail(e.Pos, "the end of a run is no event")
	case seen["args"] && e.Event.Tool == "":
		p.fail(e.Pos, "args without a tool")
	case (seen["result"] || seen["failed"]) && e.Event.Tool == "":
		p.fail(e.Pos, "a result without a tool")
	}
	e.Event.Open = e.Event.Open || e.Event.Tool != "" && !seen["args"]
}

func (p *lineParser) field(pos graph.Pos, key string) {
	e := &p.e.Event
	switch key {
	case "tool":
		e.Tool = p.text(key)
	case "node":
		e.Node = p.text(key)
	case "kind":
		e.Kind = p.word(key, kindWords)
	case "agent":
		e.Agent = p.text(key)
	case "decision":
		e.Decision = p.text(key)
	case "human":
		p.decode(key, "true or false", &e.Human)
	case "caps":
		p.decode(key, "a list of strings", &e.Caps)
	case "tags":
		p.decode(key, "a list of strings", &e.Tags)
	case "args":
		p.args()
	case "result":
		p.result()
	case "failed":
		p.decode(key, "true or false", &e.Failed)
	case "run":
		p.e.Run = p.text(key)
	case "end":
		p.e.End = End(1 + slices.Index(endWords[Finished:], p.word(key, endWords[Finished:])))
	default:
		p.fail(pos, "unknown key %q%s", key, spell.DidYouMean(key, eventKeys))
	}
}

// decode reads the value of a key.
func (p *lineParser) decode(key, want string, into any) {
	pos := p.here()
	var bad *json.UnmarshalTypeError
	err := p.Decode(into)
	if errors.As(err, &bad) {
		p.fail(pos, "%s: want %s, not %s", key, want, bad.Value)
	}
	p.check(err)
}

func (p *lineParser) text(key string) string {
	var s string
	p.decode(key, "a string", &s)
	return s
}

func (p *lineParser) word(key string, words []string) string {
	pos := p.here()
	s := p.text(key)
	if !slices.Contains(words, s) {
		p.fail(pos, "%s: want one of %s, not %q%s", key, strings.Join(words, ", "), s, spell.DidYouMean(s, words))
	}
	return s
}

// args reads the arguments of a call. What a model wrote must not stop the reader:
// an object that can be read in two ways is not known.
func (p *lineParser) args() {
	pos := p.here()
	var raw json.RawMessage
	p.decode("args", "an object", &raw)
	if raw[0] != '{' && string(raw) != "null" {
		p.fail(pos, "args: want an object")
	}
	args, err := dfa.ParseArgs(string(raw))
	p.e.Event.Args, p.e.Event.Open = args, err != nil
}

// result reads what a call returned, which is any value.
func (p *lineParser) result() {
	var raw json.RawMessage
	p.decode("result", "a value", &raw)
	var text string
	if json.Unmarshal(raw, &text) == nil && string(raw) != "null" {
		p.e.Event.Result, p.e.Event.Returned = []dfa.Arg{{Value: syntax.String(text)}}, true
		return
	}
	result, err := dfa.ParseResult(string(raw))
	p.e.Event.Result, p.e.Event.Returned = result, err == nil
}
