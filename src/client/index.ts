export { type ClientOptions, createGatewayClient, type GatewayClient } from './create-client.ts';
export { type Followed, followConversation, type Look } from './follow-conversation.ts';
export { answerOf, GatewayProblem, type Problem } from './gateway-problem.ts';
export type { components, operations, paths } from './generated/api.ts';
export { type RetryOptions, retryRequests } from './retry-requests.ts';
export { openVisitorChat, type Turn, type VisitorChat, type VisitorChatOptions } from './visitor-chat.ts';
