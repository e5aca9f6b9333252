// Command capslock prints what google/capslock's table says of the exported functions and methods
// of the standard library, one a line: the package, the name as capslock writes it, and the
// capability. ../../taint/capability/testdata/capslock/said.txt is its output:
//
//	go run . > ../../taint/capability/testdata/capslock/said.txt
package main

import (
	"fmt"
	"go/types"
	"log"
	"slices"
	"strings"

	"github.com/google/capslock/interesting"
	"golang.org/x/tools/go/packages"
)

func main() {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes}, "std")
	if err != nil {
		log.Fatal(err)
	}
	classifier := interesting.DefaultClassifier()
	var lines []string
	for _, p := range pkgs {
		if strings.Contains(p.PkgPath, "internal") || strings.HasPrefix(p.PkgPath, "vendor/") {
			continue
		}
		for _, fn := range functions(p.Types) {
			category := strings.TrimPrefix(classifier.FunctionCategory(p.PkgPath, fn.FullName()).String(), "CAPABILITY_")
			if category != "SAFE" && category != "UNSPECIFIED" {
				lines = append(lines, p.PkgPath+" "+fn.FullName()+" "+category)
			}
		}
	}
	slices.Sort(lines)
	fmt.Println(strings.Join(slices.Compact(lines), "\n"))
}

// functions returns the exported functions of a package, and the exported methods of its types.
func functions(p *types.Package) (out []*types.Func) {
	for _, name := range p.Scope().Names() {
		switch obj := p.Scope().Lookup(name).(type) {
		case *types.Func:
			if obj.Exported() {
				out = append(out, obj)
			}
		case *types.TypeName:
			named, ok := obj.Type().(*types.Named)
			if !ok || !obj.Exported() || types.IsInterface(named) {
				continue
			}
			for m := range named.Methods() {
				if m.Exported() {
					out = append(out, m)
				}
			}
		}
	}
	return out
}
