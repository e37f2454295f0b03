import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Call, type Played, playTurn } from '../../src/admin/features/editor/chat/play-turn.ts';
import { flowDefinition } from '../../src/contract/flow.ts';
import { type FlowScript, flowScripts } from '../../src/engine/flow-script.ts';
import type { ExternalClients, Simulation } from '../../src/engine/rehearse.ts';
import { scriptedOutside } from '../../src/engine/scripted-outside.ts';
import { createHandler } from '../support/create-handler.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const read = (name: string) => JSON.parse(readFileSync(`examples/flows/${name}.json`, 'utf8'));
const definitionOf = (name: string) => {
  const { $schema: _, ...definition } = read(name);
  return definition;
};
const examples = ['booking', 'faq', 'greeting', 'handoff', 'order', 'reminder', 'survey'];
const flows = new Map(examples.map((name) => [name, flowDefinition.parse(definitionOf(name))]));

/** What visitors say in them; models are played in a chat alone, humans and time have journeys of their own. */
const spoken = examples.flatMap((name) => {
  const scripts: readonly FlowScript[] = flowScripts.parse(read(`${name}.conversations`));
  return scripts
    .filter(
      ({ title, llm, steps }) =>
        !llm && !title?.includes('model') && steps.every((step) => 'user' in step || 'expect' in step),
    )
    .map((script): [string, string, FlowScript] => [name, script.title ?? '', script]);
});

let stack: TestStack;
/** What the services of a flow answer, in the gateway. */
let http: ExternalClients['http'] = scriptedOutside([], []).http;
let nowMs = Date.now();
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    tenantLimit: 100_000,
    changeTenant: (folder) => ({
      ...folder,
      flows: [...folder.flows.filter(({ id }) => !flows.has(id)), ...flows.values()],
      widgets: folder.widgets.flatMap((widget) =>
        widget.id === 'acme-web'
          ? [widget, ...examples.map((flow) => ({ ...widget, id: `try-${flow}`, flow }))]
          : [widget],
      ),
    }),
    createHandler: (env) =>
      createHandler(env, { nowMs: () => nowMs, http: { send: (request) => http.send(request) } }),
  });
});
afterAll(() => stack.stop());

it('covers conversations of most examples', () => {
  expect(new Set(spoken.map(([name]) => name)).size).toBeGreaterThanOrEqual(5);
  expect(spoken.length).toBeGreaterThanOrEqual(15);
});

it.each(spoken)('%s: the test chat answers as the gateway does: %s', async (name, _title, script) => {
  const said = script.steps.flatMap((step) => ('user' in step ? [step.user] : []));
  nowMs = Date.now();
  http = scriptedOutside(script.http ?? [], []).http;
  expect(await inTheChat(name, script, said)).toEqual(await atTheGateway(name, script, said));
});

interface Reply {
  readonly text: string;
  readonly choices?: readonly { readonly label: string; readonly value: string }[];
}
const shown = ({ text, choices = [] }: Reply) => ({
  text,
  choices: choices.map(({ label, value }) => [label, value]),
});

async function atTheGateway(name: string, { visitor, metadata }: FlowScript, said: readonly string[]) {
  const session = randomUUID();
  const heard: unknown[] = [];
  for (const text of said) {
    const { verified: _, phone: __, ...user } = visitor ?? {};
    const body = { text, attachments: [], user: { id: 'visitor', ...user }, ...(metadata && { metadata }) };
    const headers = { 'x-tenant-id': 'acme', 'x-widget-id': `try-${name}`, 'x-session-id': session };
    const response = await stack.post('/v1/webchat/messages', body, headers);
    expect(response.status).toBe(200);
    const { replies }: { replies: readonly Reply[] } = await response.json();
    heard.push(replies.map(shown));
  }
  return heard;
}

async function inTheChat(
  name: string,
  { visitor, metadata, http: answers = [] }: FlowScript,
  said: readonly string[],
) {
  const flow = flows.get(name);
  if (!flow) throw new Error(`there is no example ${name}`);
  const left = [...answers];
  const ask = async (_: Call): Promise<Played> => ({ http: left.shift() ?? { status: 500, body: null } });
  const { verified: _, phone: __, ...user } = visitor ?? {};
  const clock = new Date(nowMs).toISOString();
  const heard: unknown[] = [];
  let from: Simulation | null = null;
  for (const text of said) {
    const place = { timeZone: 'Europe/Berlin', country: 'DE' };
    const setting = { visitor: user, ...(metadata && { metadata }), clock, ...place };
    const turn: Awaited<ReturnType<typeof playTurn>> = await playTurn(
      { flow, others: [], from, setting, action: { user: text } },
      ask,
    );
    heard.push(turn.replies.map(({ reply }) => shown(reply)));
    from = turn.standing;
  }
  return heard;
}
