import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createAwsClients } from '../../../src/aws/clients.ts';
import { DirectoryRecordsTable } from '../../../src/aws/directory-records-table.ts';
import { flowDefinition } from '../../../src/contract/flow.ts';
import { GatewayError } from '../../../src/domain/errors.ts';
import { type HandoffOwner, handoffOf, handoffTag } from '../../../src/domain/handoff.ts';
import type { TenantFolder } from '../../../src/domain/tenant-folder.ts';
import { composeGateway } from '../../../src/lambda/compose.ts';
import { assignHandoff } from '../../../src/operations/handoff/assign-handoff.ts';
import { closeHandoff } from '../../../src/operations/handoff/close-handoff.ts';
import { replyToVisitor } from '../../../src/operations/handoff/reply-to-visitor.ts';
import { returnHandoff } from '../../../src/operations/handoff/return-handoff.ts';
import { takeHandoff } from '../../../src/operations/handoff/take-handoff.ts';
import type { AgentRequest } from '../../../src/operations/turn/change-as-agent.ts';
import { type Chaos, echoing } from './chaos-stack.ts';

/** What agents have said, and whether the gateway has told them that it has it. */
export interface AgentWork {
  readonly said: Map<string, 'acknowledged' | 'not'>;
  /** Actions by what became of them: done, or the code of the refusal. */
  readonly outcomes: Map<string, number>;
}

const names = ['Maria', 'Ben', 'Eve'];
const owners = names.map((name): HandoffOwner => ({ kind: 'user', id: name.toLowerCase(), name }));
/** Begins what an agent says of each conversation that becomes theirs, and before they leave it. */
export const marks = { taken: 'I am here', leaving: 'I leave you' } as const;
const tries = 20;
const againMs = 100;

/** Hands over what begins with `human`; else as the other chaos does: says each message back. */
export function handingOver(folder: TenantFolder, origin: string): TenantFolder {
  const echoed = echoing(folder, origin);
  if (folder.tenant.id !== 'acme') return echoed;
  const withHuman = (flow: TenantFolder['flows'][number]) => {
    const { route } = flow.steps;
    if (flow.id !== 'support' || route?.kind !== 'branch') return flow;
    const branches = [{ when: 'message.text.startsWith("human")', next: 'human' }, ...route.branches];
    return flowDefinition.parse({
      ...flow,
      steps: {
        ...flow.steps,
        route: { ...route, branches },
        human: { kind: 'handoff', reason: 'chaos', text: 'handing over', next: 'again' },
        again: { kind: 'question', text: 'back with the bot', saveAs: 'said', next: 'route' },
      },
    });
  };
  const tenant = { ...echoed.tenant, queues: ['second'] };
  return { ...echoed, tenant, flows: echoed.flows.map(withHuman) };
}

/**
 * Three agents who take, answer, give to each other, give back and close at random, until `isOver` and nobody has anything
 * any more. Whatever fails they do again, with the same key.
 * @param conversations that there are by now
 */
export async function answerAtRandom(
  { stack, proxy, clock }: Chaos,
  random: () => number,
  conversations: () => readonly string[],
  isOver: () => boolean,
): Promise<AgentWork> {
  const env = proxy.inFrontOf(stack.env);
  const ports = composeGateway(env, { nowMs: clock.nowMs, clients: createAwsClients(env) });
  const { dynamodb } = createAwsClients(env);
  const records = new DirectoryRecordsTable(dynamodb, String(env.TABLE_PREFIX));
  const work: AgentWork = { said: new Map(), outcomes: new Map() };
  const note = (what: string) => work.outcomes.set(what, (work.outcomes.get(what) ?? 0) + 1);
  const find = (id: string) => ports.conversations.find('acme', id).catch(() => null);

  const act = async (what: string, run: () => Promise<unknown>): Promise<boolean> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await run();
        note(what);
        return true;
      } catch (error) {
        const isRefusal = error instanceof GatewayError && error.status < 500;
        if (isRefusal || attempt === tries) {
          note(`${what}: ${isRefusal ? error.code : 'failed'}`);
          return false;
        }
        await pause(againMs);
      }
    }
  };
  const says = async (what: string, text: string, run: () => Promise<unknown>) => {
    work.said.set(text, 'not');
    if (await act(what, run)) work.said.set(text, 'acknowledged');
  };

  const oneAct = async (owner: HandoffOwner, conversationId: string): Promise<boolean> => {
    const stored = await find(conversationId);
    const live = stored && handoffOf(stored);
    if (!stored || !live) return false;
    const request = (): AgentRequest => ({
      ...{ tenantId: 'acme', conversationId },
      caller: { owner, isAdmin: false },
      ifMatch: handoffTag(live, stored.epoch),
      turnId: `desk-${randomUUID()}`,
      correlationId: 'chaos',
    });
    const saying = (mark: string) => `${mark} ${randomUUID()}`;
    const asked = request();
    const dice = isOver() ? 0.75 + random() / 4 : random();
    if (live.state === 'requested') {
      const text = saying(marks.taken);
      if (dice < 0.2) await act('take', () => takeHandoff(ports, asked));
      else await says('reply', text, () => replyToVisitor(ports, { ...asked, reply: { text } }));
      return true;
    }
    if (live.owner?.id !== owner.id) return true;
    if (dice < 0.6) {
      const text = saying('line');
      await says('reply', text, () => replyToVisitor(ports, { ...asked, reply: { text } }));
    } else if (dice < 0.75) {
      const to = { queue: random() < 0.5 ? 'default' : 'second' };
      await act('assign', () => assignHandoff({ ...ports, records }, { ...asked, to }));
    } else if (dice < 0.9) {
      await act('return', () => returnHandoff(ports, { ...asked, way: {} }));
    } else {
      const text = saying(marks.leaving);
      await says('close', text, () => closeHandoff(ports, { ...asked, parting: { text } }));
    }
    return true;
  };

  await Promise.all(
    owners.map(async (owner) => {
      for (let quiet = 0; quiet < 5; ) {
        const all = conversations();
        let isBusy = false;
        for (const id of all) isBusy = (await oneAct(owner, id)) || isBusy;
        quiet = isOver() && !isBusy ? quiet + 1 : 0;
        await pause(20 + random() * 80);
      }
    }),
  );
  return work;
}
