import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContactsTable } from '../../src/aws/contacts-table.ts';
import { InboxFeedTable } from '../../src/aws/inbox-tables.ts';
import { PersonalDataTables } from '../../src/aws/personal-data-tables.ts';
import { SearchTable } from '../../src/aws/search-table.ts';
import type { ReadMessage } from '../../src/contract/queue-records.ts';
import { handoffRowOf } from '../../src/domain/agent-turn.ts';
import { listMessages } from '../../src/operations/admin/conversations/read-conversation.ts';
import { watchConversation } from '../../src/operations/handoff/poll-inbox.ts';
import { eraseVisitor } from '../../src/operations/people/erase-visitor.ts';
import { exportVisitor } from '../../src/operations/people/export-visitor.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { type Desk, maria, startDesk } from '../support/inbox.ts';

let desk: Desk;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  desk = await startDesk({ providerUrl: provider.url });
});
afterAll(async () => {
  await desk.stack.stop();
  await provider.stop();
});

/** Somebody on WhatsApp, what they do to messages, and what is shown of it. */
function visitor() {
  const from = `49151${String(Math.random()).slice(2, 10)}`;
  const send = async (...messages: object[]) => {
    const timestamp = String(Math.floor(desk.nowMs() / 1000));
    const all = messages.map((message) => ({ from, timestamp, id: `wamid.${randomUUID()}`, ...message }));
    expect((await postCloudApi(desk.stack, cloudApiBody({ messages: all }))).status).toBe(200);
  };
  const text = (body: string, id = `wamid.${randomUUID()}`) =>
    textMessage(from, body, id, desk.nowMs() / 1000);
  const edit = (original: string, body: string) => ({
    type: 'edit',
    edit: { original_message_id: original, message: { type: 'text', text: { body } } },
  });
  const revoke = (original: string) => ({ type: 'revoke', revoke: { original_message_id: original } });
  const react = (message_id: string, emoji?: string) => ({
    type: 'reaction',
    reaction: { message_id, ...(emoji !== undefined && { emoji }) },
  });
  const drain = async () => {
    await desk.stack.drain();
    await desk.stack.drain();
  };
  const events = () =>
    desk.stack.bus.events.filter(
      ({ detail }) => (detail.data as { user?: { id?: string } }).user?.id === from,
    );
  const id = () => String(events()[0]?.detail.conversationId);
  const updates = () =>
    desk.stack.bus.events
      .filter((event) => event['detail-type'] === 'Conversation.MessageUpdated')
      .filter(({ detail }) => detail.conversationId === id())
      .map(({ detail }) => detail.data as { kind: string });
  const ports = () => {
    const { clients, env } = desk.stack;
    const prefix = String(env.TABLE_PREFIX);
    return {
      ...desk.ports,
      feed: new InboxFeedTable(clients.dynamodb, prefix, desk.nowMs),
      contacts: new ContactsTable(clients.dynamodb, prefix, desk.nowMs),
      personal: new PersonalDataTables(clients.dynamodb, prefix, desk.nowMs),
      search: new SearchTable(clients.dynamodb, prefix, desk.nowMs),
      objects: { remove: async () => undefined },
      accounts: async () => ['whatsapp'],
    };
  };
  const named = () => ({ tenantId: 'acme', conversationId: id() });
  /** As a list of messages, an agent's inbox and an export have them. */
  async function shown() {
    const { items } = await listMessages(ports(), { ...named(), limit: 100, after: null });
    const watched = await watchConversation(ports(), { ...named(), userId: maria.id, after: null });
    expect(watched?.messages.map(marked)).toEqual(items.map(marked));
    const exported = await exportVisitor(ports(), { tenantId: 'acme', channel: 'chatapp', userId: from });
    const turns = exported.conversations.flatMap((conversation) => conversation.turns);
    const all = items.flatMap(({ updates: some = [] }) => some);
    expect(turns.flatMap(({ updates: some = [] }) => some)).toEqual(all);
    return items.map(marked);
  }
  return { from, send, text, edit, revoke, react, drain, id, updates, ports, named, shown };
}

const marked = ({ text, updates = [] }: ReadMessage) => [
  text,
  ...updates.map(({ kind, text: now, emoji }) => [kind, now ?? emoji].filter(Boolean).join(' ')),
];

