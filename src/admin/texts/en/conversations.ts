import type { ConversationStatus } from '../../../contract/vocabulary.ts';

const statuses: Readonly<Record<ConversationStatus, string>> = {
  active: 'with the bot',
  completed: 'completed',
  handoff: 'handed over',
};

/** Conversations: one by its id, with what was said and why. */
export const conversations = {
  title: 'Conversations',
  about:
    'Open a conversation by its id. Web chat answers it with each message, and the logs and events of the gateway name it.',
  id: 'Id of the conversation',
  open: 'Open',
  one: (id: string) => `Conversation ${id}`,
  facts: 'About this conversation',
  status: 'Status',
  statuses,
  channel: 'Channel',
  widget: 'Widget',
  user: 'User',
  flow: 'Flow',
  step: 'Step',
  notBegun: 'The flow has not begun.',
  position: (flow: string, version: number) => `${flow} v${version}`,
  waiting: 'Messages that wait for their turn',
  lastActivity: 'Last activity',
  handoff: 'Handed over',
  variables: 'Variables',
  transcript: 'Transcript',
  noMessages: 'Nothing has been said yet, or what was said is no longer kept.',
  authors: { user: 'Visitor', bot: 'Bot', agent: 'Agent' },
  choices: 'Choices:',
  attachment: {
    open: (name: string) => `Open ${name}`,
    received: { pending: '(is being checked)', failed: '(is gone)', rejected: '(was rejected)' },
    leave: (host: string) => `Open ${host}?`,
    warning:
      'This link leads to another site, and nobody has checked what is there. Open it only if you expect it.',
    openLink: 'Open link',
  },
  newer: 'Look for newer messages',
  why: 'Why?',
  whyTitle: 'Why this was said',
  turn: 'Turn',
  after: 'Where the flow stood after it',
  byItself: 'The flow went on by itself.',
  committed: 'Committed',
  notices: 'What it asked for besides',
  givenUp: (reason: string, attempts: number) => `Given up after ${attempts} tries: ${reason}`,
  replies: 'What became of the replies',
  conversation: 'Conversation',
  updates: {
    edited: 'Edited',
    deleted: 'Deleted by the visitor',
    lines: {
      edited: () => 'The visitor edited a message',
      deleted: () => 'The visitor deleted a message',
      reaction: (emoji: string) =>
        emoji === '' ? 'The visitor removed a reaction' : `The visitor reacted with ${emoji}`,
    },
  },
};
