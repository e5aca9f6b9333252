package names // want package:`^4 functions$`

func said() {} // want `name said`

func twice(int) {} // a comment // want "name twice" `param.*1`

func unsaid() {} // reported, and not wanted

func missed() {} // want "name missed" "name again"