describe("a visitor's later change to a message", () => {
  it('is shown with the message, and sent to its agent and to the bus, once', async () => {
    const ada = visitor();
    await ada.send(ada.text('hello'));
    await ada.drain();
    await ada.send(ada.text('Main Street 12', 'wamid.address'));
    await ada.drain();
    await desk.as(maria).take(ada.id());
    await desk.as(maria).reply(ada.id(), 'Noted.');
    await ada.drain();
    const before = await desk.find(ada.id());
    expect(handoffRowOf(before)?.waitingSince).toBeNull();
    const edited = { id: 'wamid.edit', ...ada.edit('wamid.address', 'Main Street 21') };
    await ada.send(edited);
    await ada.send(edited);
    await ada.drain();
    const noted = provider.sends.find(
      ({ to, body }) => to === ada.from && JSON.stringify(body).includes('Noted'),
    );
    await ada.send(ada.react(String(noted?.id), '👍'), ada.react(String(noted?.id)));
    await ada.send(ada.revoke('wamid.address'));
    await ada.drain();
    expect(await ada.shown()).toEqual([
      ['hello'],
      ['How can I help?'],
      ['Main Street 12', 'edited Main Street 21', 'deleted'],
      ['One moment, a colleague takes over.'],
      ['Noted.', 'reaction 👍', 'reaction'],
    ]);
    expect(ada.updates().map(({ kind }) => kind)).toEqual(['edited', 'reaction', 'reaction', 'deleted']);
    const after = await desk.find(ada.id());
    expect(handoffRowOf(after)?.waitingSince).not.toBeNull();
    expect([after.lastSeq, after.state?.flow]).toEqual([before.lastSeq, before.state?.flow]);
    const told = await ada.ports().feed.since('acme', desk.nowMs() - 60_000);
    expect(
      told.some(({ conversationId, version }) => conversationId === ada.id() && version === after.version),
    ).toBe(true);
  });

  it('runs no flow, and is kept when it arrives before the message, behind it in one body, or while that waits', async () => {
    const ada = visitor();
    await ada.send(ada.edit('wamid.late', 'second'));
    await ada.drain();
    await ada.send(ada.text('first', 'wamid.late'));
    await ada.drain();
    await ada.send(
      ada.text('twice', 'wamid.twice'),
      ada.edit('wamid.twice', 'once'),
      ada.revoke('wamid.twice'),
    );
    await ada.drain();
    expect(await ada.shown()).toEqual([
      ['first', 'edited second'],
      ['How can I help?'],
      ['twice', 'edited once', 'deleted'],
      ['One moment, a colleague takes over.'],
    ]);
  });

  it('is shown in the order in which it was made, though an earlier one is delivered last', async () => {
    const ada = visitor();
    await ada.send(ada.text('first', 'wamid.first'));
    await ada.drain();
    const later = String(Math.floor(desk.nowMs() / 1000) + 5);
    await ada.send({ ...ada.edit('wamid.first', 'third'), timestamp: later });
    await ada.drain();
    await ada.send(ada.edit('wamid.first', 'second'));
    await ada.drain();
    expect((await ada.shown())[0]).toEqual(['first', 'edited second', 'edited third']);
  });

  it('of a caption replaces the caption', async () => {
    const ada = visitor();
    const image = { id: 'm1', mime_type: 'image/png', caption: 'my cat' };
    await ada.send({ id: 'wamid.cat', type: 'image', image });
    await ada.drain();
    const message = { type: 'image', image: { ...image, caption: 'my dog' } };
    await ada.send({ type: 'edit', edit: { original_message_id: 'wamid.cat', message } });
    await ada.drain();
    expect((await ada.shown())[0]).toEqual(['my cat', 'edited my dog']);
  });

  it('is erased with its visitor, and dropped from the queue', async () => {
    const ada = visitor();
    await ada.send(ada.text('a secret', 'wamid.secret'));
    await ada.drain();
    await ada.send(ada.edit('wamid.secret', 'another secret'));
    await ada.drain();
    await ada.send(ada.edit('wamid.secret', 'a third secret'));
    await eraseVisitor(ada.ports(), { tenantId: 'acme', channel: 'chatapp', userId: ada.from });
    await ada.drain();
    expect(await ada.ports().personal.notes(ada.named())).toEqual([]);
  });
});
