import type { BedrockRuntimeClient, ConverseCommandInput } from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { LlmClient, LlmRequest } from '../ports/llm-client.ts';
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
      const { output, usage } = await client.send(new sdk.ConverseCommand(converseInput(request, model)), {
        abortSignal,
      });
      const text = (output?.message?.content ?? []).map((part) => part.text ?? '').join('');
      return { text, ...(usage?.totalTokens !== undefined && { tokens: usage.totalTokens }) };
    },
  };
}

async function load(env: BedrockOptions['env']) {
  const sdk = await import('@aws-sdk/client-bedrock-runtime');
  // A step has 5 s in all: a second attempt would only hide that the first was slow. HTTP/1.1 instead of the SDK's
  // HTTP/2, since a session that was frozen with the function comes back dead.
  const client = new sdk.BedrockRuntimeClient({
    ...endpointOptions(env, 'BEDROCK_RUNTIME'),
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({ connectionTimeout: 1_000 }),
  });
  return { sdk, client };
}

function converseInput(
  { model, system, messages, maxTokens, temperature }: LlmRequest,
  defaultModel: string,
): ConverseCommandInput {
  return {
    modelId: model ?? defaultModel,
    ...(system !== '' && { system: [{ text: system }] }),
    messages: messages.map(({ role, text }) => ({ role, content: [{ text }] })),
    inferenceConfig: { maxTokens, ...(temperature !== undefined && { temperature }) },
  };
}
