import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FlowLive } from '../../../src/contract/admin/flows.ts';
import { shareAdminApi } from '../../support/start-admin-api.ts';

const shared = shareAdminApi();

/** What a flow is: what its draft says, what each version says, and which of them visitors meet. */
interface Model {
  draft: string;
  readonly versions: string[];
  live: FlowLive;
}

type Command =
  | { readonly does: 'save'; readonly text: string }
  | { readonly does: 'publish'; readonly canaryPercent?: number }
  | { readonly does: 'roll back'; readonly to: number }
  | { readonly does: 'end'; readonly action: 'promote' | 'cancel' }
  /** Goes by what was read before the last change. */
  | { readonly does: 'write stale' };

const text = fc.constantFrom('a', 'b', 'c');
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ does: fc.constant('save' as const), text }),
  fc.record({ does: fc.constant('publish' as const) }),
  fc.record({ does: fc.constant('publish' as const), canaryPercent: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ does: fc.constant('roll back' as const), to: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    does: fc.constant('end' as const),
    action: fc.constantFrom('promote' as const, 'cancel' as const),
  }),
  fc.record({ does: fc.constant('write stale' as const) }),
);

const contentOf = (said: string) => ({
  definition: { start: 'bye', steps: { bye: { kind: 'end', text: said } } },
  layout: {},
  conversations: [],
});

/** Does to the model what a command should do. @returns the status that it should be answered with */
function expected(model: Model, asked: Command): number {
  const { live } = model;
  switch (asked.does) {
    case 'write stale':
      return 412;
    case 'save':
      model.draft = asked.text;
      return 200;
    case 'publish': {
      if (live.canary) return 409;
      const last = model.versions.length;
      // One that was rolled back or cancelled, and says the same, is taken again.
      const isAgain = last > (live.version ?? 0) && model.versions.at(-1) === model.draft;
      if (!isAgain) model.versions.push(model.draft);
      const version = model.versions.length;
      const canary =
        asked.canaryPercent === undefined || live.version === null
          ? null
          : { version, percent: asked.canaryPercent };
      model.live = { version: canary ? live.version : version, canary };
      return 200;
    }
    case 'roll back':
      if (asked.to > model.versions.length) return 404;
      model.live = { version: asked.to, canary: null };
      return 200;
    case 'end':
      if (!live.canary) return 409;
      model.live = { version: asked.action === 'promote' ? live.canary.version : live.version, canary: null };
      return 200;
  }
}

async function ask(path: string, asked: Command, etag: string): Promise<number> {
  const admin = shared.api.as('admin');
  const headers = { 'if-match': asked.does === 'write stale' ? '"of.before"' : etag };
  const post = (below: string, body: object) => admin('POST', path + below, { body, headers });
  switch (asked.does) {
    case 'write stale':
    case 'save': {
      const body = contentOf(asked.does === 'save' ? asked.text : 'stale');
      return (await admin('PUT', `${path}/draft`, { body, headers })).status;
    }
    case 'publish': {
      const { does: _, ...share } = asked;
      return (await post('/publish', { note: 'what a model does too', ...share })).status;
    }
    case 'roll back':
      return (await post('/rollback', { version: asked.to })).status;
    case 'end':
      return (await post('/canary', { action: asked.action })).status;
  }
}

it('drafts, publications, rollbacks and canaries behave as a small model of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
      const id = `f_${randomUUID().replaceAll('-', '')}`;
      const path = `/flows/${id}`;
      const admin = shared.api.as('admin');
      await admin('POST', '/flows', { body: { id, ...contentOf('a') } });
      const model: Model = { draft: 'a', versions: [], live: { version: null, canary: null } };
      for (const asked of commands) {
        const { etag } = await admin('GET', path);
        expect(await ask(path, asked, etag), JSON.stringify(asked)).toBe(expected(model, asked));
        const { body } = await admin('GET', `${path}/draft`);
        expect([body.definition.steps.bye.text, body.live]).toEqual([model.draft, model.live]);
      }
      for (const [n, said] of model.versions.entries()) {
        const { body } = await admin('GET', `${path}/versions/${n + 1}`);
        expect(body.definition.steps.bye.text).toBe(said);
      }
      const { body: list } = await admin('GET', `${path}/versions`);
      expect(list.items).toHaveLength(model.versions.length);
    }),
    { numRuns: 12 },
  );
});
