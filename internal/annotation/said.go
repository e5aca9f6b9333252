package annotation

// This file reads what tags say of a field to libraries that make JSON schemas of Go types. There are two ways to write the
// tag jsonschema: options, as in "required,description=Who gets it" (invopop and those that follow it), and the description alone
// (google). Both are read, as no package says here which library will.

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// options begins a tag of options: a word with a value, or one of those that stand alone.
var options = regexp.MustCompile(`^(-|required|omitempty|nullable|uniqueItems|uniqueitems|anchor|\w+=.*)(,|$)`)

// jsonschema returns the options of the tag jsonschema, and what is no option, which is a description.
func jsonschema(tag string) (list []string, text string) {
	text = reflect.StructTag(tag).Get("jsonschema")
	if !options.MatchString(text) {
		return nil, text
	}
	text = strings.ReplaceAll(text, `\,`, "\x00") // a comma in a value
	for option := range strings.SplitSeq(text, ",") {
		list = append(list, strings.ReplaceAll(option, "\x00", ","))
	}
	return list, ""
}

// description returns what a model is told that a field is.
func description(tag string) string {
	list, text := jsonschema(tag)
	for _, option := range list {
		if said, ok := strings.CutPrefix(option, "description="); ok {
			text = said
		}
	}
	for _, key := range []string{"jsonschema_description", "description", "desc"} {
		if said := reflect.StructTag(tag).Get(key); said != "" && text == "" {
			text = said
		}
	}
	return text
}

// schemaWords returns what else the tags of a field say, as graph.Param has it.
func schemaWords(tag string) (out []string) {
	list, _ := jsonschema(tag)
	for _, option := range list {
		word, value, hasValue := strings.Cut(option, "=")
		switch {
		case word == "" || word == "enum" || word == "description" || word == "omitempty":
		case hasValue:
			out = append(out, word+" "+value)
		default:
			out = append(out, word)
		}
	}
	for _, key := range []string{"jsonschema_extras", "default", "enum", "format", "pattern", "minimum", "maximum", "required"} {
		if value := reflect.StructTag(tag).Get(key); value != "" {
			out = append(out, key+" "+value)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
