import * as z from 'zod/mini';
import { limits } from '../contract/limits.ts';
import { parseExactJson } from '../contract/text-identity.ts';
import { HttpClientError } from '../domain/errors.ts';
import type { LlmAnswer, LlmClient, LlmRequest, LlmToolRound } from '../ports/http-client.ts';
import { sendRequest, within } from './send-request.ts';

/**
 * `{"id": "chatcmpl-1", "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hello"}, "finish_reason": "stop"}]}`
 */
const completion = () =>
  z.object({
    usage: z.nullish(z.object({ total_tokens: z.nullish(z.number()) })),
    choices: z
      .array(
        z.object({
          finish_reason: z.nullish(z.string()),
          message: z.object({
            content: z.nullish(z.string()),
            tool_calls: z.nullish(
              z.array(
                z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }),
              ),
            ),
          }),
        }),
      )
      .check(z.minLength(1)),
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
      const { status, bytes } = await sendRequest({
        method: 'POST',
        url,
        headers,
        body: JSON.stringify(chatOf(request, model)),
        signal: within(request.timeoutMs, request.signal),
        maxBytes: limits.httpResponseBytes,
      });
      if (status !== 200)
        throw new HttpClientError('bad_answer', `the model's endpoint answered ${status}`, undefined, status);
      return answerOf(Buffer.from(bytes).toString('utf8'));
    },
  };
}

function chatOf(request: LlmRequest, defaultModel: string) {
  const { model, system, messages, maxTokens, temperature, tools, rounds = [] } = request;
  return {
    model: model ?? defaultModel,
    max_tokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(tools && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...messages.map(({ role, text }) => ({ role, content: text })),
      ...rounds.flatMap(messagesOf),
    ],
  };
}

function messagesOf({ text, calls }: LlmToolRound): object[] {
  const asked = calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
  return [
    { role: 'assistant', content: text === '' ? null : text, tool_calls: asked },
    ...calls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result })),
  ];
}

/** Reasons why an answer ends before it is whole; Mistral's has a name of its own. */
const cut: ReadonlySet<string> = new Set(['length', 'model_length', 'content_filter']);

/** Arguments that are no JSON are none that fit; some endpoints write nothing where a tool takes none. */
function readArguments(text: string): unknown {
  try {
    return text.trim() === '' ? {} : parseExactJson(text);
  } catch {
    return null;
  }
}

function answerOf(body: string): LlmAnswer {
  try {
    const { choices, usage } = completion().parse(JSON.parse(body));
    const tokens = usage?.total_tokens;
    const { message: { content, tool_calls } = {}, finish_reason: finish } = choices[0] ?? {};
    const calls = (tool_calls ?? []).map(({ id, function: { name, arguments: given } }) => ({
      id,
      name,
      arguments: readArguments(given),
    }));
    return {
      text: content ?? '',
      ...(calls.length > 0 && { calls }),
      ...(cut.has(finish ?? '') && { isCut: true }),
      ...(typeof tokens === 'number' && { tokens }),
    };
  } catch (error) {
    throw new HttpClientError('bad_answer', "the model's endpoint answered with something else", error);
  }
}
