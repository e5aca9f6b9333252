package trace

// This file decides which form a log has.

import (
	"bufio"
	"fmt"
	"io"
	"iter"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/graph"
)

// Limits. A log that exceeds one is an error that names it.
const (
	// MaxLine is the length of one event, in bytes: arguments of a call can hold
	// a document.
	MaxLine = 16 << 20
	// MaxTrace is the size of a log of spans, in bytes. They are sorted in memory,
	// which takes a tenth of that for the usual spans.
	MaxTrace = 1 << 30
	// MaxSpans is the number of spans in a log: some hundred bytes each.
	MaxSpans = 4 << 20
	// MaxRuns is the number of runs that may go on at once: two kilobytes each, with a few
	// rules. Runs whose end is in the log take no room behind it.
	MaxRuns = 1 << 20
	// MaxNesting is how deep spans may lie in one another.
	MaxNesting = 10_000
)

// An Entry is one event in a log, or the end of a run.
type Entry struct {
	Run   string // which run, "" if the log has one only
	Pos   graph.Pos
	Event dfa.Event // if End is EndNone
	End   End
	// Spans: the log is one of spans, which have tags and capabilities only
	// where a program adds them.
	Spans bool
}

// End says how a run ended.
type End uint8

const (
	EndNone  End = iota // the run goes on
	Finished            // it came to its end
	Aborted             // it was broken off
	numEnds
)

var endWords = [numEnds]string{"none", "finished", "aborted"}

// String returns the word that a log has for e.
func (e End) String() string {
	if e < numEnds {
		return endWords[e]
	}
	return "invalid"
}

// An Error says what is wrong with a log, and where.
type Error struct {
	Pos graph.Pos
	Msg string
}

// Error returns "file:line:col: message".
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Pos, e.Msg) }

// Read returns the entries of a log, called name in positions, in the order in
// which they happened within each run. The first error is the last thing that it
// returns. Events are returned as they are read, so that r may be a log that is
// still written; spans, when all are read.
func Read(name string, r io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		in := bufio.NewReaderSize(r, 64<<10)
		if start, _ := in.Peek(len(byteOrderMark)); string(start) == byteOrderMark {
			in.Discard(len(byteOrderMark))
		}
		switch f, err := formOf(in); {
		case err == io.EOF: // an empty log
		case err != nil:
			yield(Entry{}, fmt.Errorf("%s: %w", name, err))
		case f == formEvents:
			readEvents(name, in, yield)
		default:
			readSpans(name, in, f, yield)
		}
	}
}

// byteOrderMark is what some programs begin a file with.
const byteOrderMark = "\ufeff"

// form is what a log is made of.
type form uint8

const (
	formEvents form = iota
	formOTLP        // objects with resourceSpans
	formStdout      // spans, as stdouttrace writes them
)

// formOf returns the form of a log by the first key in it.
func formOf(in *bufio.Reader) (form, error) {
	c, i, err := peekToken(in, 0)
	if err != nil {
		return 0, err
	}
	if c == '[' {
		return formStdout, nil
	}
	if c, i, err = peekToken(in, i+1); c != '"' {
		return formEvents, ignoreEOF(err)
	}
	for key := i + 1; ; i++ {
		b, err := in.Peek(i + 2)
		if len(b) < i+2 {
			return formEvents, ignoreEOF(err)
		}
		if b[i+1] != '"' {
			continue
		}
		switch string(b[key : i+1]) {
		case "resourceSpans":
			return formOTLP, nil
		case "Name", "SpanContext":
			return formStdout, nil
		}
		return formEvents, nil
	}
}

// ignoreEOF leaves it to whoever reads the log to say, with a position, that it
// ends too early.
func ignoreEOF(err error) error {
	if err == io.EOF || err == bufio.ErrBufferFull {
		return nil
	}
	return err
}

// peekToken returns the first byte from the i-th on that is not white space, and
// where it is.
func peekToken(in *bufio.Reader, i int) (byte, int, error) {
	for {
		b, err := in.Peek(i + 1)
		if len(b) <= i {
			return 0, i, err
		}
		switch b[i] {
		case ' ', '\t', '\r', '\n':
			i++
		default:
			return b[i], i, nil
		}
	}
}
