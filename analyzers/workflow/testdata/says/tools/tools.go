package tools // want package:`declared\(labels: inbox mail private; sanitizers: Clean example.com/facts/says/tools.Clean tools.Clean; policies: asked\)`

//agentvet:policy asked: human before tool:send

// Result has the labels of a tag and of a directive.
type Result struct {
	Mails []string `json:"mails" source:"mail|private"`
	Bad   string   `json:"bad" source:"not a label"`
}

//agentvet:source inbox
func Read() Result { return Result{} }

//agentvet:sanitizer for=mail
func Clean(s string) string { return "" }

//agentvet:sanitizer
func Wrong(s string) string { return s }
