import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ContactsTable } from '../../../src/aws/contacts-table.ts';
import type { ChannelName } from '../../../src/contract/vocabulary.ts';
import { type Conversation, newConversation } from '../../../src/domain/conversation.ts';
import type { FlowState } from '../../../src/engine/interfaces.ts';
import { noteContact } from '../../../src/operations/contacts/note-contact.ts';
import type { Person } from '../../../src/ports/people.ts';
import { freshTables } from '../../support/fresh-tables.ts';

const fresh = freshTables();
const startMs = Date.parse('2026-11-28T09:00:00Z');
const tenants = ['acme', 'globex'];

/** A conversation, and who really writes in it: the test alone knows. */
interface Written {
  readonly who: string;
  readonly conversation: Conversation<FlowState>;
  readonly person: Person | null;
}

const conversationOf = (
  tenantId: string,
  conversationId: string,
  channel: ChannelName,
  more: Partial<Conversation<FlowState>> & { readonly userId: string },
): Conversation<FlowState> => ({
  ...newConversation<FlowState>(
    {
      message: { tenantId, conversationId, channel, user: { id: more.userId } },
      ...{ sessionId: 's', idleMinutes: 60, retentionDays: 30 },
    },
    startMs,
  ),
  ...more,
});

/** WhatsApp users: each has an id, and one of two numbers, which goes from one to another. */
const onWhatsApp = fc
  .record({
    tenant: fc.constantFrom(...tenants),
    account: fc.constantFrom('a1', 'a2'),
    user: fc.constantFrom('ann', 'ben', 'cid'),
    number: fc.option(fc.constantFrom('4915', '4916')),
  })
  .map(({ tenant, account, user, number }): Written => {
    const id = `DE.${user}`;
    const conversation = conversationOf(tenant, `${tenant}-${account}-${user}`, 'chatapp', {
      userId: id,
      accountId: account,
      user: { firstName: user, ...(number && { phone: `+${number}` }) },
    });
    return {
      who: `${tenant}/${user}`,
      conversation,
      person: { key: id, id, ...(number && { phone: number }) },
    };
  });

/** Visitors of a page: some are verified, others only say who they are. */
const onTheWeb = fc
  .record({
    tenant: fc.constantFrom(...tenants),
    widget: fc.constantFrom('w1', 'w2'),
    chat: fc.constantFrom('1', '2', '3'),
    isVerified: fc.boolean(),
  })
  .map(({ tenant, widget, chat, isVerified }): Written => {
    const conversation = conversationOf(tenant, `${tenant}-${widget}-${chat}-${isVerified}`, 'webchat', {
      userId: 'dora',
      widgetId: widget,
      user: { firstName: 'Dora', email: 'dora@example.com', ...(isVerified && { verified: true as const }) },
    });
    // Each of those who only say so may be another person.
    const who = isVerified ? `${tenant}/${widget}/dora` : conversation.conversationId;
    return { who, conversation, person: null };
  });

it('identities never join two people, and always join one, whoever writes at once', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.oneof(onWhatsApp, onTheWeb), { minLength: 1, maxLength: 6 }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (groups) => {
        runs += 1;
        const named = groups.map((group) => group.map((one) => inRun(one, runs)));
        const contacts = new ContactsTable(fresh.clients.dynamodb, fresh.prefix, () => startMs);
        const note = (one: Written, atMs: number) =>
          noteContact(
            {
              contacts,
              search: { eraseContact: async () => undefined },
              conversations: { find: async () => ({ ...one.conversation, lastActivityMs: atMs }) },
              people: {
                find: async () => new Map(one.person ? [[one.person.key, one.person]] : []),
              },
              nowMs: () => startMs,
              random: Math.random,
            },
            one.conversation,
          );
        for (const [n, group] of named.entries())
          await Promise.all(group.map((one) => note(one, startMs + n * 60_000)));
        const ownerOf = async ({ conversation: { tenantId, conversationId: id } }: Written) => {
          const [owner] = await contacts.owners(tenantId, [{ kind: 'conversation', place: null, id }]);
          return owner ? (await contacts.find(tenantId, owner.contactId))?.contactId : undefined;
        };
        const peopleOf = new Map<string, Set<string>>();
        const contactsOf = new Map<string, Set<string>>();
        for (const one of named.flat()) {
          const contactId = (await ownerOf(one)) ?? '';
          expect(contactId).not.toBe('');
          peopleOf.set(contactId, (peopleOf.get(contactId) ?? new Set()).add(one.who));
          contactsOf.set(one.who, (contactsOf.get(one.who) ?? new Set()).add(contactId));
        }
        expect([...peopleOf.values()].filter(({ size }) => size > 1)).toEqual([]);
        expect([...contactsOf.values()].filter(({ size }) => size > 1)).toEqual([]);
      },
    ),
    { numRuns: 8 },
  );
});

/** The same in a run of its own: tables are shared. */
function inRun({ who, conversation, person }: Written, run: number): Written {
  const tenantId = `${conversation.tenantId}-${run}`;
  return { who, conversation: { ...conversation, tenantId }, person };
}
