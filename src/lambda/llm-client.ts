import { bedrockClient } from '../aws/bedrock-client.ts';
import { openAiClient } from '../clients/openai-client.ts';
import type { LlmClient } from '../ports/http-client.ts';
import type { Settings } from './settings.ts';

/** Returns the client of the language models that a deployment, or a developer's machine, is set to. */
export function llmClient(
  {
    LLM_BASE_URL: baseUrl,
    LLM_API_KEY: apiKey,
    LLM_MODEL: model,
  }: Pick<Settings, 'LLM_BASE_URL' | 'LLM_API_KEY' | 'LLM_MODEL'>,
  env: Readonly<Record<string, string | undefined>>,
): LlmClient {
  return baseUrl
    ? openAiClient({ baseUrl, model, ...(apiKey && { apiKey }) })
    : bedrockClient({ model, env });
}
