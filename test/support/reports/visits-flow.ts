import { flowDefinition } from '../../../src/contract/flow.ts';
import type { TenantFolder } from '../../../src/domain/tenant-folder.ts';

/**
 * Each step that says something begins with its own name, so that a reader of the log can tell where a run has been; it
 * measures all that can be measured, hands over by two queues, and raises at a word.
 */
export const visitsFlow = (version: number) =>
  flowDefinition.parse({
    id: 'support',
    version,
    start: 'ask',
    variables: { said: '', helped: '', rate: 0, nps: 0 },
    triggers: [{ words: ['bot please'], next: 'ask', duringHandoff: true }],
    steps: {
      ask: { kind: 'question', text: 'ask: How can I help?', saveAs: 'said', next: 'route' },
      route: {
        kind: 'branch',
        branches: [
          { when: 'said == "human"', next: 'human' },
          { when: 'said == "seller"', next: 'seller' },
          { when: 'said == "shop"', next: 'shop' },
          { when: 'said == "bad"', next: 'fragile' },
        ],
        otherwise: version > 1 ? 'more' : 'found',
      },
      ...(version > 1 && { more: { kind: 'message', text: 'more: Let me look.', next: 'found' } }),
      found: { kind: 'message', text: 'found: Here it is.', next: 'helped' },
      helped: {
        ...{ kind: 'question', text: 'helped: Did that help?', saveAs: 'helped', next: 'rate' },
        ...{ measures: 'resolved', choices: ['yes', 'no'].map((value) => ({ label: value, value })) },
      },
      rate: {
        ...{ kind: 'question', text: 'rate: From 1 to 5?', saveAs: 'rate', next: 'nps', measures: 'csat' },
        validate: { type: 'number', min: 1, max: 5 },
      },
      nps: {
        ...{ kind: 'question', text: 'nps: From 0 to 10?', saveAs: 'nps', next: 'bye', measures: 'nps' },
        validate: { type: 'number', min: 0, max: 10 },
      },
      bye: { kind: 'end', text: 'bye: Thank you.' },
      human: handoffTo('human', 'billing'),
      // Closed for ten minutes in the evening, and for ten of an hour that the night has twice.
      seller: { ...handoffTo('seller', 'sales'), hours: salesHours, onClosed: 'shut' },
      // Open on no day of the week.
      shop: { kind: 'handoff', reason: 'shop', hours: {}, onClosed: 'shut' },
      shut: { kind: 'message', text: 'shut: We are closed.', next: 'rate' },
      nobody: { kind: 'message', text: 'nobody: Nobody is there.', next: 'rate' },
      fragile: { kind: 'set', assign: { nps: 'int(said)' }, next: 'ask' },
    },
  });

/** On Berlin's clocks. */
export const salesHours = {
  saturday: ['18:00-23:30', '23:40-24:00'],
  sunday: ['00:00-02:40', '02:50-23:00'],
};

const handoffTo = (name: string, queue: string) => ({
  ...{ kind: 'handoff', reason: name, queue, text: `${name}: One moment.`, next: 'helped' },
  ...{ timeoutMinutes: 40, onTimeout: 'nobody', afterClose: 'rate' },
});

/** Two widgets, so that places can be told apart. */
export const visitsTenant = (folder: TenantFolder): TenantFolder =>
  folder.tenant.id === 'acme'
    ? {
        ...folder,
        widgets: [
          ...folder.widgets,
          { id: 'acme-blog', flow: 'support', allowed_origins: [], idle_minutes: 60 } as never,
        ],
        flows: folder.flows.map((other) => (other.id === 'support' ? visitsFlow(1) : other)),
      }
    : folder;
