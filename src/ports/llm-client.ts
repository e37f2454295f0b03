export interface LlmMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** Something that a model may ask for. */
export interface LlmTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the object of its arguments. */
  readonly parameters: object;
}

export interface LlmToolCall {
  /** The model's own, by which it knows the result. */
  readonly id: string;
  readonly name: string;
  /** As the model wrote them. */
  readonly arguments: unknown;
}

/** What a model asked for, and what came of it. */
export interface LlmToolRound {
  readonly text: string;
  readonly calls: readonly (LlmToolCall & { readonly result: string })[];
}

export interface LlmRequest {
  readonly model?: string;
  readonly system: string;
  readonly messages: readonly LlmMessage[];
  readonly tools?: readonly LlmTool[];
  /** What the model has asked for since the last message. */
  readonly rounds?: readonly LlmToolRound[];
  readonly maxTokens: number;
  /** 0 for the likeliest words, 1 for varied ones; the model's own unless told. */
  readonly temperature?: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** A model's answer, and what it took. */
export interface LlmAnswer {
  readonly text: string;
  /** Tools that the model asks for instead of answering. */
  readonly calls?: readonly LlmToolCall[];
  /** The model stopped before its answer was whole. */
  readonly isCut?: boolean;
  /** Of question and answer together; absent when the model doesn't tell. */
  readonly tokens?: number;
}

/** Asks a language model; resolves to its text, or to more. @see design 4 */
export interface LlmClient {
  complete(request: LlmRequest): Promise<string | LlmAnswer>;
}
