import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import type { Page } from '../../http-api/http-api.ts';
import { readBody } from '../../listen.ts';
import { type SimulatorFiles, writePage } from '../serve-page.ts';
import type { CenterDesk } from './center-desk.ts';
import type { DeskRequests } from './page/protocol.ts';

const bodyLimitBytes = 64 * 1024;

const actRequest = z.object({
  handoffId: z.string(),
  agent: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  action: z.discriminatedUnion('type', [
    z.object({ type: z.literal('says'), text: z.string().check(z.minLength(1), z.maxLength(4096)) }),
    z.object({ type: z.literal('accepts') }),
    z.object({ type: z.literal('types') }),
    z.object({ type: z.literal('reads') }),
    z.object({ type: z.literal('ends'), how: z.enum(['return', 'close']) }),
  ]),
});
const moodRequest = z.partial(
  z.strictObject({
    answers: z.boolean(),
    fails: z.boolean(),
    repeats: z.boolean(),
    shuffles: z.boolean(),
    gaps: z.boolean(),
  }),
);

/** The pages under `/desk`: where one plays a contact center's agent. @see handoff.md 4 */
export function deskPages(
  desk: CenterDesk,
  files: () => Promise<SimulatorFiles>,
): Readonly<Record<string, Page>> {
  const watchers = new Set<ServerResponse>();
  const tell = (to: Iterable<ServerResponse>) => {
    for (const response of to) response.write(`data: ${JSON.stringify(desk.state())}\n\n`);
  };
  desk.listen(() => tell(watchers));
  const file = (type: string, pick: (all: SimulatorFiles) => string): Page => {
    return async (_request, response) => writePage(response, 200, type, pick(await files()));
  };
  const action = (name: keyof DeskRequests): Page => {
    return async (request, response) => {
      const done = await actions[name](desk, await readJson(request));
      writePage(response, done ? 202 : 400, 'application/json', JSON.stringify({ ok: done }));
    };
  };
  return {
    '/desk': file('text/html', ({ html }) => html),
    '/desk/page.css': file('text/css', ({ css }) => css),
    '/desk/page.js': file('text/javascript', ({ js }) => js),
    '/desk/act': action('act'),
    '/desk/mood': action('mood'),
    '/desk/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      watchers.add(response);
      response.on('close', () => watchers.delete(response));
      tell([response]);
    },
  };
}

/** What each request does; false when its body is not what it should be. */
const actions: Readonly<Record<keyof DeskRequests, (desk: CenterDesk, body: unknown) => Promise<boolean>>> = {
  async act(desk, body) {
    const { data } = actRequest.safeParse(body);
    if (!data || !desk.state().handoffs.some(({ id }) => id === data.handoffId)) return false;
    // The gateway reports the result, if any.
    void desk.act(data.handoffId, data.agent, data.action);
    return true;
  },
  async mood(desk, body) {
    const { data } = moodRequest.safeParse(body);
    if (data) await desk.setMood(JSON.parse(JSON.stringify(data)));
    return data !== undefined;
  },
};

/** Undefined for anything but JSON, which no other site can send without being asked first. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const isJson = request.headers['content-type']?.startsWith('application/json');
  const body = await readBody(request, bodyLimitBytes);
  if (request.method !== 'POST' || !isJson || !body) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
