// Package elsewhere has functions whose effects are prepared, or done, by others. A comment says what each may need, as the test prints it.
package elsewhere

import (
	"context"
	"database/sql"
	"io"
	"os"
	"text/template"
)

type store struct {
	forget, list, any *sql.Stmt
}

func newStore(db *sql.DB, text string) (s *store, err error) {
	s = new(store)
	if s.forget, err = db.Prepare("DELETE FROM notes WHERE id = ?"); err != nil {
		return nil, err
	}
	if s.list, err = db.PrepareContext(context.Background(), "SELECT id FROM notes"); err != nil {
		return nil, err
	}
	s.any, err = db.Prepare(text)
	return s, err
}

func (s *store) Forget(id int) error { _, err := s.forget.Exec(id); return err } // db.delete

func (s *store) ForgetIn(tx *sql.Tx, id int) error { _, err := tx.Stmt(s.forget).Exec(id); return err } // db.delete

func (s *store) List(ctx context.Context) (*sql.Rows, error) { return s.list.QueryContext(ctx) } // db.read

func (s *store) Any(id int) *sql.Row { return s.any.QueryRow(id) } // db

func Here(db *sql.DB) error { // db.read
	s, err := db.Prepare("SELECT 1")
	if err != nil {
		return err
	}
	_, err = s.Exec()
	return err
}

var page = template.Must(template.New("page").Funcs(template.FuncMap{"drop": os.RemoveAll}).Parse("{{drop .}}"))

func Page(w io.Writer) error { return page.Execute(w, "a") } // maybe fs.delete

type queue struct {
	paths chan string
	done  chan error
	stop  chan struct{}
}

func newQueue() *queue {
	q := &queue{make(chan string), make(chan error), make(chan struct{})}
	go func() { q.loop() }()
	return q
}

func (q *queue) loop() {
	for {
		select {
		case path := <-q.paths:
			q.done <- os.Remove(path)
		case <-q.stop:
			return
		}
	}
}

func (q *queue) Submit(path string) error { q.paths <- path; return <-q.done } // maybe fs.delete

func (q *queue) Stop() { q.stop <- struct{}{} } //

func work(texts <-chan string) {
	for text := range texts {
		os.WriteFile("log", []byte(text), 0o600)
	}
}

func started() chan string {
	texts := make(chan string)
	go work(texts)
	return texts
}

var texts = started()

func Log(text string) { texts <- text } // maybe fs.write

func run(db *sql.DB, text string) error { _, err := db.Exec(text); return err }

func Either(db *sql.DB, list bool) error { // db, db.read, env
	text := os.Getenv("STATEMENT")
	if list {
		text = "SELECT 1"
	}
	return run(db, text)
}
