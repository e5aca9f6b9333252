package git

// This file reads objects.

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
)

// maxObject is the size of the largest object that is read, in bytes.
const maxObject = 32 << 20

// errLarge says that an object is larger than that.
var errLarge = errors.New("too large")

// objects reads objects of the repository in the directory top. One process of git serves all of
// them.
type objects struct {
	top    string
	cmd    *exec.Cmd // nil if none runs
	cancel context.CancelFunc
	in     io.Writer
	out    *bufio.Reader
}

// read returns the contents of an object of a kind, a tree or a blob.
func (o *objects) read(ctx context.Context, id, kind string) ([]byte, error) {
	if o.cmd == nil {
		if err := o.start(ctx); err != nil {
			return nil, err
		}
	}
	data, err := o.ask(id, kind)
	if err != nil {
		o.end() // where in its output it is, is not known
	}
	if err != nil && !errors.Is(err, errLarge) {
		err = fmt.Errorf("the %s %s in %s cannot be read: %w; a partial clone lacks what it was not asked for, and nothing is fetched", kind, id, o.top, err)
	}
	return data, err
}

func (o *objects) start(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	cmd := command(ctx, o.top, "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		cancel()
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		cancel()
		return err
	}
	if err := cmd.Start(); err != nil {
		cancel()
		return err
	}
	o.cmd, o.cancel, o.in, o.out = cmd, cancel, in, bufio.NewReader(out)
	return nil
}

// ask asks for one object: git answers with a line "ID KIND SIZE", the contents, and the end of a
// line, or with a line that says why not.
func (o *objects) ask(id, kind string) ([]byte, error) {
	if _, err := io.WriteString(o.in, id+"\n"); err != nil {
		return nil, err
	}
	head, err := o.out.ReadString('\n')
	if err != nil {
		return nil, err
	}
	words := strings.Fields(head)
	if len(words) != 3 || words[0] != id || words[1] != kind {
		return nil, errors.New("missing")
	}
	size, err := strconv.ParseInt(words[2], 10, 64)
	if err != nil {
		return nil, err
	}
	if size > maxObject {
		return nil, errLarge
	}
	data := make([]byte, size+1)
	if _, err := io.ReadFull(o.out, data); err != nil {
		return nil, err
	}
	return data[:size], nil
}

// end ends the process.
func (o *objects) end() {
	if o.cmd != nil {
		o.cancel()
		o.cmd.Wait()
		o.cmd = nil
	}
}
