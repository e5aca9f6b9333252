package t

type fake struct{}

func (fake) Save(text string) { sink(text) }
