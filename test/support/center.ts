import { randomUUID } from 'node:crypto';
import type { EscalationSettings } from '../../src/contract/handoff-settings.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { startSimulator } from '../../src/local/simulator/start-simulator.ts';
import { startDesk } from './inbox.ts';

/** Somebody else's center, who may sign in and has nothing to do with Acme's visitors. */
const withCenter = (folder: TenantFolder): TenantFolder => ({
  ...folder,
  secrets: { ...folder.secrets, center_password: `${folder.tenant.id}-password` },
  channels: [
    ...folder.channels,
    {
      id: 'center',
      channel: 'contactcenter',
      flow: folder.flows[0]?.id ?? '',
      username: `${folder.tenant.id}-center`,
      allowed_networks: ['127.0.0.0/8'],
      secrets: { password: 'center_password' },
    },
  ],
});

/** A stack whose handoffs go to the simulator's contact center; the clock of both is moved by hand. */
export async function startCenter(escalation: Partial<EscalationSettings> = {}, signingSecret?: string) {
  const clock = { aheadMs: 0 };
  const nowMs = () => Date.now() + clock.aheadMs;
  const simulator = await startSimulator({ nowMs, retryAfterS: 0, gatherMs: 50 });
  const settings: EscalationSettings = {
    kind: 'contactcenter',
    account: 'contact-center',
    ...escalation,
  };
  const desk = await startDesk({
    providerUrl: simulator.url,
    changeFolder: (folder) => ({
      ...(folder.tenant.id === 'acme' ? folder : withCenter(folder)),
      tenant: folder.tenant.id === 'acme' ? { ...folder.tenant, escalation: settings } : folder.tenant,
      ...(signingSecret !== undefined && {
        secrets: { ...folder.secrets, center_signing: signingSecret },
        channels: folder.channels.map((account) =>
          account.channel === 'contactcenter'
            ? { ...account, secrets: { ...account.secrets, signing_secret: 'center_signing' } }
            : account,
        ),
      }),
    }),
    clock,
  });
  simulator.connect(desk.stack);
  const center = simulator.center;
  /** Lets time go by in steps, so that whatever comes back on a queue does. */
  const wait = async (seconds: number, stepS = seconds) => {
    for (let gone = 0; gone < seconds; gone += stepS) {
      clock.aheadMs += stepS * 1000;
      await desk.stack.drain();
    }
  };
  return {
    ...desk,
    simulator,
    center,
    wait,
    drain: desk.stack.drain,
    /** A visitor who has been handed over, and the center told. */
    async beginTold() {
      const visitor = await desk.begin();
      await desk.stack.drain();
      return visitor;
    },
    /** Somebody who writes to an account of Acme's, and has been handed over. */
    async beginOn(account = 'acme/whatsapp') {
      const userId = `49151${Math.floor(Math.random() * 1e8)}`;
      const written: string[] = [];
      const says = async (text: string) => {
        const { id, status } = await simulator.say(account, userId, text);
        if (status !== 200) throw new Error(`the gateway answered ${status}`);
        written.push(id);
        await desk.stack.drain();
      };
      await says('hello');
      await says('my order');
      await desk.stack.drain();
      const of = desk.stack.bus.events.find(
        ({ detail }) => (detail.data as { user?: { id?: string } }).user?.id === userId,
      );
      return {
        userId,
        conversationId: String(of?.detail.conversationId),
        says,
        /** How the visitor's own messages are shown on their phone. */
        ticks: () => written.map((id) => simulator.book.find(id)?.tick),
      };
    },
    /** What the center was told of a conversation, by its words. */
    told: (conversationId: string) => {
      const ids = new Set(
        center.taken.flatMap((event) => (event.conversation === conversationId ? [event.handoffId] : [])),
      );
      return center.taken.filter(({ handoffId }) => ids.has(handoffId));
    },
    /** An agent of the center's, in the handoff that a conversation has. */
    agentOf: async (conversationId: string, name = 'Zoe') => {
      const stored = await desk.find(conversationId);
      const handoffId = stored.handoff?.id ?? stored.lastHandoff?.id ?? '';
      const act = async (action: Parameters<typeof center.act>[2]) => {
        const statuses = await center.act(handoffId, name, action);
        await desk.stack.drain();
        await desk.stack.drain();
        return statuses;
      };
      return {
        handoffId,
        says: (text: string) => act({ type: 'says', text }),
        reads: () => act({ type: 'reads' }),
        accepts: () => act({ type: 'accepts' }),
        types: () => act({ type: 'types' }),
        ends: (how: 'return' | 'close' = 'close') => act({ type: 'ends', how }),
        /** One call as it stands. */
        send: (body: Readonly<Record<string, unknown>>) =>
          center.send(handoffId, { id: randomUUID(), agent: { id: 'zoe', name }, type: 'Text', ...body }),
      };
    },
    async stop() {
      await desk.stack.stop();
      await simulator.stop();
    },
  };
}
export type Center = Awaited<ReturnType<typeof startCenter>>;
