package capability

// This file finds what statements do that were prepared before, elsewhere: whoever runs one has not named it.

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// runsPrepared are the methods that run a prepared statement, preparing the functions that make one, and which of their arguments, the
// receiver counted, is its text. Of remaking, that one is a statement that was prepared before.
var (
	runsPrepared = []string{
		"database/sql.Stmt.Exec", "database/sql.Stmt.ExecContext", "database/sql.Stmt.Query", "database/sql.Stmt.QueryContext",
		"database/sql.Stmt.QueryRow", "database/sql.Stmt.QueryRowContext",
	}
	preparing = map[string]int{
		"database/sql.DB.Prepare": 1, "database/sql.DB.PrepareContext": 2, "database/sql.Tx.Prepare": 1, "database/sql.Tx.PrepareContext": 2,
		"database/sql.Conn.PrepareContext": 2,
	}
	remaking = map[string]int{"database/sql.Tx.Stmt": 1, "database/sql.Tx.StmtContext": 2}
)

// sqlx has statements of its own, which run likewise. Its Stmt embeds one of database/sql.
const sqlx = "github.com/jmoiron/sqlx."

func init() {
	for _, context := range []string{"", "Context"} {
		for _, run := range []string{"Get", "Select", "Queryx", "QueryRowx", "MustExec"} {
			runsPrepared = append(runsPrepared, sqlx+"Stmt."+run+context, sqlx+"NamedStmt."+run+context)
		}
		for _, run := range []string{"Exec", "Query", "QueryRow"} {
			runsPrepared = append(runsPrepared, sqlx+"NamedStmt."+run+context)
		}
		at := 1 + len(context)/len("Context") // a context comes first
		preparing[sqlx+"Preparex"+context] = at
		for _, on := range []string{"DB.", "Tx."} {
			preparing[sqlx+on+"Preparex"+context], preparing[sqlx+on+"PrepareNamed"+context] = at, at
		}
		remaking[sqlx+"Tx.Stmtx"+context], remaking[sqlx+"Tx.NamedStmt"+context] = at, at
	}
	preparing[sqlx+"Conn.PreparexContext"] = 2
}

// prepared takes note of what a statement does that a function of an own package runs and has not prepared itself: a field or a variable
// keeps it, or a literal has captured it.
//
//	s.forget, err = db.Prepare("DELETE FROM notes WHERE id = ?")
//	s.forget.Exec(id)
func (b *body) prepared(c *ssa.CallCommon, key string) {
	if !b.Own || !slices.Contains(runsPrepared, key) || len(c.Args) == 0 {
		return
	}
	calls, rest := b.preparations(c.Args[0], make(map[ssa.Value]bool))
	for _, call := range calls {
		if call.Parent() == b.fn {
			continue // it has said so there
		}
		by := keyOfCall(call)
		texts, params := b.origins.texts(call.Call.Args[preparing[by]])
		if len(params) > 0 {
			texts = append(texts, Text{Text: "?"})
		}
		for _, t := range texts {
			for _, name := range library.Needs(b.Table.Effects(by), t.of) {
				b.need(name, key, c.Pos(), false)
			}
		}
	}
	if rest {
		b.need("db", key, c.Pos(), false)
	}
}

// preparations returns the calls that have prepared a statement. Rest: it may be another one.
func (b *body) preparations(v ssa.Value, seen map[ssa.Value]bool) (calls []*ssa.Call, rest bool) {
	if seen[v] {
		return nil, false
	}
	seen[v] = true
	leaves, rest := b.origins.leaves(v)
	for _, leaf := range leaves {
		more, open := b.preparedBy(leaf, seen)
		calls, rest = append(calls, more...), rest || open
	}
	return calls, rest
}

func (b *body) preparedBy(leaf ssa.Value, seen map[ssa.Value]bool) (calls []*ssa.Call, rest bool) {
	if load, ok := leaf.(*ssa.UnOp); ok && load.Op == token.MUL {
		at, ok := load.X.(*ssa.FieldAddr)
		if !ok {
			return nil, true
		}
		if named, _ := structOf(at.X.Type()); named != nil && named.Obj().Pkg() != nil && named.Obj().Pkg().Path()+"."+named.Obj().Name() == sqlx+"Stmt" {
			return b.preparations(at.X, seen)
		}
		field := fieldVar(at)
		kept := b.keptInField(field)
		rest = len(kept) == 0 || field.Exported() // which other packages set
		for _, v := range kept {
			more, open := b.preparations(v, seen)
			calls, rest = append(calls, more...), rest || open
		}
		return calls, rest
	}
	switch v := leaf.(type) {
	case *ssa.MakeInterface:
		return b.preparations(v.X, seen)
	case *ssa.Const:
		if v.IsNil() {
			return nil, false
		}
	}
	call, _ := resultOf(leaf)
	if call == nil {
		return nil, true
	}
	key := keyOfCall(call)
	if n, ok := remaking[key]; ok {
		return b.preparations(call.Call.Args[n], seen)
	}
	if _, ok := preparing[key]; !ok {
		return nil, true
	}
	return []*ssa.Call{call}, false
}

// keptInField returns what the package stores in a field.
func (b *body) keptInField(field *types.Var) (out []ssa.Value) {
	for _, fn := range b.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if s, ok := instr.(*ssa.Store); ok {
					if at, ok := s.Addr.(*ssa.FieldAddr); ok && fieldVar(at) == field {
						out = append(out, s.Val)
					}
				}
			}
		}
	}
	return out
}

// keyOfCall returns the key of the function that is called by its name, "" for another call.
func keyOfCall(c *ssa.Call) string {
	if fn := c.Call.StaticCallee(); fn != nil {
		return funcid.Key(funcid.Source(funcid.Of(fn)))
	}
	return ""
}
