import type { FlowDefinition } from '../contract/flow.ts';
import { CommandError } from './errors.ts';
import type { Io } from './io.ts';
import { describeRehearsed, readConversations, rehearseAll } from './read-flow.ts';

/**
 * Lets a flow be published only if its scripted conversations pass.
 * @throws CommandError that says which conversation failed, and where
 */
export async function assertConversationsPass(io: Io, flow: FlowDefinition, file: string): Promise<void> {
  const results = await rehearseAll(flow, await readConversations(file));
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length === 0) {
    io.err(`flow ${flow.id} version ${flow.version}: ${results.length} scripted conversations pass`);
    return;
  }
  throw new CommandError(
    [
      `Flow ${flow.id} version ${flow.version} fails its scripted conversations:`,
      ...describeRehearsed(failed),
    ].join('\n'),
    'Nothing was published. Mend the flow or the conversation, and try with `npx gateway flow test`.',
  );
}
