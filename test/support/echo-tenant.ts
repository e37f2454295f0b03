import { flowDefinition } from '../../src/contract/flow.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';

/** A flow that answers each message but the first with its own text. */
const echoFlow = flowDefinition.parse({
  id: 'support',
  version: 1,
  title: 'Echo',
  start: 'echo',
  variables: { said: 'welcome' },
  steps: { echo: { kind: 'question', text: '{{ said }}', saveAs: 'said', next: 'echo' } },
});

/** A tenant that echoes, as fast as its providers let it. */
export function echoTenant(folder: TenantFolder): TenantFolder {
  return {
    ...folder,
    flows: folder.flows.map((flow) => (flow.id === 'support' ? echoFlow : flow)),
    channels: folder.channels.map((account) => ({ ...account, sends_per_second: 10_000 })),
  };
}
