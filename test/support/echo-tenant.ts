import { flowDefinition } from '../../src/contract/flow.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { unpaced } from './unpaced.ts';

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
    ...unpaced(folder),
    flows: folder.flows.map((flow) => (flow.id === 'support' ? echoFlow : flow)),
  };
}
