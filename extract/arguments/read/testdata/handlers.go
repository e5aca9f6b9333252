// Package handlers takes arguments in the ways that programs do.
package handlers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"
)

// A request is what a library hands to a handler.
type request struct {
	Session string
	Params  struct {
		Name      string
		Arguments any
	}
}

func text(args map[string]any, key string) string {
	s, _ := args[key].(string)
	return s
}

func must(args map[string]any, key string) (string, error) {
	if s := text(args, key); s != "" {
		return s, nil
	}
	return "", fmt.Errorf("no %s", key)
}

func all(r request) map[string]any {
	args, ok := r.Params.Arguments.(map[string]any)
	if !ok {
		return nil
	}
	return args
}

func lookups(r request) string {
	args := all(r)
	n, _ := args["count"].(float64)
	if deep, ok := args["deep"].(bool); ok && deep {
		n++
	}
	return text(args, "name") + fmt.Sprint(n)
}

func required(args map[string]any) (string, error) { return must(args, "path") }

func integer(args map[string]any) int {
	n, _ := args["line"].(int)
	return n
}

func either(args map[string]any) string {
	switch v := args["id"].(type) {
	case string:
		return v
	case float64:
		return fmt.Sprint(v)
	}
	return ""
}

func anything(args map[string]any) string { return fmt.Sprint(args["value"]) }

func present(args map[string]any) bool {
	_, ok := args["force"]
	return ok
}

type input struct {
	Title string   `json:"title"`
	Tags  []string `json:"tags,omitempty"`
	Limit int      `json:"limit"`
	Code  int      `json:"code,string"`
	when
	unseen string
}

type when struct {
	Day string `json:"day"`
}

func decodes(raw json.RawMessage) (string, error) {
	var in input
	if err := json.Unmarshal(raw, &in); err != nil {
		return "", err
	}
	in.Limit = 3
	return in.Title + in.Day + fmt.Sprint(in.Code), nil
}

func streams(arguments string) (string, error) {
	d := json.NewDecoder(strings.NewReader(arguments))
	d.DisallowUnknownFields()
	var in input
	if err := d.Decode(&in); err != nil {
		return "", err
	}
	return strings.Join(in.Tags, ","), nil
}

func again(args map[string]any) (string, error) {
	data, err := json.Marshal(args)
	if err != nil {
		return "", err
	}
	in, err := decode[input](data)
	return in.Title, err
}

func decode[T any](data []byte) (T, error) {
	var out T
	err := json.Unmarshal(bytes.TrimSpace(data), &out)
	return out, err
}

func (in input) check() error {
	if in.Limit < 0 {
		return fmt.Errorf("limit %d", in.Limit)
	}
	return nil
}

func typed(in *input) error { return in.check() }

func literal(r request) string {
	args := all(r)
	get := func(key string) string { return text(args, key) }
	first := func() string { return text(args, "first") }
	return get("second") + first()
}

func defaults(args map[string]any) string {
	if args == nil {
		args = map[string]any{}
	}
	args["lang"] = "en"
	slog.Info("called", "args", args)
	return text(args, "lang") + text(args, "word")
}

func loops(args map[string]any) (n int) {
	for range args {
		n++
	}
	return n
}

func hands(r request, next func(request) string) string {
	if text(all(r), "token") == "" {
		return ""
	}
	return next(r)
}

func numbers(raw []byte) (string, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var args map[string]any
	err := d.Decode(&args)
	n, _ := args["size"].(json.Number)
	return n.String(), err
}

func ignores(_ request) string { return "" }

func keeps(r request) { last = r }

var last request

func computed(args map[string]any, n int) string { return text(args, fmt.Sprint("arg", n)) }

func round(args map[string]any, depth int) string {
	if depth == 0 {
		return text(args, "leaf")
	}
	return round(args, depth-1)
}

func strung(raw json.RawMessage) string {
	var args map[string]string
	_ = json.Unmarshal(raw, &args)
	return args["path"]
}

func single(path string) ([]byte, error) { return os.ReadFile(path) }

func bind(args map[string]any, into any) error {
	data, err := json.Marshal(args)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

func bindTo(args map[string]any, in *input) error { return bind(args, in) }

func bound(args map[string]any) (string, error) {
	var in input
	if err := bind(args, &in); err != nil {
		return "", err
	}
	var more input
	err := bindTo(args, &more)
	return in.Title + more.Day, err
}

func aliases(r request, names map[string]string) request {
	args := all(r)
	for from, to := range names {
		if v, ok := args[from]; ok {
			args[to] = v
		}
	}
	r.Params.Arguments = args
	return r
}

func asserted(args map[string]any) string { return args["kind"].(string) }

type untagged struct {
	UserID string
	Kind   string
}

func converted(in struct {
	UserID string `json:"user_id"`
	Kind   string `json:"kind"`
}) string {
	return untagged(in).UserID + in.Kind
}

func ping(args map[string]any, n int) string {
	if n == 0 {
		return text(args, "ping")
	}
	return pong(args, n-1)
}

func pong(args map[string]any, n int) string {
	if n == 0 {
		return text(args, "pong")
	}
	return ping(args, n-1)
}

type catalog struct{ entries []map[string]any }

func (c *catalog) add(args map[string]any) { c.entries = append(c.entries, args) }

func kept(args map[string]any, c *catalog) string {
	c.add(args)
	return text(args, "title")
}

func logCall(args map[string]any) {
	for k, v := range args {
		slog.Info(k, "value", v)
	}
}

func logged(args map[string]any) string {
	logCall(args)
	return text(args, "title")
}

func listed(args map[string]any) (out string) {
	for _, key := range []string{"one", "two"} {
		out += text(args, key)
	}
	return out
}

func raws(args map[string]json.RawMessage) string { return string(args["body"]) }

// A toolCall is how clients of models hand on a call.
type toolCall struct {
	ID       string `json:"id"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

func ofCall(call toolCall) string {
	if call.Function.Name != "shell" {
		return "no such tool " + call.ID
	}
	var in struct {
		Command string `json:"command"`
	}
	if json.Unmarshal([]byte(call.Function.Arguments), &in) != nil {
		return ""
	}
	return in.Command
}

// A toolUse is how others do.
type toolUse struct {
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

func ofUse(use *toolUse) string {
	var in struct {
		Path string `json:"path"`
	}
	_ = json.Unmarshal(use.Input, &in)
	return in.Path
}

// upload has an argument that is called input, and no name.
type upload struct {
	Input json.RawMessage `json:"input"`
	Title string          `json:"title"`
}

func ofUpload(in upload) string { return in.Title + string(in.Input) }
