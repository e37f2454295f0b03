import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readEnvelope } from '../../src/channels/cloud-api/normalize-changes.ts';
import { readChange } from '../../src/channels/cloud-api/read-changes.ts';
import { maybe, spare } from '../../src/channels/reading.ts';

/** The same as schemas, which take five times as long. */
const id = z.string().check(z.minLength(1), z.maxLength(512));
const list = z.array(z.unknown());
const envelope = z.object({
  id,
  type: maybe(z.string()),
  from: spare(id),
  from_user_id: spare(id),
  from_parent_user_id: spare(id),
  group_id: maybe(z.unknown()),
  timestamp: spare(z.union([z.string(), z.number()])),
  identity: maybe(z.unknown()),
  context: maybe(z.unknown()),
  referral: maybe(z.unknown()),
  errors: maybe(z.unknown()),
});
const change = z.object({
  field: z.string(),
  value: z.object({
    metadata: maybe(z.object({ phone_number_id: maybe(id) })),
    contacts: spare(list),
    messages: maybe(list),
    statuses: spare(list),
    errors: spare(list),
  }),
});

const anything = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    'wamid.1',
    'x'.repeat(512),
    'x'.repeat(513),
    0,
    1.5,
    true,
    [],
  ),
  fc.constantFrom<unknown>(
    Number.POSITIVE_INFINITY,
    {},
    [1],
    { phone_number_id: 'n' },
    { phone_number_id: null },
  ),
  fc.constantFrom<unknown>({ phone_number_id: '' }, { phone_number_id: 7 }, ['a', {}]),
  fc.jsonValue(),
);
const recordOf = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] });
/** What is not there and what is undefined are the same to whoever reads it. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

it('the hand-written reader of messages agrees with their schema', () => {
  const message = fc.oneof(
    { weight: 9, arbitrary: fc.tuple(fc.constant('wamid.1'), recordOf(Object.keys(envelope.shape))) },
    { weight: 1, arbitrary: fc.tuple(fc.constant(undefined), recordOf(Object.keys(envelope.shape))) },
  );
  fc.assert(
    fc.property(message, ([known, fields]) => {
      const raw = { ...fields, ...(known !== undefined && { id: known }) };
      expect(plain(readEnvelope(raw))).toEqual(plain(envelope.safeParse(raw).data));
    }),
    { numRuns: 2_000 },
  );
});

it('the hand-written reader of changes agrees with their schema', () => {
  const value = fc.oneof(anything, recordOf(['metadata', 'contacts', 'messages', 'statuses', 'errors']));
  const raw = fc.oneof(anything, fc.record({ field: fc.oneof(fc.constant('messages'), anything), value }));
  fc.assert(
    fc.property(raw, (given) => {
      expect(plain(readChange(given))).toEqual(plain(change.safeParse(given).data));
    }),
    { numRuns: 2_000 },
  );
});
