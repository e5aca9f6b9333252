package ssaflow

// This file writes summaries as facts: short, as drivers read and write those of all
// imports of a package.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"

	"github.com/agentvet/agentvet/taint"
)

// encode returns a summary as bytes: a list of its strings, each once, and the fields of
// its structs in order, numbers as varints.
func encode(s *taint.Summary) []byte {
	p := packer{index: make(map[string]int)}
	p.value(reflect.ValueOf(s).Elem())
	out := binary.AppendUvarint(nil, uint64(len(p.texts)))
	for _, text := range p.texts {
		out = binary.AppendUvarint(out, uint64(len(text)))
		out = append(out, text...)
	}
	return append(out, p.body...)
}

type packer struct {
	texts []string
	index map[string]int // of texts
	body  []byte
}

func (p *packer) number(n int64) { p.body = binary.AppendVarint(p.body, n) }

func (p *packer) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			p.value(v.Field(i))
		}
	case reflect.Slice:
		p.number(int64(v.Len()))
		for i := range v.Len() {
			p.value(v.Index(i))
		}
	case reflect.String:
		n, ok := p.index[v.String()]
		if !ok {
			n = len(p.texts)
			p.index[v.String()] = n
			p.texts = append(p.texts, v.String())
		}
		p.number(int64(n))
	case reflect.Int:
		p.number(v.Int())
	case reflect.Uint8:
		p.number(int64(v.Uint()))
	case reflect.Bool:
		n := int64(0)
		if v.Bool() {
			n = 1
		}
		p.number(n)
	default:
		panic(fmt.Sprintf("ssaflow: internal error: a summary holds a %s", v.Kind()))
	}
}

var errFact = errors.New("ssaflow: not a summary")

// decode returns what encode was given, nil for no data.
func decode(data []byte) (*taint.Summary, error) {
	if data == nil {
		return nil, nil
	}
	u := unpacker{data: data}
	u.texts = make([]string, u.count())
	for n := range u.texts {
		size := u.count()
		u.texts[n] = string(u.data[:size])
		u.data = u.data[size:]
	}
	s := new(taint.Summary)
	u.value(reflect.ValueOf(s).Elem())
	if u.failed || len(u.data) > 0 {
		return nil, errFact
	}
	return s, nil
}

type unpacker struct {
	data   []byte
	texts  []string
	failed bool
}

// count returns a number of things that follow, each of a byte at least.
func (u *unpacker) count() int {
	n, size := binary.Uvarint(u.data)
	if size <= 0 || n > uint64(len(u.data)-size) {
		u.fail()
		return 0
	}
	u.data = u.data[size:]
	return int(n)
}

func (u *unpacker) number() int64 {
	n, size := binary.Varint(u.data)
	if size <= 0 {
		u.fail()
		return 0
	}
	u.data = u.data[size:]
	return n
}

func (u *unpacker) fail() { u.failed, u.data = true, nil }

func (u *unpacker) value(v reflect.Value) {
	if u.failed {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			u.value(v.Field(i))
		}
	case reflect.Slice:
		n := u.number()
		if n < 0 || n > int64(len(u.data)) {
			u.fail()
			return
		}
		if n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
		}
		for i := range int(n) {
			u.value(v.Index(i))
		}
	case reflect.String:
		if n := u.number(); n >= 0 && n < int64(len(u.texts)) {
			v.SetString(u.texts[n])
		} else {
			u.fail()
		}
	case reflect.Int:
		v.SetInt(u.number())
	case reflect.Uint8:
		v.SetUint(uint64(u.number()))
	case reflect.Bool:
		v.SetBool(u.number() != 0)
	}
}
