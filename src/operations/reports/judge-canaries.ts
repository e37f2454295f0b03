import { randomUUID } from 'node:crypto';
import { type CanaryVerdict, canaryVerdict } from '../../contract/admin/flows.ts';
import type { TenantEvent } from '../../contract/events.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { unavailableBehind } from '../../domain/errors.ts';
import { judgeCanary, runsToJudge } from '../../domain/runs/canary.ts';
import { raisedIn } from '../../domain/runs/count-run.ts';
import { hourOf } from '../../domain/runs/local-time.ts';
import type { Mail, Mailer } from '../../ports/mails.ts';
import type { EventBus } from '../../ports/observability.ts';
import type { RunCounts } from '../../ports/runs.ts';
import type { Admin, Changer } from '../admin/admin.ts';
import { changeOf, liveOf, loadFlow, type StoredFlow } from '../admin/flows/flow-records.ts';
import { endCanaryByItself } from '../admin/flows/move-live.ts';
import { readAdmins, readIndexed } from '../users/user-administration.ts';
import { type FiguresPorts, zoneOf } from './read-figures.ts';

/** What evaluating gradual rollouts uses. */
export type JudgePorts = Pick<Admin, 'records' | 'audit' | 'random' | 'log' | 'nowMs'> &
  Pick<FiguresPorts, 'directory'> &
  AnnouncePorts & { readonly counts: Pick<RunCounts, 'hours'> };

const hourMs = 60 * 60_000;
/** Older runs add nothing; at most this many hours are read. */
const mostMs = 31 * 24 * hourMs;
/** During a rollout to nearly everyone the live version has few runs, so its runs of the week before count, too. */
const historyMs = 7 * 24 * hourMs;

/**
 * Ends the canaries of these flows whose runs say so: one in whose runs the flow raises more often than in those of the
 * version beside it is met by nobody new, and one that has stood its time by all. Either is announced.
 * @see design 9 "Flows"
 */
export async function judgeCanaries(
  ports: JudgePorts,
  tenantId: string,
  flowIds: readonly string[],
): Promise<void> {
  for (const flowId of flowIds) {
    const stored = await loadFlow(ports, tenantId, flowId);
    const hasEnded = await judgeFlow(ports, tenantId, stored);
    await announceCanaryEnd(ports, tenantId, hasEnded ? await loadFlow(ports, tenantId, flowId) : stored);
  }
}

/** What announcing uses. */
interface AnnouncePorts extends Pick<Admin, 'records' | 'log' | 'nowMs'> {
  readonly bus: EventBus;
  /** Null where the deployment has no address to send from. */
  readonly mailer: Mailer | null;
}

/** Older ends are not announced: an earlier release ended canaries without a word. */
const announcedForMs = 3 * 24 * 60 * 60_000;
const mailsMost = 5;

/**
 * Announces the automatic end of a gradual rollout once: an event on the bus, and an email to the publisher, or to
 * the tenant's admins. The version's record stores that; if something fails before, the next count repeats it.
 * @throws TemporarilyUnavailableError when the bus, the mail or the record can't be reached
 */
async function announceCanaryEnd(ports: AnnouncePorts, tenantId: string, stored: StoredFlow): Promise<void> {
  const { flowId } = stored;
  const ended = canaryVerdict.safeParse(stored.pointer?.attributes.canaryEnded).data;
  if (!ended || Date.parse(ended.at) < ports.nowMs() - announcedForMs) return;
  const sk = directoryKeys.version(flowId, ended.version);
  const about = await ports.records.find(tenantId, sk);
  if (about?.attributes.canaryAnnounced === ended.at) return;
  const liveVersion = liveOf(stored).version ?? ended.version;
  await ports.bus.publish([eventOf(tenantId, flowId, { ...ended, liveVersion })]);
  for (const to of await readersOf(ports, tenantId, changeOf(about).by?.id ?? null))
    await mail(ports, { to, ...textOf(tenantId, flowId, { ...ended, liveVersion }) });
  const attributes = { ...about?.attributes, canaryAnnounced: ended.at };
  await ports.records.write(tenantId, { sk, attributes }, about ?? 'nothing');
}

type Ended = CanaryVerdict & { readonly liveVersion: number };

function eventOf(tenantId: string, flowId: string, { at, ...ended }: Ended): TenantEvent {
  return {
    type: 'Flow.CanaryEnded',
    detail: {
      schemaVersion: 1,
      eventId: `${tenantId}.${flowId}.${ended.version}.canary-ended.${Date.parse(at)}`,
      occurredAt: at,
      tenantId,
      correlationId: randomUUID(),
      data: { flowId, ...ended },
    },
  };
}

