import type { FlowDefinition } from '../contract/flow.ts';
import type { FlowFile } from '../operations/directory/read-tenant-folder.ts';
import { CommandError } from './errors.ts';
import type { Io } from './io.ts';
import { describeRehearsed, rehearseAll } from './read-flow.ts';

/**
 * Lets a flow be published only if its scripted conversations pass; one without any is said to be so.
 * @param others flows that it may call
 * @throws CommandError that says which conversation failed, and where
 */
export async function assertConversationsPass(
  io: Io,
  { flow, scripts }: FlowFile,
  others: readonly FlowDefinition[],
): Promise<void> {
  const results = await rehearseAll(flow, scripts, others);
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length === 0) {
    const said =
      results.length === 0
        ? 'warning: has no scripted conversations'
        : `${results.length} scripted conversations pass`;
    io.err(`flow ${flow.id} version ${flow.version}: ${said}`);
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
