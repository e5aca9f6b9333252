// Package t has guards of all kinds, and what looks like them.
package t

import (
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

func input() string { return os.Getenv("P") } // @Source(p)

var allowed = map[string]bool{"ls": true}

func known(name string) bool { return allowed[name] }

func unknown(name string) bool { return !allowed[name] }

func listed(name string) bool {
	_, ok := allowed[name]
	return ok
}

func members() {
	p := input()
	if known(p) {
		exec.Command(p)
	}
	if unknown(p) {
		exec.Command(p) // @Sink(p)
	}
	if listed(p) {
		exec.Command(p)
	}
	if i := slices.Index([]string{"ls", "date"}, p); i >= 0 {
		exec.Command(p)
	}
	if slices.Index([]string{"ls"}, p) == -1 {
		exec.Command(p) // @Sink(p)
	}
	if i := slices.Index([]string{"ls"}, p); i > -2 {
		exec.Command(p) // @Sink(p)
	}
	if slices.Index(strings.Fields(p), "ls") >= 0 {
		exec.Command(p) // @Sink(p)
	}
}

func choices() {
	p := input()
	switch p {
	case "git", "ls":
		exec.Command(p)
	default:
		exec.Command(p) // @Sink(p)
	}
	if p != "git" && p != "ls" {
		return
	}
	exec.Command(p)
}

func isOne(p string) bool {
	for _, a := range []string{"ls", "date"} {
		if p == a {
			return true
		}
	}
	return false
}

func isOneOf(p string, list []string) bool {
	for _, a := range list {
		if p == a {
			return true
		}
	}
	return false
}

func loops() {
	p := input()
	for _, a := range []string{"ls", "date"} {
		if p == a {
			exec.Command(p)
		}
	}
	for _, a := range []string{"ls", p} {
		if p == a {
			exec.Command(p) // @Sink(p)
		}
	}
	if isOne(p) {
		exec.Command(p)
	}
	if !isOne(p) {
		exec.Command(p) // @Sink(p)
	}
	if isOneOf(p, strings.Fields(p)) {
		exec.Command(p) // @Sink(p)
	}
}

func patterns() {
	p := input()
	if ok, err := regexp.MatchString(`^[a-z]+$`, p); ok && err == nil {
		exec.Command(p)
	}
	if ok, _ := regexp.MatchString(`^[a-z]+`, p); ok {
		exec.Command(p) // @Sink(p)
	}
	if ok, _ := regexp.MatchString(p, "ls"); ok {
		exec.Command(p) // @Sink(p)
	}
	if _, err := regexp.MatchString(`^[a-z]+$`, p); err == nil {
		exec.Command(p) // @Sink(p)
	}
	re, err := regexp.Compile(`^[a-z]+$`)
	if err == nil && re.MatchString(p) {
		exec.Command(p)
	}
}

// All elements of a list.
func allOf() {
	args := strings.Fields(input())
	for _, a := range args {
		if !allowed[a] {
			return
		}
	}
	exec.Command(args[0])
	exec.Command("sh", args...)
	exec.Command("sh", args[1:]...)
}

func checkAll(args []string) error {
	for _, a := range args {
		if !allowed[a] {
			return errors.New("not this one")
		}
	}
	return nil
}

func areAll(args []string) bool {
	for i := range args {
		if strings.HasPrefix(args[i], "-") || !known(args[i]) {
			return false
		}
	}
	return true
}

func checked() {
	args := strings.Fields(input())
	if err := checkAll(args); err != nil {
		exec.Command("sh", args...) // @Sink(p)
		return
	}
	exec.Command("sh", args...)
}

func checkedToo() {
	args := strings.Fields(input())
	if areAll(args) {
		exec.Command("sh", args...)
	}
	exec.Command("sh", args...) // @Sink(p)
}

func someOf() {
	args := strings.Fields(input())
	for _, a := range args {
		if !allowed[a] {
			break
		}
	}
	exec.Command("sh", args...) // @Sink(p)
}

func skipped() {
	args := strings.Fields(input())
	for _, a := range args {
		if !allowed[a] {
			log.Print("not this one")
			continue
		}
	}
	exec.Command("sh", args...) // @Sink(p)
}

func writtenLater() {
	args := strings.Fields(input())
	for _, a := range args {
		if !allowed[a] {
			return
		}
	}
	args[0] = input()
	exec.Command("sh", args...) // @Sink(p)
}

func writtenMeanwhile() {
	args := strings.Fields(input())
	for i, a := range args {
		if !allowed[a] {
			return
		}
		args[i] = input()
	}
	exec.Command("sh", args...) // @Sink(p)
}

func others() {
	args, more := strings.Fields(input()), strings.Fields(input())
	for _, a := range args {
		if !allowed[a] {
			return
		}
	}
	exec.Command("sh", more...)                  // @Sink(p)
	exec.Command("sh", append(args, more...)...) // @Sink(p)
}

func firstOnly() {
	args := strings.Fields(input())
	for _, a := range args[:1] {
		if !allowed[a] {
			return
		}
	}
	exec.Command("sh", args...) // @Sink(p)
}

// Hosts that the program chooses.
func hosts() {
	p := input()
	u, _ := url.Parse("https://example.com")
	http.Head(u.JoinPath(p).String())
	s, _ := url.JoinPath("https://example.com", p)
	http.Head(s)
	t, _ := url.JoinPath(p, "x")
	http.Head(t) // @Sink(p)
	var b strings.Builder
	b.WriteString("https://example.com/")
	b.WriteString(p)
	http.Head(b.String())
	var c strings.Builder
	c.WriteString("https://")
	c.WriteString(p)
	http.Head(c.String()) // @Sink(p)
	var d strings.Builder
	d.WriteString(p)
	d.WriteString("https://example.com/")
	http.Head(d.String()) // @Sink(p)
	var e strings.Builder
	e.WriteString("https://example.com/")
	e.Reset()
	e.WriteString(p)
	http.Head(e.String()) // @Sink(p)
	http.Head(fmt.Sprintf("%s/%s", "https://example.com", p))
	http.Head("https://example.com" + path.Join("/", p))
	http.Head("https://example.com" + path.Join(p, "/")) // @Sink(p)
	below := "/" + p
	http.Head("https://example.com" + below)
	base, _ := url.Parse("https://example.com/")
	http.Head(base.ResolveReference(&url.URL{Path: p}).String())
	r, _ := url.Parse(p)
	http.Head(base.ResolveReference(r).String()) // @Sink(p)
}

// The same path, made twice.
func paths() {
	p := input()
	rel, err := filepath.Rel("/srv", filepath.Join("/srv", p))
	if err != nil || strings.HasPrefix(rel, "..") {
		return
	}
	os.Remove(filepath.Join("/srv", p))
	os.Remove(filepath.Join("/src", p)) // @Sink(p)
	os.Remove(p)                        // @Sink(p)
}

// The host of an address that is changed after it was looked at.
func changedHost() {
	u, _ := url.Parse(input())
	host := u.Hostname()
	u.Host = input()
	if host != "example.com" {
		return
	}
	http.Head(u.String()) // @Sink(p)
}

func changedBetween() {
	u, _ := url.Parse(input())
	host := u.Hostname()
	if host != "example.com" {
		u.Host = input()
		if host != "www.example.com" {
			return
		}
	}
	http.Head(u.String()) // @Sink(p)
}

func oneOfTwoHosts() {
	u, _ := url.Parse(input())
	if host := u.Hostname(); host != "example.com" && !strings.HasSuffix(host, ".example.com") {
		return
	}
	http.Head(u.String())
	u.Host = input()
	http.Head(u.String()) // @Sink(p)
}

func oneOfTwoReads() {
	u, _ := url.Parse(input())
	if u.Host != "example.com" && u.Hostname() != "www.example.com" {
		return
	}
	http.Head(u.String())
}

// Texts that functions of the standard library read, and return what they are.
func numbers() {
	p := input()
	if _, err := strconv.Atoi(p); err == nil {
		exec.Command("sh", "-c", "head -n "+p)
	} else {
		exec.Command("sh", "-c", "head -n "+p) // @Sink(p)
	}
	if isNumber(p) {
		exec.Command("sh", "-c", "head -n "+p)
	}
	if isNoNumber(p) {
		exec.Command("sh", "-c", "head -n "+p) // @Sink(p)
		return
	}
	exec.Command("sh", "-c", "head -n "+p)
}

func isNumber(s string) bool   { _, err := strconv.ParseInt(s, 10, 64); return err == nil }
func isNoNumber(s string) bool { _, err := strconv.ParseInt(s, 10, 64); return err != nil }

func addresses() {
	p := input()
	if net.ParseIP(p) == nil {
		exec.Command("sh", "-c", "ping "+p) // @Sink(p)
		return
	}
	exec.Command("sh", "-c", "ping "+p)
	http.Head("http://" + p) // @Sink(p)
}

func zones() {
	p := input()
	if _, err := netip.ParseAddr(p); err != nil {
		return
	}
	exec.Command("sh", "-c", "ping "+p) // @Sink(p)
}

func dates(layout string) {
	p := input()
	if _, err := time.Parse(time.DateOnly, p); err != nil {
		os.Remove(p) // @Sink(p)
		return
	}
	os.Remove(p)
	q := input()
	if _, err := time.Parse(layout, q); err == nil {
		os.Remove(q) // @Sink(p)
	}
}

// Answers that a function gives by what another one has said.
func turned() {
	p := filepath.Join("/srv", input())
	if isInside(p) {
		os.Remove(p)
	}
	if isOutside(p) {
		os.Remove(p) // @Sink(p)
	}
	if !isOutside(p) {
		os.Remove(p)
	}
}

func isInside(p string) bool {
	rel, err := filepath.Rel("/srv", p)
	return err == nil && !strings.HasPrefix(rel, "..")
}

func isOutside(p string) bool {
	rel, err := filepath.Rel("/srv", p)
	return err != nil || strings.HasPrefix(rel, "..")
}

// What leads out, by name and by what is above, is asked the wrong way round.
func wrongWay() {
	p := filepath.Join("/srv", input())
	if isWithin(p) {
		return
	}
	os.Remove(p) // @Sink(p)
}

func isWithin(p string) bool {
	rel, err := filepath.Rel("/srv", p)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}
