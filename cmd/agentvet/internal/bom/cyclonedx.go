package bom

// This file writes a bill as CycloneDX.

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

// A Stamp is what tells two bills of one program apart. The zero Stamp writes none.
type Stamp struct {
	Serial string // as in urn:uuid:…
	Time   string // as in 2027-06-30T12:00:00Z
}

// WriteCycloneDX writes d as CycloneDX 1.6 in JSON.
func (d *Document) WriteCycloneDX(w io.Writer, s Stamp) error {
	bill := cyclonedx.NewBOM()
	bill.SerialNumber = s.Serial
	bill.Metadata = &cyclonedx.Metadata{
		Timestamp: s.Time,
		Tools:     &cyclonedx.ToolsChoice{Components: &[]cyclonedx.Component{{Type: cyclonedx.ComponentTypeApplication, Name: "agentvet", Version: d.Agentvet}}},
		Component: &cyclonedx.Component{BOMRef: root, Type: cyclonedx.ComponentTypeApplication, Name: d.Module.Path, Version: d.Module.Version, PackageURL: purl(d.Module)},
	}
	c := &converter{Document: d, refs: make(map[string][]string)}
	c.components()
	bill.Components, bill.Services = some(c.list), some(c.services)
	bill.Dependencies = c.dependencies()
	bill.Properties = c.unknowns(d.Unknowns)
	enc := cyclonedx.NewBOMEncoder(w, cyclonedx.BOMFileFormatJSON)
	enc.SetPretty(true)
	enc.SetEscapeHTML(false)
	return enc.EncodeVersion(bill, cyclonedx.SpecVersion1_6)
}

// root is the reference of the program itself.
const root = "module"

// A converter makes components and services.
type converter struct {
	*Document
	list     []cyclonedx.Component
	services []cyclonedx.Service
	refs     map[string][]string // what each part depends on
}

func (c *converter) components() {
	for _, a := range c.Agents {
		c.agent(a)
	}
	for _, t := range c.Tools {
		c.tool(t)
	}
	for _, m := range c.Models {
		name := cmp.Or(m.Name, "computed")
		c.add(cyclonedx.Component{BOMRef: m.ID, Type: cyclonedx.ComponentTypeMachineLearningModel, Name: name}, properties(
			"kind", "model", "of", m.Of, "position", m.Position))
	}
	for _, x := range c.Instructions {
		one := cyclonedx.Component{BOMRef: x.ID, Type: cyclonedx.ComponentTypeData, Name: "instruction at " + x.Position, Description: x.Text}
		computed := ""
		if x.SHA256 == "" {
			computed = "true"
		} else {
			one.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: x.SHA256}}
		}
		c.add(one, properties("kind", "instruction", "of", x.Of, "computed", computed, "position", x.Position))
	}
	for _, m := range c.Dependencies {
		c.refs[root] = append(c.refs[root], "go:"+m.Path)
		c.add(cyclonedx.Component{BOMRef: "go:" + m.Path, Type: cyclonedx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: purl(m)},
			properties("replace", m.Replace))
	}
}

// agent adds an agent: a server and one that runs elsewhere are services.
func (c *converter) agent(a Agent) {
	c.refs[root] = append(c.refs[root], a.ID)
	c.refs[a.ID] = slices.Concat(a.Tools, a.Agents, a.Models, a.Instructions)
	props := properties("kind", a.Kind, "framework", a.Framework, "bound", a.Bound, "position", a.Position)
	for _, u := range a.Unknowns {
		props = append(props, properties("unknown", u.What+": "+u.Reason)...)
	}
	if a.Kind == "server" || a.Kind == "remote" {
		remote := a.Kind == "remote"
		c.services = append(c.services, cyclonedx.Service{BOMRef: a.ID, Name: a.Name, CrossesTrustBoundary: &remote, Properties: some(props)})
		return
	}
	c.add(cyclonedx.Component{BOMRef: a.ID, Type: cyclonedx.ComponentTypeApplication, Name: a.Name}, props)
}

func (c *converter) tool(t Tool) {
	props := properties("kind", "tool", "framework", t.Framework, "handler", t.Handler, "gate", t.Gate, "unknown", t.Unknown, "position", t.Position)
	if t.Destructive {
		props = append(props, properties("destructive", "true")...)
	}
	for _, h := range t.Hints {
		props = append(props, properties("hint", h)...)
	}
	for _, d := range t.Declared {
		props = append(props, properties("declared", d)...)
	}
	for _, n := range t.Needs {
		key := "needs"
		if n.Maybe {
			key = "needs:maybe"
		}
		props = append(props, properties(key, n.Name)...)
	}
	if strings.HasPrefix(t.Agent, "agent:") {
		c.refs[t.ID] = append(c.refs[t.ID], t.Agent)
	}
	c.add(cyclonedx.Component{BOMRef: t.ID, Type: cyclonedx.ComponentTypeApplication, Name: cmp.Or(t.Name, "unknown"), Description: t.Description}, props)
}

func (c *converter) add(one cyclonedx.Component, props []cyclonedx.Property) {
	one.Properties = some(props)
	c.list = append(c.list, one)
}

// dependencies returns what depends on what, sorted.
func (c *converter) dependencies() *[]cyclonedx.Dependency {
	var list []cyclonedx.Dependency
	for ref, on := range c.refs {
		if slices.Sort(on); len(on) > 0 {
			on = slices.Compact(on)
			list = append(list, cyclonedx.Dependency{Ref: ref, Dependencies: &on})
		}
	}
	slices.SortFunc(list, func(a, b cyclonedx.Dependency) int { return cmp.Compare(a.Ref, b.Ref) })
	return some(list)
}

func (c *converter) unknowns(list []Unknown) *[]cyclonedx.Property {
	var props []cyclonedx.Property
	for _, u := range list {
		props = append(props, properties("unknown", u.What+": "+u.Reason+" ("+u.Position+")")...)
	}
	return some(props)
}

// properties makes properties of keys and values, without those that are empty.
func properties(pairs ...string) (list []cyclonedx.Property) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			list = append(list, cyclonedx.Property{Name: "agentvet:" + pairs[i], Value: pairs[i+1]})
		}
	}
	return list
}

// some returns a list as the library wants it: nil for an empty one.
func some[T any](list []T) *[]T {
	if len(list) == 0 {
		return nil
	}
	return &list
}

// purl returns the package URL of a module. Of one that a directory replaces, there is none.
func purl(m Dependency) string {
	path, version := m.Path, m.Version
	if m.Replace != "" {
		var ok bool
		if path, version, ok = strings.Cut(m.Replace, "@"); !ok {
			return ""
		}
	}
	if version == "" {
		return "pkg:golang/" + escape(path)
	}
	return "pkg:golang/" + escape(path) + "@" + escape(version)
}

// escape escapes a text for a package URL, which leaves slashes as they are.
func escape(text string) string {
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteString(strings.ToUpper(strconv.FormatUint(uint64(c)+0x100, 16)[1:]))
		}
	}
	return b.String()
}
