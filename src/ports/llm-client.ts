export interface LlmMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface LlmRequest {
  readonly model?: string;
  readonly system: string;
  readonly messages: readonly LlmMessage[];
  readonly maxTokens: number;
  /** 0 for the likeliest words, 1 for varied ones; the model's own unless told. */
  readonly temperature?: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** A model's answer, and what it took. */
export interface LlmAnswer {
  readonly text: string;
  /** Of question and answer together; absent when the model doesn't tell. */
  readonly tokens?: number;
}

/** Asks a language model; resolves to its text, or to more. @see design 4 */
export interface LlmClient {
  complete(request: LlmRequest): Promise<string | LlmAnswer>;
}