/** The publisher, if they can still sign in; else the first admins who can. */
async function readersOf(
  { records }: Pick<AnnouncePorts, 'records'>,
  tenantId: string,
  publisherId: string | null,
): Promise<readonly string[]> {
  const addressOf = async (userId: string) => {
    const user = readIndexed(await records.find(tenantId, directoryKeys.user(userId)));
    return user?.status === 'active' ? [user.email] : [];
  };
  const publisher = publisherId === null ? [] : await addressOf(publisherId);
  if (publisher.length > 0) return publisher;
  const { ids } = await readAdmins({ records }, tenantId);
  return (await Promise.all(ids.slice(0, mailsMost).map(addressOf))).flat();
}

/** A permanently refused mail is logged for the operator, and does not delay others. */
async function mail({ mailer, log }: AnnouncePorts, message: Mail): Promise<void> {
  if (!mailer) return;
  try {
    await mailer.send(message);
  } catch (error) {
    const unavailable = unavailableBehind(error);
    if (unavailable) throw unavailable;
    log.error('a mail about a canary was refused', error, { subject: message.subject });
  }
}

function textOf(
  tenantId: string,
  flowId: string,
  { version, action, liveVersion, raised, against }: Ended,
): Omit<Mail, 'to'> {
  const shares = `It failed in ${raised.part} of ${raised.of} conversations; the version beside it failed in ${against.part} of ${against.of}.`;
  const what = `version ${version} of flow ${flowId}`;
  return action === 'cancel'
    ? {
        subject: `Gradual rollout stopped: ${what}`,
        text: [
          `The gradual rollout of ${what} (tenant ${tenantId}) was stopped because the version failed more often.`,
          shares,
          `New conversations get version ${liveVersion} again. To see what failed, open Flows > ${flowId} in the console.`,
        ].join('\n\n'),
      }
    : {
        subject: `Gradual rollout complete: ${what}`,
        text: [
          `The gradual rollout of ${what} (tenant ${tenantId}) is complete: all new conversations get it.`,
          shares,
        ].join('\n\n'),
      };
}

/** @returns whether its canary is ended by this */
async function judgeFlow(ports: JudgePorts, tenantId: string, stored: StoredFlow): Promise<boolean> {
  const { counts, log, nowMs } = ports;
  const { flowId } = stored;
  const { version, canary } = liveOf(stored);
  const begunMs = Date.parse(changeOf(stored.pointer).at ?? '');
  if (!canary || version === null || Number.isNaN(begunMs)) return false;
  const sinceMs = Math.max(begunMs, nowMs() - mostMs);
  // The hour in which it began: what ran in that before is of the version beside it.
  const { startMs } = hourOf(await zoneOf(ports, tenantId), sinceMs);
  const cellsIn = async (fromMs: number, untilMs: number) =>
    [...(await counts.hours(tenantId, fromMs, untilMs)).values()].flatMap((row) => row.cells);
  const since = await cellsIn(startMs, nowMs() + 1);
  const raised = raisedIn(since, { id: flowId, version: canary.version });
  const live = { id: flowId, version };
  const beside = raisedIn(since, live);
  const isFew = beside.of < runsToJudge && raised.of >= runsToJudge;
  const against = isFew
    ? raisedIn([...(await cellsIn(startMs - historyMs, startMs)), ...since], live)
    : beside;
  const { promoteAfterHours } = canary;
  const isDue = promoteAfterHours !== undefined && begunMs + promoteAfterHours * hourMs <= nowMs();
  const action = judgeCanary({ canary: raised, live: against, isDue });
  if (action === null) return false;
  const verdict: CanaryVerdict = {
    ...{ version: canary.version, action, raised, against },
    at: new Date(nowMs()).toISOString(),
  };
  const isEnded = await endCanaryByItself(ports, gatewayItself(tenantId), stored, verdict);
  if (isEnded)
    log.warn('a canary has ended by itself', { tenantId, flowId, version: canary.version, action });
  return isEnded;
}

/** The actor in the audit log. */
const gatewayItself = (tenantId: string): Changer => ({
  ...{ id: 'gateway', email: null, name: null, role: 'service', sourceIp: '' },
  ...{ tenantId, homeTenantId: tenantId, correlationId: randomUUID() },
});
