import * as z from 'zod/mini';
import { type FlowDefinition, flowDefinition } from '../contract/flow.ts';
import { flowScript, runScript } from '../engine/run-script.ts';
import { validateFlow } from '../engine/validate.ts';
import { fileError, readJsonFile } from '../operations/directory/read-json-file.ts';
import { conversationsSuffix } from '../operations/directory/read-tenant-folder.ts';

const conversations = z.array(z.extend(flowScript, { title: z.string() }));
export type ScriptedConversation = z.infer<typeof conversations>[number];

/** How a scripted conversation went; `message` says what was not as expected, at which step of the script. */
export interface Rehearsed {
  readonly title: string;
  readonly ok: boolean;
  readonly message?: string;
}

/**
 * Reads and validates one flow.
 * @throws ConfigurationFileError with every fault
 */
export async function readFlow(
  file: string,
  placeholders: Readonly<Record<string, string>>,
): Promise<FlowDefinition> {
  const definition = await readJsonFile(file, flowDefinition, placeholders);
  const result = validateFlow(definition);
  if (result.ok) return result.flow;
  throw fileError(file, result.errors);
}

/** Where the scripted conversations of a flow lie: `support.conversations.json` beside `support.json`. */
export function conversationsFileOf(flowFile: string): string {
  return flowFile.replace(/(\.json)?$/, conversationsSuffix);
}

/**
 * The scripted conversations of a flow; none when there is no such file.
 * @throws ConfigurationFileError
 */
export async function readConversations(flowFile: string): Promise<readonly ScriptedConversation[]> {
  try {
    return await readJsonFile(conversationsFileOf(flowFile), conversations);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Plays every scripted conversation against a flow. */
export async function rehearseAll(
  flow: FlowDefinition,
  scripts: readonly ScriptedConversation[],
): Promise<Rehearsed[]> {
  return Promise.all(
    scripts.map(async ({ title, ...script }) => {
      const result = await runScript(flow, script);
      if (result.ok) return { title, ok: true };
      const step = script.steps[result.step];
      const at = step ? `step ${result.step + 1} ${JSON.stringify(step)}` : 'the end';
      return { title, ok: false, message: `at ${at}: ${result.message}` };
    }),
  );
}

/** A line for each conversation. */
export function describeRehearsed(results: readonly Rehearsed[]): string[] {
  return results.map(({ title, ok, message }) =>
    ok ? `  passed  ${title}` : `  FAILED  ${title}\n          ${message}`,
  );
}
