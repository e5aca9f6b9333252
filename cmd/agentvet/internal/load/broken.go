package load

// This file analyses what does not build.

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/mend"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/overlay"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// addBroken adds the units that go vet has not served, and all of them where one package
// kept it from every other: what does not build is taken out, and go vet runs again.
func (r *Result) addBroken(ctx context.Context, c Config, o *overlay.Overlay, units []unit, last *vetted) error {
	rest := absent(units, r.Packages)
	whole := units
	if units = hideAllTests(o, units, rest); len(sources(rest)) == 0 { // their tests do not
		r.unfinished(absent(whole, r.Packages), last)
		return nil
	}
	mended, err := mend.Mend(ctx, mend.Config{Command: c.Command, Dir: c.Dir, Flags: c.buildFlags(), Overlay: o}, sources(rest))
	if err != nil {
		return err
	}
	if len(mended.Flags) == len(c.buildFlags()) { // nothing was changed but the tests
		flag, err := o.Flag()
		if err != nil {
			return err
		}
		mended.Flags = append(mended.Flags, flag...)
	}
	again, err := vet(ctx, c, sources(rest), mended.Flags, mended.Env)
	if err != nil {
		return err
	}
	payloads := append(slices.Clone(last.payloads), again.payloads...)
	r.Packages, r.Unnamed = choose(units, payloads), others(units, payloads)
	r.fail(again.failed)
	r.lack(cmp.Or(c.Base, c.Dir), mended.Losses)
	if len(mended.Losses) == 0 {
		r.unfinished(rest, last) // it was a test
	}
	r.unfinished(absent(units, r.Packages), again)
	return nil
}

// unfinished says that go vet has not served units.
func (r *Result) unfinished(units []unit, v *vetted) {
	if len(units) > 0 {
		r.Notices = append(r.Notices, fmt.Sprintf("go vet did not finish %s:\n%s", names(units), indent(v.reason())))
	}
}

// lack says what was not there: to the user, and as an unknown at each place, which stands
// in the way of every verdict that it may change.
func (r *Result) lack(dir string, losses []*mend.Loss) {
	for _, l := range losses {
		r.Notices = append(r.Notices, notice(dir, l))
		i := slices.IndexFunc(r.Packages, func(p *module.Package) bool { return p.Path == l.Package })
		if i < 0 {
			continue
		}
		p := r.Packages[i]
		for _, u := range unknowns(l) {
			p.Program.Unknowns = append(p.Program.Unknowns, u)
			p.Findings = append(p.Findings, *report.UnknownPart(nil, u))
		}
	}
}

// unknowns returns what may be in the parts that a package lacks.
func unknowns(l *mend.Loss) []graph.Unknown {
	var out []graph.Unknown
	add := func(pos graph.Pos, name string) {
		out = append(out, graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: reason.Of(reason.Broken, name), Pos: pos})
	}
	if l.Whole {
		add(l.Pos, l.Package)
		return out
	}
	for _, part := range l.Parts {
		add(part.Pos, filepath.Base(part.Name))
	}
	return out
}

// notice says what of a package was not read, and why in the words of the go command.
func notice(dir string, l *mend.Loss) string {
	const most = 5 // errors shown for one package
	var b strings.Builder
	fmt.Fprintf(&b, "package %s does not type-check; %s:", l.Package, extent(l))
	for _, line := range l.Errors[:min(len(l.Errors), most)] {
		fmt.Fprintf(&b, "\n    %s", relativeError(dir, line))
	}
	if n := len(l.Errors) - most; n > 0 {
		fmt.Fprintf(&b, "\n    and %d more", n)
	}
	return b.String()
}

// extent says how much of a broken package was read.
func extent(l *mend.Loss) string {
	if l.Whole {
		return "it was not read"
	}
	count := make(map[mend.PartKind]int)
	for _, part := range l.Parts {
		count[part.Kind]++
	}
	var parts []string
	total := 0
	for kind, noun := range []string{"function", "variable", "type", "file", "import"} {
		n := count[mend.PartKind(kind)]
		total += n
		switch {
		case n == 1:
			parts = append(parts, "1 of its "+noun+"s")
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d of its %ss", n, noun))
		}
	}
	switch total {
	case 0:
		return "all of its functions were read"
	case 1:
		return parts[0] + " was not read"
	}
	return strings.Join(parts, ", ") + " were not read"
}

// relativeError returns an error with its position relative to dir.
func relativeError(dir, line string) string {
	line = strings.ReplaceAll(line, "\n\t", "\n        ")
	if rest, ok := strings.CutPrefix(line, dir+string(filepath.Separator)); ok {
		return filepath.ToSlash(rest)
	}
	return line
}
