package report

// This file words that settings limit nothing.

import (
	"strconv"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/extract/settings"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// Settings returns the findings on settings that nothing obeys: one for those that stand side by side in one struct.
func Settings(unread []settings.Unread) (out []Finding) {
	for len(unread) > 0 {
		n := 1
		for n < len(unread) && unread[n].Struct != "" && unread[n].Struct == unread[0].Struct {
			n++
		}
		out = append(out, *setting(unread[:n]))
		unread = unread[n:]
	}
	return out
}

// SettingsUnread returns the unknown that settings were not judged, and why.
func SettingsUnread(why string, pos graph.Pos) *Finding {
	f := newFinding(rules.UnreadSetting, pos, "it is not known which settings of the module nothing obeys: %s", why)
	f.Verdict = verdict.Unknown
	return f
}

// setting returns the finding on settings of one struct.
func setting(group []settings.Unread) *Finding {
	first, word, it := group[0], "setting", "it"
	if len(group) > 1 {
		word, it = "settings", "them"
	}
	var names []string
	var steps []Step
	idle := false
	for _, u := range group {
		name := strconv.Quote(u.Name)
		names = append(names, name)
		for _, use := range u.Uses {
			idle = idle || use.Kind == settings.Idle || use.Kind == settings.Shown || use.Kind == settings.Logs
			text := useOfSetting(use)
			if len(group) > 1 {
				text = name + ": " + text
			}
			steps = append(steps, Step{Pos: use.Pos, Text: text})
		}
	}
	const most = 6
	if more := len(steps) - most; more > 1 {
		steps = append(steps[:most], Step{Text: "and " + plural(more, "place") + " like these"})
	}
	if !idle {
		steps = append(steps, Step{Pos: first.Pos, Text: "no code looks at " + it})
	}
	f := newFinding(rules.UnreadSetting, first.Pos, "nothing obeys the %s %s%s", word, and(names), inStruct(first))
	f.Subject = first.Name
	f.Witness = append([]Step{{Pos: first.At, Text: first.By + " sets " + it}}, steps...)
	return f
}

// inStruct says which struct has a setting.
func inStruct(u settings.Unread) string {
	if u.Struct == "" {
		return ""
	}
	return " of " + u.Struct
}

// useOfSetting says what is done with a setting though nothing depends on it.
func useOfSetting(u settings.Use) string {
	switch u.Kind {
	case settings.Shown:
		return "it is logged here"
	case settings.Logs:
		return "all that depends on it is what is logged here"
	case settings.Saved:
		return "it is written out with the other settings"
	case settings.Handed:
		return "it goes to " + settings.Spoken(u.Into)
	case settings.Idle:
		return settings.Function(u.Func) + " would look at it, and nothing calls that"
	}
	panic("a setting that is looked at") // then nothing is said of it
}
