import { randomUUID } from 'node:crypto';
import { type CanaryVerdict, canaryVerdict } from '../../contract/admin/flows.ts';
import type { TenantEvent } from '../../contract/events.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { unavailableBehind } from '../../domain/errors.ts';
import type { EventBus } from '../../ports/event-bus.ts';
import type { Mail, Mailer } from '../../ports/mail.ts';
import type { Admin } from '../admin/admin.ts';
import { changeOf, liveOf, type StoredFlow } from '../admin/flows/flow-records.ts';
import { readAdmins } from '../users/admins.ts';
import { readIndexed } from '../users/indexed-user.ts';

/** What announcing takes. */
export interface AnnouncePorts extends Pick<Admin, 'records' | 'log' | 'nowMs'> {
  readonly bus: EventBus;
  /** Null where the deployment has no address to send from. */
  readonly mailer: Mailer | null;
}

/** Older ends are not announced: an earlier release ended canaries without a word. */
const announcedForMs = 3 * 24 * 60 * 60_000;
const mailsMost = 5;

/**
 * Announces that a canary has ended by itself, once: an event on the bus, and a mail to whoever published it, or to the
 * tenant's admins. The version's record keeps that it was announced; what fails before is done again at the next count.
 * @throws TemporarilyUnavailableError when the bus, the mail or the record can't be reached
 */
export async function announceCanaryEnd(
  ports: AnnouncePorts,
  tenantId: string,
  stored: StoredFlow,
): Promise<void> {
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

/** A mail that is refused for good is an operator's to look at, and keeps nobody else's back. */
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
