import type { ChatView } from '../chat-state.ts';
import type { Language } from '../language.ts';

/** The one thing that the visitor should know now. */
export function noticeOf(
  { connection, status, expired, handoff }: ChatView,
  { texts, count }: Language,
): string {
  switch (connection.state) {
    case 'unavailable':
      return texts.unavailable;
    case 'lost':
      if (!navigator.onLine) return texts.offline;
      return connection.reason === 'offline' ? texts.reconnecting : texts.failing;
    case 'waiting':
      return count('waiting', Math.max(1, Math.ceil((connection.untilMs - Date.now()) / 1000)));
    case 'good':
      if (expired) return texts.expired;
      return { active: '', handoff: ofHandoff(handoff, texts, count), completed: texts.completed }[status];
  }
}

/** Who is typing, or the visitor's place in line. */
function ofHandoff(
  handoff: ChatView['handoff'],
  { handoff: withTeam, withAgent, lookingFor, delayed }: Language['texts'],
  count: Language['count'],
): string {
  switch (handoff?.state) {
    case 'waiting':
      return handoff.position === null ? lookingFor : count('inLine', handoff.position);
    case 'delayed':
      return delayed;
    case 'with_agent':
      // Isolated: a name may be written in the other direction.
      return handoff.agent ? withAgent.replace('{name}', `\u2068${handoff.agent.name}\u2069`) : withTeam;
    case undefined:
      return withTeam;
  }
}
