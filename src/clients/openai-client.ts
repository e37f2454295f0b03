import * as z from 'zod/mini';
import { limits } from '../contract/limits.ts';
import { HttpClientError } from '../domain/http-client-error.ts';
import type { LlmAnswer, LlmClient, LlmRequest } from '../ports/llm-client.ts';
import { sendRequest, within } from './send-request.ts';

/**
 * `{"id": "chatcmpl-1", "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hello"}, "finish_reason": "stop"}]}`
 */
const completion = z.object({
  usage: z.nullish(z.object({ total_tokens: z.nullish(z.number()) })),
  choices: z.array(z.object({ message: z.object({ content: z.nullish(z.string()) }) })).check(z.minLength(1)),
});

export interface OpenAiOptions {
  /** Up to and with the version, e.g. `https://llm.example.com/v1`; from configuration, so it may be a private one. */
  readonly baseUrl: string;
  /** For steps that name none. */
  readonly model: string;
  readonly apiKey?: string;
}

/**
 * A language model behind an OpenAI-compatible endpoint.
 * @throws HttpClientError from `complete`
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
export function openAiClient({ baseUrl, model, apiKey }: OpenAiOptions): LlmClient {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/chat/completions`);
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
  };
  return {
    async complete(request) {
      const { status, body } = await sendRequest({
        method: 'POST',
        url,
        headers,
        body: JSON.stringify(chatOf(request, model)),
        signal: within(request.timeoutMs, request.signal),
        maxBytes: limits.httpResponseBytes,
      });
      if (status !== 200) throw new HttpClientError('bad_answer', `the model's endpoint answered ${status}`);
      return answerOf(body);
    },
  };
}

function chatOf({ model, system, messages, maxTokens, temperature }: LlmRequest, defaultModel: string) {
  return {
    model: model ?? defaultModel,
    max_tokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...messages.map(({ role, text }) => ({ role, content: text })),
    ],
  };
}

function answerOf(body: string): LlmAnswer {
  try {
    const { choices, usage } = completion.parse(JSON.parse(body));
    const tokens = usage?.total_tokens;
    return { text: choices[0]?.message.content ?? '', ...(typeof tokens === 'number' && { tokens }) };
  } catch (error) {
    throw new HttpClientError('bad_answer', "the model's endpoint answered with something else", error);
  }
}
