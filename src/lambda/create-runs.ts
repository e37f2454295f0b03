import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { tenantOfTag } from '../aws/ses-mailer.ts';
import { type MailEvent, mailEventRecord, mailTask } from '../contract/mail.ts';
import { arrivalRecord } from '../contract/queue-records.ts';
import {
  contactTask,
  type RollUpTask,
  type RunTask,
  recountTask,
  rollUpTask,
  runLimits,
  runRecord,
  sightingTask,
} from '../contract/runs.ts';
import type { LambdaEntry } from '../middleware/lambda-entry.ts';
import { batchEntry, bounded } from '../middleware/lambda-entry.ts';
import { type ContactPorts, noteContact } from '../operations/contacts/note-contact.ts';
import { type MailPorts, sendMailTask } from '../operations/mail/send-mail.ts';
import { stopMails } from '../operations/mail/stop-mails.ts';
import {
  type EnqueuePorts,
  enqueueCounting,
  recount,
  reportMiscount,
} from '../operations/reports/enqueue-counting.ts';
import { type JudgePorts, judgeCanaries } from '../operations/reports/judge-canaries.ts';
import { type AnsweringTeamPorts, noteAnsweringTeam } from '../operations/reports/note-answering-team.ts';
import { type Budget, type CountPorts, rollUpHour } from '../operations/reports/roll-up-hour.ts';
import { type TakePorts, takeRuns } from '../operations/reports/take-runs.ts';
import { runConcurrently } from '../operations/run-concurrently.ts';
import { indexDetails } from '../operations/search/contacts.ts';
import {
  type IndexPorts,
  indexContact,
  indexConversations,
} from '../operations/search/index-conversations.ts';
import type { SeenConversation } from '../ports/contacts.ts';
import * as ports from './ports.ts';

/** Serves records of the queue of runs, and the schedule. */
export type RunsHandler = LambdaEntry<unknown, SQSBatchResponse | undefined>;

type RunsPorts = ContactPorts &
  CountPorts &
  EnqueuePorts &
  JudgePorts &
  TakePorts &
  AnsweringTeamPorts &
  MailPorts &
  IndexPorts;

/**
 * Creates the function that stores and counts runs from the bus. It has a role of its own, since no function
 * behind HTTP writes reports.
 * @throws Error when a setting is missing
 * @see handoff.md 6
 */
export function createRuns(env: ports.Environment, replace: ports.Replacements<RunsPorts> = {}): RunsHandler {
  const own = ports.portsOf<RunsPorts>(
    env,
    {
      answeringTeams: ports.answeringTeams,
      audit: ports.audit,
      bus: ports.bus,
      consoleUrl: ports.consoleUrl,
      contacts: ports.contacts,
      conversations: ports.conversations,
      counts: ports.counts,
      directory: ports.directory,
      log: ports.log,
      mailer: ports.mailer,
      mails: ports.mails,
      metrics: ports.metrics,
      people: ports.people,
      records: ports.records,
      runs: ports.runs,
      search: ports.search,
      tasks: ports.runTasks,
      turnLog: ports.turnLog,
    },
    replace,
  );
  const serveQueue = batchEntry(({ Records }) => serveRecords(own, Records));
  return bounded(async (event: unknown, context) => {
    if (isQueue(event)) return serveQueue(event, context);
    await enqueueCounting(own);
    return undefined;
  });
}

const recordBody = z.union([
  rollUpTask,
  recountTask,
  mailTask,
  contactTask,
  sightingTask,
  mailEventRecord,
  runRecord,
  arrivalRecord,
]);

type RecordBody = z.infer<typeof recordBody>;
type EventBody = z.infer<typeof runRecord> | z.infer<typeof arrivalRecord>;

