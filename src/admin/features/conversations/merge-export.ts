import type { PersonExport } from '../../../contract/admin/conversations.ts';

type Conversation = PersonExport['conversations'][number];

/** One export of its pages: the parts of a conversation that goes on over several are put together. */
export function mergeExport(pages: readonly [PersonExport, ...PersonExport[]]): Omit<PersonExport, 'cursor'> {
  const { cursor: _, ...first } = pages[0];
  const conversations = new Map<string, Conversation>();
  for (const part of pages.flatMap((page) => page.conversations)) {
    const before = conversations.get(part.conversationId);
    conversations.set(part.conversationId, before ? joined(before, part) : part);
  }
  return { ...first, conversations: [...conversations.values()] };
}

function joined(before: Conversation, part: Conversation): Conversation {
  return {
    ...before,
    ...part,
    turns: [...before.turns, ...part.turns],
    largeMessages: [...before.largeMessages, ...part.largeMessages],
    files: [...before.files, ...part.files],
    runs: [...before.runs, ...part.runs],
    deadLetters: [...before.deadLetters, ...part.deadLetters],
  };
}
