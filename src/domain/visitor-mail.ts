import { mailLimits } from '../contract/mail.ts';

/** Where a visitor gets replies by email, in their conversation's item. */
export interface VisitorMail {
  readonly email: string;
  readonly language: string;
  /** The page with the chat; links lead there. */
  readonly page: string;
  /** The API's URL, for links. */
  readonly api: string;
  readonly askedAtMs: number;
  /** Absent until the visitor has confirmed the address. */
  readonly confirmedAtMs?: number;
  /** The transcript is sent once the address is confirmed. */
  readonly wantsTranscript?: true;
  /** An agent's first message that is neither read nor announced. */
  readonly unread?: { readonly messageId: string; readonly sinceMs: number };
}

/** An agent who gets an email unless they open their inbox in time. */
export interface AgentAlert {
  readonly userId: string;
  readonly what: 'mention' | 'assignment';
  /** The API's URL, for links. */
  readonly api: string;
  readonly sinceMs: number;
}

/** The fields of a conversation's item about emails; absent unless someone wants them. */
export interface Mailed {
  readonly mail?: VisitorMail;
  /** The last message that the visitor has seen; only noted while one is unread. */
  readonly seenId?: string;
  readonly alerts?: readonly AgentAlert[];
}

const alertsMost = 10;

/** The fields about emails after a turn: an agent's message is unread until the visitor has seen it or writes. */
export function mailAfter(
  { mail, seenId = '' }: Mailed,
  {
    inbound,
    replies,
    committedAtMs,
  }: {
    readonly inbound: unknown;
    readonly replies: readonly { readonly id: string; readonly author: string }[];
    readonly committedAtMs: number;
  },
): Pick<Mailed, 'mail'> {
  if (!mail?.confirmedAtMs) return {};
  const { unread, ...read } = mail;
  const isRead = inbound !== null || (unread !== undefined && unread.messageId <= seenId);
  const kept: VisitorMail = isRead ? read : mail;
  const first = kept.unread ? undefined : replies.find(({ author }) => author === 'agent');
  if (first) return { mail: { ...kept, unread: { messageId: first.id, sinceMs: committedAtMs } } };
  return unread && isRead ? { mail: read } : {};
}

/** When emails of a conversation are due. */
export function mailDueTimes({ mail, alerts = [] }: Mailed): readonly number[] {
  return [
    ...(mail?.unread ? [mail.unread.sinceMs + mailLimits.unreadMs] : []),
    ...alerts.map(({ sinceMs }) => sinceMs + mailLimits.unseenMs),
  ];
}

/** Adds alerts; a new one replaces the agent's earlier one of the same kind. */
export function withAlerts(
  alerts: readonly AgentAlert[] = [],
  added: readonly AgentAlert[],
): readonly AgentAlert[] {
  const others = alerts.filter(
    (one) => !added.some(({ userId, what }) => userId === one.userId && what === one.what),
  );
  return [...others, ...added].slice(-alertsMost);
}
