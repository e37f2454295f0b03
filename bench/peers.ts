import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Work } from './interleave.ts';

const folder = join(import.meta.dirname, 'peers');
const isInstalled = existsSync(join(folder, 'node_modules'));
const requirePeer = createRequire(join(folder, 'package.json'));

interface StateMachines {
  setup(options: object): { createMachine(definition: object): unknown };
  assign(values: object): unknown;
  createActor(machine: unknown): {
    start(): void;
    send(event: object): void;
    getSnapshot(): { readonly context: { readonly said: readonly string[] } };
  };
}
interface CloudApi {
  readonly on: { message: (arrived: { readonly message: unknown }) => string };
  post(body: unknown, rawBody: string, signature: string): Promise<string | undefined>;
}

/** What others take for a webhook call; none where they are not installed. */
export function webhookPeers(
  rawBody: string,
  signature: string,
  appSecret: string,
): Readonly<Record<string, Work>> {
  if (!isInstalled) return {};
  const { WhatsAppAPI } = requirePeer('whatsapp-api-js') as {
    readonly WhatsAppAPI: new (settings: object) => CloudApi;
  };
  const api = new WhatsAppAPI({ token: 'bench', appSecret, webhookVerifyToken: 'bench', v: 'v21.0' });
  api.on.message = () => 'taken';
  return {
    'whatsapp-api-js, which takes the first message of each call': async (times) => {
      for (let n = 0; n < times; n += 1) {
        const taken = await api.post(JSON.parse(rawBody), rawBody, signature);
        if (taken !== 'taken') throw new Error('whatsapp-api-js took no message');
      }
    },
  };
}

/** What others take for the same turn; none where they are not installed. */
export async function enginePeers(): Promise<Readonly<Record<string, Work>>> {
  if (!isInstalled) return {};
  return { xstate: stateMachine(requirePeer('xstate')) };
}

/** Restored nowhere and persisted nowhere: the machine stays in memory, which flatters it. */
function stateMachine({ setup, assign, createActor }: StateMachines): Work {
  const says = assign({
    said: ({ event }: { event: { text: string } }) => [`Size ${event.text} it is.`, 'Which size?'],
    size: ({ event }: { event: { text: string } }) => event.text,
  });
  const machine = setup({}).createMachine({
    context: { said: [], size: '' },
    initial: 'size',
    states: { size: { on: { message: { target: 'size', reenter: true, actions: says } } } },
  });
  const actor = createActor(machine);
  actor.start();
  return (times) => {
    for (let n = 0; n < times; n += 1) {
      actor.send({ type: 'message', text: `${n % 40}` });
      if (actor.getSnapshot().context.said.length !== 2) throw new Error('xstate said something else');
    }
  };
}
