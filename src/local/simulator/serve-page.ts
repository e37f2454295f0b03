import * as z from 'zod/mini';
import { accountChannels, webhookChannels } from '../../contract/channels.ts';
import type { Page } from '../http-api/http-api.ts';
import {
  actionPage,
  createWatchers,
  filePages,
  type PageFiles,
  readJson,
  writePart,
} from '../pages/live-page.ts';
import { type PageEvents, pageRequests, type SimulatorState } from './page/protocol.ts';
import type { Simulator } from './start-simulator.ts';

/** Replies hold pictures from anywhere. */
export const simulatorPolicy = ["img-src 'self' https: http:", "require-trusted-types-for 'script'"];

/** `{"account":"acme/whatsapp","id":"wamid.…"}` */
const whyRequest = z.object({ account: z.string(), id: z.string() });

/** The pages under `/simulator`: the phone, and what it talks to. @see design 8 */
export function simulatorPages(
  simulator: Simulator,
  files: () => Promise<PageFiles>,
): Readonly<Record<string, Page>> {
  const { book, mood, users } = simulator;
  const watchers = createWatchers((send) => {
    const lines = book.lines().slice(-100);
    send({ state: stateOf(simulator), messages: book.messages(), lines }, 'snapshot');
  });
  const notify = <N extends keyof PageEvents>(name: N, value: PageEvents[N]) => watchers.send(value, name);
  book.listen({
    message: (message) => notify('message', message),
    line: (line) => notify('line', line),
    typing: (shown) => notify('typing', shown),
  });
  const action: typeof actionPage = (schema, act) =>
    actionPage(schema, async (body) => {
      const done = await act(body);
      if (done) notify('state', stateOf(simulator));
      return done;
    });
  return {
    ...filePages('/simulator', files, simulatorPolicy),
    '/simulator/say': action(pageRequests.say, ({ account, userId, message }) => {
      if (!simulator.accounts().some(({ key }) => key === account)) return false;
      // The result shows as a tick.
      void simulator.say(account, userId, message);
      if (mood.rolls('batches')) joinIn(simulator, account);
      return true;
    }),
    '/simulator/users': action(pageRequests.users, ({ name }) => {
      users.known(`49151${String(crypto.getRandomValues(new Uint32Array(1))[0])}`, name);
      return true;
    }),
    '/simulator/mood': action(pageRequests.mood, ({ hostility = {}, phone }) => {
      simulator.setHostility(JSON.parse(JSON.stringify(hostility)));
      if (phone) simulator.setPhone(phone);
      return true;
    }),
    '/simulator/why': async (request, response) => {
      const { data } = whyRequest.safeParse(await readJson(request));
      const steps = data ? await simulator.why(data.account, data.id) : [];
      writePart(response, [data ? 200 : 400, 'application/json', JSON.stringify({ steps })]);
    },
    '/simulator/events': watchers.page,
  };
}

/** One person alone makes no batch: others write at the same moment, to every number of the same provider. */
function joinIn(simulator: Simulator, account: string): void {
  const channel = simulator.accounts().find(({ key }) => key === account)?.channel;
  const accounts = simulator.accounts().filter((one) => one.channel === channel);
  for (const [n, { key }] of accounts.entries()) {
    const user = simulator.users.known(`491511009900${n}`, `Bystander ${n + 1}`);
    void simulator.say(key, user.id, 'hello');
  }
}

function stateOf(simulator: Simulator): SimulatorState {
  return {
    accounts: accountChannels.flatMap((channel) =>
      simulator
        .accounts()
        .filter((account) => account.channel === channel)
        .map(({ key, tenantName }) => ({ key, channel, tenantName, title: webhookChannels[channel].label })),
    ),
    users: simulator.users.all().map(({ id, name }) => ({ id, name })),
    hostility: simulator.mood.hostility,
    phone: simulator.mood.phone,
  };
}
