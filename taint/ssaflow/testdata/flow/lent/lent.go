// Package t has methods that libraries call.
package t

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
)

func source() string   { return "s" }
func sink(args ...any) {}

type valuePrint struct{ s string }

func (v valuePrint) String() string {
	sink(v.s) // @Sink(Print)
	return ""
}

func callPrint() {
	fmt.Println(valuePrint{source()}) // @Source(Print)
}

type valuePrintf struct{ s string }

func (v valuePrintf) String() string {
	sink(v.s) // @Sink(Printf)
	return ""
}

func callPrintf() {
	fmt.Printf("%s", valuePrintf{source()}) // @Source(Printf)
}

type valueSlog struct{ s string }

func (v valueSlog) LogValue() slog.Value {
	sink(v.s) // @Sink(Slog)
	return slog.Value{}
}

func callSlog() {
	slog.Info("x", "v", valueSlog{source()}) // @Source(Slog)
}

type valueErrorf struct{ s string }

func (v valueErrorf) Error() string {
	sink(v.s) // @Sink(Errorf)
	return ""
}

func callErrorf() {
	fmt.Errorf("x: %w", valueErrorf{source()}) // @Source(Errorf)
}

type valueJSON struct{ s string }

func (v valueJSON) MarshalJSON() ([]byte, error) {
	sink(v.s) // @Sink(JSON)
	return nil, nil
}

func callJSON() {
	json.Marshal(valueJSON{source()}) // @Source(JSON)
}

type valueDeep struct{ s string }

func (v valueDeep) MarshalJSON() ([]byte, error) {
	sink(v.s) // @Sink(Deep)
	return nil, nil
}

func callDeep() {
	json.Marshal(map[string]any{"x": []any{valueDeep{source()}}}) // @Source(Deep)
}

type valueEncode struct{ s string }

func (v valueEncode) MarshalText() ([]byte, error) {
	sink(v.s) // @Sink(Encode)
	return nil, nil
}

func callEncode() {
	json.NewEncoder(io.Discard).Encode(valueEncode{source()}) // @Source(Encode)
}

type writerFprint struct{}

func (writerFprint) Write(p []byte) (int, error) {
	sink(p) // @Sink(WFprint)
	return len(p), nil
}

func writeFprint() {
	fmt.Fprintf(writerFprint{}, "%s", source()) // @Source(WFprint)
}

type writerCopy struct{}

func (writerCopy) Write(p []byte) (int, error) {
	sink(p) // @Sink(WCopy)
	return len(p), nil
}

func writeCopy() {
	io.Copy(writerCopy{}, strings.NewReader(source())) // @Source(WCopy)
}

type writerWriteString struct{}

func (writerWriteString) Write(p []byte) (int, error) {
	sink(p) // @Sink(WWriteString)
	return len(p), nil
}

func writeWriteString() {
	io.WriteString(writerWriteString{}, source()) // @Source(WWriteString)
}

type writerEncoder struct{}

func (writerEncoder) Write(p []byte) (int, error) {
	sink(p) // @Sink(WEncoder)
	return len(p), nil
}

func writeEncoder() {
	json.NewEncoder(writerEncoder{}).Encode(source()) // @Source(WEncoder)
}

type writerBufio struct{}

func (writerBufio) Write(p []byte) (int, error) {
	sink(p) // @Sink(WBufio)
	return len(p), nil
}

func writeBufio() {
	bufio.NewWriter(writerBufio{}).WriteString(source()) // @Source(WBufio)
}

type writerMulti struct{}

func (writerMulti) Write(p []byte) (int, error) {
	sink(p) // @Sink(WMulti)
	return len(p), nil
}

func writeMulti() {
	io.WriteString(io.MultiWriter(writerMulti{}, io.Discard), source()) // @Source(WMulti)
}

type writerTee struct{}

func (writerTee) Write(p []byte) (int, error) {
	sink(p) // @Sink(WTee)
	return len(p), nil
}

func writeTee() {
	io.ReadAll(io.TeeReader(strings.NewReader(source()), writerTee{})) // @Source(WTee)
}

type writerTo struct{}

func (writerTo) Write(p []byte) (int, error) {
	sink(p) // @Sink(WTo)
	return len(p), nil
}

func writeTo() {
	bytes.NewBufferString(source()).WriteTo(writerTo{}) // @Source(WTo)
}

type writerHanded struct{}

func (writerHanded) Write(p []byte) (int, error) {
	sink(p) // @Sink(WHanded)
	return len(p), nil
}

func writeHanded() {
	render(writerHanded{}, source()) // @Source(WHanded)
}

type writerTemplate struct{}

func (writerTemplate) Write(p []byte) (int, error) {
	sink(p) // @Sink(WTemplate)
	return len(p), nil
}

func writeTemplate() {
	template.Must(template.New("x").Parse("{{.}}")).Execute(writerTemplate{}, source()) // @Source(WTemplate)
}

// Who provides the writer is a caller.
func render(w io.Writer, s string) { fmt.Fprintln(w, s) }

type parsed struct{ s string }

func (v *parsed) UnmarshalJSON(b []byte) error {
	sink(b) // @Sink(parsed)
	return nil
}

func decode() {
	var v struct{ Part parsed }
	json.Unmarshal([]byte(source()), &v.Part) // @Source(parsed)
}

type transport struct{}

func (transport) RoundTrip(r *http.Request) (*http.Response, error) {
	sink(r.URL.RawQuery) // @Sink(transport)
	return nil, nil
}

func get() {
	c := &http.Client{Transport: transport{}}
	c.Get("https://example.com/?" + source()) // @Source(transport) @Source(get) @Sink(get)
}

func template1() {
	funcs := template.FuncMap{"run": func(s string) string {
		sink(s) // @Sink(template1)
		return ""
	}}
	template.Must(template.New("x").Funcs(funcs).Parse("{{run .}}")).Execute(os.Stdout, source()) // @Source(template1)
}

type page struct{ s string }

func (p page) Run() string {
	sink(p.s) // @Sink(page)
	return ""
}

func template2() {
	template.Must(template.New("x").Parse("{{.Run}}")).Execute(os.Stdout, page{source()}) // @Source(page)
}

func scan() {
	s := bufio.NewScanner(strings.NewReader(source())) // @Source(scan)
	s.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		sink(data) // @Sink(scan)
		return 0, nil, nil
	})
	for s.Scan() {
	}
}

type setting struct{}

func (setting) String() string { return "" }
func (setting) Set(s string) error {
	sink(s) // @Sink(setting)
	return nil
}

func flags() {
	set := flag.NewFlagSet("x", flag.ContinueOnError)
	set.Var(setting{}, "x", "")
	set.Parse([]string{source()}) // @Source(setting)
}

// What a method is not given, it does not have.
type quiet struct{ s string }

func (quiet) String() string { return "quiet" }

type plain struct{}

func (plain) Write(p []byte) (int, error) {
	sink(p)
	return len(p), nil
}

type two struct{ a, b string }

func (v two) String() string {
	sink(v.a)
	return v.a
}

func clean() {
	fmt.Println(quiet{source()})
	fmt.Fprintf(plain{}, "fixed")
	render(plain{}, "fixed")
	fmt.Println(two{a: "x", b: source()})
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s", source())
	fmt.Fprintf(plain{}, "fixed")
}
