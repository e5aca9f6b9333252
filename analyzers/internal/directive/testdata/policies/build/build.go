package build

//agentvet:policy no-mail: G !tool:mail
//agentvet:policy reviewed:  human before each tool:pay
//agentvet:policy unread: human before (
func Build() {}
