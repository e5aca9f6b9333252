// Package aws stands for the one of the vendor.
package aws

func ToString(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

func String(v string) *string { return &v }
