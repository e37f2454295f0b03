import type { Tenant } from '../contract/directory.ts';
import { readStoredFlow, readStoredTenant } from '../contract/stored-directory.ts';
import type { DirectoryItem } from '../domain/directory-item.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import { queuesOf } from '../domain/handoff.ts';
import { queuesNamed } from '../domain/queues-named.ts';
import { CommandError } from './errors.ts';

const prefix = directoryKeys.published('');

/**
 * Of a folder's own flows its reader knows that their queues are there; others may be live that were published elsewhere.
 * @param wanted what is to be written
 * @throws CommandError when a queue would go that a flow names which visitors meet then
 */
export function assertQueuesKept(
  stored: readonly DirectoryItem[],
  wanted: readonly DirectoryItem[],
  tenant: Tenant,
): void {
  const then = new Map([...stored, ...wanted].map((item) => [item.sk, item]));
  const before = stored.find(({ sk }) => sk === directoryKeys.tenant);
  const kept = queuesOf(tenant);
  const gone = queuesOf(before ? readStoredTenant(before.document) : null).filter(
    (queue) => !kept.includes(queue),
  );
  if (gone.length === 0) return;
  const users = [...then.values()]
    .filter(({ sk }) => sk.startsWith(prefix))
    .flatMap((one) => usersOf(one, then));
  const lost = gone.flatMap((queue) => {
    const by = users.filter((user) => user.queues.includes(queue)).map((user) => user.name);
    return by.length === 0 ? [] : [`  queue ${queue}: ${by.join(', ')}`];
  });
  if (lost.length === 0) return;
  throw new CommandError(
    ['The folder takes queues away that live flows name:', ...lost].join('\n'),
    'Keep them in "queues" of tenant.json, or publish versions of these flows that name others first.',
  );
}

/** The versions of a flow that visitors meet, with the queues that they name. */
function usersOf({ sk, document, canary }: DirectoryItem, then: ReadonlyMap<string, DirectoryItem>) {
  const flowId = sk.slice(prefix.length);
  return [document, canary?.version].flatMap((version) => {
    const flow = then.get(directoryKeys.flow(flowId, Number(version)))?.document;
    if (flow === undefined) return [];
    return [{ name: `flow ${flowId} version ${version}`, queues: queuesNamed(readStoredFlow(flow)) }];
  });
}
