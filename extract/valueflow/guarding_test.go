package valueflow

import (
	"go/token"
	"go/types"
	"path"
	"testing"
)

// TestIsGuarding: a session is who has signed in, but for the libraries of MCP, where anybody may begin one.
func TestIsGuarding(t *testing.T) {
	for _, tt := range []struct {
		pkg, name string
		want      bool
	}{
		{"github.com/gin-contrib/sessions", "Sessions", true},
		{"github.com/go-chi/jwtauth", "Verifier", true},
		{"github.com/mark3labs/mcp-go/server", "WithSessionIdManager", false},
		{"github.com/mark3labs/mcp-go/server", "NewSessionAuthenticator", true},
		{"github.com/modelcontextprotocol/go-sdk/mcp", "NewServerSession", false},
		{"github.com/gorilla/mux", "NewRouter", false},
	} {
		fn := types.NewFunc(token.NoPos, types.NewPackage(tt.pkg, path.Base(tt.pkg)), tt.name, types.NewSignatureType(nil, nil, nil, nil, nil, false))
		if got := isGuarding(fn); got != tt.want {
			t.Errorf("%s.%s: %t, want %t", tt.pkg, tt.name, got, tt.want)
		}
	}
}
