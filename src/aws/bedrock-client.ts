import type {
  BedrockRuntimeClient,
  ConverseCommandInput,
  Message,
  Tool,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { HttpClientError } from '../domain/errors.ts';
import type { LlmClient, LlmRequest, LlmTool, LlmToolCall, LlmToolRound } from '../ports/http-client.ts';
import { endpointOptions } from './clients.ts';

export interface BedrockOptions {
  /** For steps that name none. */
  readonly model: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Sdk = typeof import('@aws-sdk/client-bedrock-runtime');

/**
 * A language model of Amazon Bedrock. The SDK is loaded when the first model is asked: most deployments never do,
 * and none should pay for it at a cold start.
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export function bedrockClient({ model, env }: BedrockOptions): LlmClient {
  let loaded: Promise<{ sdk: Sdk; client: BedrockRuntimeClient }> | undefined;
  return {
    async complete(request) {
      loaded ??= load(env);
      const { sdk, client } = await loaded;
      const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(request.timeoutMs)));
      const abortSignal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
      const command = new sdk.ConverseCommand(converseInput(request, model));
      const { output, usage, stopReason } = await client
        .send(command, { abortSignal })
        .catch((error: unknown) => Promise.reject(asClientError(error, timeout)));
      const parts = output?.message?.content ?? [];
      const text = parts.map((part) => part.text ?? '').join('');
      const calls = parts.flatMap(({ toolUse }): LlmToolCall[] =>
        toolUse
          ? [{ id: toolUse.toolUseId ?? '', name: toolUse.name ?? '', arguments: toolUse.input ?? null }]
          : [],
      );
      return {
        text,
        ...(calls.length > 0 && { calls }),
        ...(stopReason !== undefined && cutReasons.has(stopReason) && { isCut: true }),
        ...(usage?.totalTokens !== undefined && { tokens: usage.totalTokens }),
      };
    },
  };
}

const cutReasons: ReadonlySet<string> = new Set([
  'max_tokens',
  'model_context_window_exceeded',
  'content_filtered',
]);

/** The SDK's errors as those of any other call. @see https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html */
function asClientError(error: unknown, timeout: AbortSignal): unknown {
  if (timeout.aborted)
    return new HttpClientError('timeout', 'the model did not answer in time', timeout.reason);
  const { $metadata, name } = error as { $metadata?: { httpStatusCode?: number }; name?: string };
  if (name === 'ModelTimeoutException')
    return new HttpClientError('timeout', 'the model did not answer in time', error);
  const status = $metadata?.httpStatusCode;
  if (status === undefined) return error;
  return new HttpClientError(
    'bad_answer',
    `the model's endpoint answered ${status} (${name})`,
    error,
    status,
  );
}

async function load(env: BedrockOptions['env']) {
  const sdk = await import('@aws-sdk/client-bedrock-runtime');
  // A step has 5 s in all: a second attempt would only hide that the first was slow. HTTP/1.1 instead of the SDK's
  // HTTP/2, since a session that was frozen with the function comes back dead.
  const client = new sdk.BedrockRuntimeClient({
    ...endpointOptions(env, 'BEDROCK_RUNTIME'),
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({ connectionTimeout: 2_000 }),
  });
  return { sdk, client };
}

function converseInput(
  { model, system, messages, maxTokens, temperature, tools, rounds = [] }: LlmRequest,
  defaultModel: string,
): ConverseCommandInput {
  return {
    modelId: model ?? defaultModel,
    ...(system !== '' && { system: [{ text: system }] }),
    messages: [
      ...messages.map(({ role, text }) => ({ role, content: [{ text }] })),
      ...rounds.flatMap(messagesOf),
    ],
    ...(tools && { toolConfig: { tools: tools.map(toolOf) } }),
    inferenceConfig: { maxTokens, ...(temperature !== undefined && { temperature }) },
  };
}

/** The SDK's documents are any JSON; ours have been read as that. */
type Document = NonNullable<NonNullable<NonNullable<Message['content']>[number]['toolUse']>['input']>;

function toolOf({ name, description, parameters }: LlmTool): Tool {
  return { toolSpec: { name, description, inputSchema: { json: parameters as Document } } };
}

function messagesOf({ text, calls }: LlmToolRound): Message[] {
  const asked = calls.map(({ id, name, arguments: input }) => ({
    toolUse: { toolUseId: id, name, input: (input ?? {}) as Document },
  }));
  return [
    { role: 'assistant', content: [...(text === '' ? [] : [{ text }]), ...asked] },
    {
      role: 'user',
      content: calls.map(({ id, result }) => ({
        toolResult: { toolUseId: id, content: [{ text: result }] },
      })),
    },
  ];
}
