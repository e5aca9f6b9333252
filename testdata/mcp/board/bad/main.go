// Command bad is a notice board for a team. Whoever gets to the machine can pin notices to it, and take them down.
package main

import (
	"flag"
	"log"
	"net/http"
	"time"

	"example.com/mcpservers/board"
)

func main() {
	addr := flag.String("addr", ":8421", "the address to listen on")
	dir := flag.String("dir", "notices", "where the notices are")
	flag.Parse()
	mux := http.NewServeMux()
	mux.Handle("/mcp", logged(board.Handler(*dir)))
	mux.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	server := &http.Server{Addr: *addr, Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe()) // DEFECT boundary/exposed pin: it listens on all addresses, and nobody is asked who they are
}

// logged notes who calls, and answers everybody.
func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.Print(r.RemoteAddr, " ", r.Header.Get("User-Agent"))
		next.ServeHTTP(w, r)
	})
}
