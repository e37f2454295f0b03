import { flowDefinition } from '../../src/contract/flow.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';

/** A flow that echoes; `raise` fails on the queue, `grow` outgrows what a conversation may hold. */
const raisingFlow = flowDefinition.parse({
  id: 'support',
  version: 1,
  start: 'ask',
  variables: { padding: 'x'.repeat(40_000), said: 'welcome' },
  steps: {
    ask: { kind: 'question', text: '{{ said }}', saveAs: 'said', next: 'route' },
    route: {
      kind: 'branch',
      branches: [
        { when: 'said == "raise"', next: 'outside' },
        { when: 'said == "grow"', next: 'grow' },
      ],
      otherwise: 'ask',
    },
    outside: {
      kind: 'http',
      method: 'GET',
      url: 'https://127.0.0.1/',
      background: true,
      next: 'raise',
      onError: 'raise',
    },
    raise: { kind: 'set', assign: { never: 'error.code - 1' }, next: 'ask' },
    grow: { kind: 'set', assign: { more: 'padding' }, next: 'ask' },
  },
});

/** A tenant whose web chat and channels run the raising flow. */
export function raisingTenant(folder: TenantFolder): TenantFolder {
  return { ...folder, flows: folder.flows.map((flow) => (flow.id === 'support' ? raisingFlow : flow)) };
}
