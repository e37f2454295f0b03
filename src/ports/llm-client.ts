export interface LlmMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface LlmRequest {
  readonly model?: string;
  readonly system: string;
  readonly messages: readonly LlmMessage[];
  readonly maxTokens: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Asks a language model; resolves to its text. @see design 4 */
export interface LlmClient {
  complete(request: LlmRequest): Promise<string>;
}
