// Package documents reads scanned mail into a database.
//
//	doc_pipeline: ocr → extract → classify → store
package documents

import (
	"errors"
	"strings"

	"example.com/adkagents/published/internal/staff"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
)

type scanArgs struct {
	File string `json:"file" jsonschema:"path of the scan, below the inbox"`
}

type text struct {
	Text       string  `json:"text"`
	Confidence float64 `json:"confidence"`
}

type record struct {
	Kind   string `json:"kind"`
	Sender string `json:"sender"`
	Body   string `json:"body"`
}

type stored struct {
	ID int `json:"id"`
}

// An Archive is the table that records go to.
type Archive struct {
	rows []record
}

// tesseract reads typewriting, on this machine.
func tesseract(_ agent.Context, a scanArgs) (text, error) {
	if strings.HasSuffix(a.File, "-hand.png") {
		return text{Confidence: 0.2}, nil
	}
	return text{"Invoice 17 from ACME, 240 euros", 0.97}, nil
}

// cloudVision reads handwriting too.
func cloudVision(_ agent.Context, a scanArgs) (text, error) {
	return text{"Invoice 17 from ACME, 240 euros", 0.99}, nil
}

func (r *Archive) insert(_ agent.Context, a record) (stored, error) {
	if a.Kind == "" {
		return stored{}, errors.New("postgres_insert: kind is null")
	}
	r.rows = append(r.rows, a)
	return stored{len(r.rows)}, nil
}

// readers returns the tools that read scans.
func readers() ([]tool.Tool, error) {
	local, err := staff.Tool("tesseract", "Reads a typewritten scan.", tesseract)
	if err != nil {
		return nil, err
	}
	cloud, err := staff.Tool("cloud_vision", "Reads any scan. It costs money.", cloudVision)
	if err != nil {
		return nil, err
	}
	return []tool.Tool{local, cloud}, nil
}

// New builds the pipeline.
func New(m model.LLM) (agent.Agent, error) {
	read, err := readers()
	if err != nil {
		return nil, err
	}
	insert, err := staff.Tool("postgres_insert", "Stores a record.", new(Archive).insert)
	if err != nil {
		return nil, err
	}

	ocr, err := staff.Agent(m, "ocr", "Read the scan. Try tesseract first.", read...)
	if err != nil {
		return nil, err
	}
	extract, err := staff.Agent(m, "extract", "List sender, date and amount in {ocr}.")
	if err != nil {
		return nil, err
	}
	classify, err := staff.Agent(m, "classify", "Is {ocr} an invoice, a letter or a form? Answer with one word.")
	if err != nil {
		return nil, err
	}
	store, err := staff.Agent(m, "store", "Store {extract} as {classify}.", insert) // DEFECT(policy) structure/human-gate store: postgres_insert writes what nobody has checked
	if err != nil {
		return nil, err
	}
	return sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{ // DEFECT(human) structure/human-gate doc_pipeline: nobody checks a record
		Name:        "doc_pipeline",
		Description: "Reads scans into the archive.",
		SubAgents:   []agent.Agent{ocr, extract, classify, store},
	}})
}
