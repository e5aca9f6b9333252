package library_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/library"
)

// A protocol is how the source of a client says by which method it sends the request of an operation.
type protocol struct {
	module string
	pkg    string // below the module, "" for the module
	files  string
	client string // the type of the client, of which the pattern may give the beginning
	// With the client, if it says that, the operation, and the method.
	request *regexp.Regexp
}

// A serializer of AWS has the name of its operation, and a REST client of Google sends a request in each of its methods.
var protocols = []protocol{
	{"github.com/aws/aws-sdk-go-v2/service/s3", "", "serializers.go", "Client", awsRequest},
	{"github.com/aws/aws-sdk-go-v2/service/lambda", "", "schemas/schemas.go", "Client", awsSchema},
	{"github.com/aws/aws-sdk-go-v2/service/sesv2", "", "schemas/schemas.go", "Client", awsSchema},
	{"github.com/aws/aws-sdk-go", "service/s3", "api.go", "", awsOperation},
	{"github.com/aws/aws-sdk-go", "service/lambda", "api.go", "", awsOperation},
	{"cloud.google.com/go/compute", "apiv1", "*_client.go", "", googleRequest},
}

var (
	awsSchema     = regexp.MustCompile(`(?s)^\s*(?P<op>\w+) = .*?ShapeTypeOperation.*?HTTP\{Method: "(?P<method>[A-Z]+)"`)
	awsRequest    = regexp.MustCompile(`(?s)^\(m \*awsRest[a-z0-9]+_serializeOp(?P<op>\w+)\) HandleSerialize\(.*?request\.Method = "(?P<method>[A-Z]+)"`)
	awsOperation  = regexp.MustCompile(`(?s)^\(c \*(?P<client>\w+)\) (?P<op>\w+)Request\(.*?HTTPMethod: +"(?P<method>[A-Z]+)"`)
	googleRequest = regexp.MustCompile(`(?s)^\(c \*(?P<client>\w+)RESTClient\) (?P<op>[A-Z]\w*)\(.*?http\.NewRequest\("(?P<method>[A-Z]+)"`)
)

// byMethod has the capabilities that may be said of what is sent by a method.
var byMethod = map[string][]string{
	"GET": {"net.read"}, "HEAD": {"net.read"},
	"DELETE": {"net.delete", "net.write"}, "PUT": {"net.write", "net.delete"}, "PATCH": {"net.write"},
	"POST": {"net.read", "net.post", "net.write", "net.delete", "net.exec", "net.smtp", "net.message", "net"},
}

// TestVerbs: what a verb is taken to do is what the client asks for, by the method of its request.
func TestVerbs(t *testing.T) {
	pins := pins(t, "testdata/pinned/clouds/go.mod")
	for _, p := range protocols {
		i := slices.IndexFunc(pins, func(of pin) bool { return of.path == p.module })
		if i < 0 {
			t.Fatalf("%s is not pinned", p.module)
		}
		(&sources{t: t, pins: pins[i : i+1]}).download()
		files, err := filepath.Glob(filepath.Join(pins[i].dir, p.pkg, p.files))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no %s: %v", p.module, p.files, err)
		}
		compared := 0
		for _, file := range files {
			compared += p.compare(t, file)
		}
		t.Logf("%s: %d operations compared", p.module, compared)
		if compared < 50 {
			t.Errorf("%s: only %d operations compared", p.module, compared)
		}
	}
}

// compare compares what rows say of the operations in a file with the methods of their requests.
func (p *protocol) compare(t *testing.T, file string) (compared int) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, decl := range regexp.MustCompile(`\n(?:func |var )`).Split(string(text), -1) {
		m := p.request.FindStringSubmatch(decl)
		if m == nil {
			continue
		}
		client, op, method := p.client, m[p.request.SubexpIndex("op")], m[p.request.SubexpIndex("method")]
		if client == "" {
			name := m[p.request.SubexpIndex("client")]
			if client = name; strings.ToLower(name[:1]) == name[:1] {
				client = strings.ToUpper(name[:1]) + name[1:] + "Client"
			}
		}
		key := strings.TrimSuffix(p.module+"/"+p.pkg, "/") + "." + client + "." + op
		got := library.Needs(library.All().Effects(key), func(int) (string, bool) { return "", false })
		if len(got) != 1 || !slices.Contains(byMethod[method], got[0]) {
			t.Errorf("%s is sent by %s, and rows say %q", key, method, got)
		}
		compared++
	}
	return compared
}
