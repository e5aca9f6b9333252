// Package terminal writes for who sits at a terminal.
//
// A Line shows what a program is doing, in one line that is written again and again, and gone when
// the program has something to say. On anything but a terminal, such as a file or the log of a
// pipeline, it shows nothing.
//
// NewText writes reports as package report does, with severities, in colour, and in lines that fit.
//
// Names in this package: l *Line or *report.Line.
package terminal

import (
	"io"
	"os"
	"time"

	"github.com/agentvet/agentvet/internal/visible"
)

// A Line is shown until Stop is called. A nil Line is never shown.
type Line struct {
	stop, stopped chan struct{}
}

// Show shows a line on w once it is after a time, if w is a terminal; it returns nil if not. The
// line is what text returns, asked anew every period. Until Stop, nobody else may write to the
// terminal.
func Show(w io.Writer, after time.Time, period time.Duration, text func() string) *Line {
	if !Is(w) {
		return nil
	}
	l := &Line{make(chan struct{}), make(chan struct{})}
	go l.run(w.(*os.File), after, period, text)
	return l
}

// Is reports whether w is a terminal on which a line can be erased.
func Is(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && width(file) > 0 && os.Getenv("TERM") != "dumb"
}

// Columns returns how many columns w has if it is a terminal, and 0 if not.
func Columns(w io.Writer) int {
	if file, ok := w.(*os.File); ok {
		return width(file)
	}
	return 0
}

// Stop erases the line.
func (l *Line) Stop() {
	if l == nil {
		return
	}
	close(l.stop)
	<-l.stopped
}

// erase goes to the beginning of the line and clears what follows.
const erase = "\r\x1b[K"

func (l *Line) run(file *os.File, after time.Time, period time.Duration, text func() string) {
	defer close(l.stopped)
	next := time.NewTimer(time.Until(after))
	defer next.Stop()
	for shown := false; ; shown = true {
		select {
		case <-l.stop:
			if shown {
				io.WriteString(file, erase)
			}
			return
		case <-next.C:
			io.WriteString(file, erase+fit(visible.Line(text()), width(file)))
			next.Reset(period)
		}
	}
}

// fit returns the beginning of a text that fits a line of so many columns. The last column stays
// free: some terminals go to the next line when it is written.
func fit(text string, columns int) string {
	const more = "…"
	runes := []rune(text)
	switch most := columns - 1; {
	case len(runes) <= most:
		return text
	case most < 1:
		return ""
	default:
		return string(runes[:most-1]) + more
	}
}