/** Handles the events of a batch together, then its tasks one by one. @returns the records that failed */
async function serveRecords(ports: RunsPorts, records: readonly SQSRecord[]): Promise<readonly SQSRecord[]> {
  const read = records.map((record) => ({ record, body: recordBody.safeParse(parsed(record)).data }));
  const events = read.flatMap(({ record, body }) =>
    body && 'detail' in body && !('source' in body) ? [{ record, body }] : [],
  );
  const runs = events.flatMap(({ record, body: { 'detail-type': type, detail } }) =>
    'run' in detail ? [{ record, ...detail, failed: type === 'Conversation.TurnFailed' }] : [],
  );
  const failed: SQSRecord[] = read.flatMap(({ record, body }) => (body ? [] : [record]));
  const attempt = async (of: readonly SQSRecord[], work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      ports.log.error('a record of the queue of runs failed', error, { records: of.length });
      failed.push(...of);
    }
  };
  const seen: SeenConversation[] = [];
  await attempt(
    runs.map(({ record }) => record),
    async () => {
      const heard = runs.map(({ record, ...run }) => ({
        ...run,
        again: Number(record.attributes.ApproximateReceiveCount) > 1,
      }));
      seen.push(...(await takeRuns(ports, heard)));
    },
  );
  await runConcurrently(seen, (one) =>
    attempt(
      runs.flatMap(({ record, tenantId, conversationId }) =>
        tenantId === one.tenantId && conversationId === one.conversationId ? [record] : [],
      ),
      () => noteSeen(ports, one),
    ),
  );
  const unindexed = await indexConversations(ports, events.map(changeIn));
  failed.push(...unindexed.map(({ record }) => record));
  const budget: Budget = { left: runLimits.runsPerInvocation };
  for (const { record, body } of read)
    if (body && ('source' in body || 'kind' in body))
      await attempt([record], () => serveTask(ports, body, budget));
  return [...new Set(failed)];
}

/** The conversations of two contacts that become one are found by the details of both. */
async function noteSeen(ports: RunsPorts, one: SeenConversation): Promise<void> {
  const { tenantId } = one;
  const noted = await noteContact(ports, one);
  if (noted?.isToIndex) await indexContact(ports, { tenantId, contactId: noted.contactId, lostWords: false });
  else if (noted) await indexDetails(ports, { tenantId, contactId: noted.contactId });
}

/** A conversation that may have something to index. */
function changeIn({ record, body: { detail } }: { readonly record: SQSRecord; readonly body: EventBody }) {
  const { tenantId, conversationId, messageId, occurredAt } = detail;
  const changed = { record, tenantId, conversationId, messageId, occurredAtMs: Date.parse(occurredAt) };
  if (!('run' in detail)) return { ...changed, hadAgent: null, arrives: true };
  const { handoffs = [], previous } = detail.run;
  const hasAgent = handoffs.some(({ takenAtMs }) => takenAtMs !== undefined);
  // An earlier run may have had one.
  const hadAgent = hasAgent || (previous === undefined ? false : null);
  return { ...changed, hadAgent, arrives: false };
}

async function serveTask(
  ports: RunsPorts,
  task: Exclude<RecordBody, EventBody>,
  budget: Budget,
): Promise<void> {
  if ('source' in task) await noteMailEvent(ports, task.detail);
  else if (task.kind === 'mail') await sendMailTask(ports, task);
  else if (task.kind === 'contact') await indexContact(ports, task);
  else if (task.kind === 'sighting') await noteSeen(ports, { ...task, channel: 'webchat' });
  else await ports.tasks.enqueue(await doTask(ports, task, budget));
}

/** A tag of the email names its tenant; emails of no tenant have none. */
async function noteMailEvent(ports: RunsPorts, event: MailEvent): Promise<void> {
  const [tag] = event.mail.tags?.tenant ?? [];
  if (tag !== undefined) await stopMails(ports, tenantOfTag(tag), event);
}

/** @returns what is left of it, and is more than one invocation does */
async function doTask(ports: RunsPorts, task: RunTask, budget: Budget): Promise<readonly RunTask[]> {
  if (budget.left <= 0) return [task];
  return task.kind === 'roll-up' ? countHour(ports, task, budget) : recount(ports, task, budget);
}

/** An hour that is counted may be what a canary is judged by, and who answers is computed from; a canary that can't be now is when the next is. */
async function countHour(ports: RunsPorts, task: RollUpTask, budget: Budget): Promise<readonly RunTask[]> {
  const { flows, wasWrong, next, hasAnswers } = await rollUpHour(ports, task, budget);
  if (wasWrong && task.byNight) await reportMiscount(ports, task);
  await judgeCanaries(ports, task.tenantId, flows).catch((error: unknown) =>
    ports.log.error('canaries were not judged', error, { tenantId: task.tenantId }),
  );
  if (hasAnswers)
    await noteAnsweringTeam(ports, task.tenantId).catch((error: unknown) =>
      ports.log.error('who answers was not computed', error, { tenantId: task.tenantId }),
    );
  return next ? [next] : [];
}

function parsed({ body }: SQSRecord): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Any other event is the schedule. */
function isQueue(event: unknown): event is SQSEvent {
  return typeof event === 'object' && event !== null && 'Records' in event;
}
