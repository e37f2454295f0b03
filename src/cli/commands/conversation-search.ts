import type { Command } from 'commander';
import type { FoundConversation } from '../../contract/admin/conversations.ts';
import { limits, searchLimits } from '../../contract/limits.ts';
import { cursorOf, questionOf } from '../../operations/list-cursor.ts';
import { searchConversations } from '../../operations/search/search-conversations.ts';
import { queryWords } from '../../operations/search/words.ts';
import { UsageError } from '../explain-error.ts';
import { type Io, onOneLine, printResult } from '../io.ts';
import { type JsonOption, type LimitOption, limitOption, newTargetCommand } from '../new-command.ts';
import { describeTable, openRecords } from '../records.ts';
import { asking, positionIn } from '../report-options.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';

type SearchOptions = TargetOptions &
  JsonOption &
  LimitOption & { readonly tenant: string; readonly cursor?: string };

/** `conversation search WORDS…` */
export function conversationSearch(io: Io): Command {
  return newTargetCommand(
    'search',
    'find conversations by words of messages, visitors and IDs, newest first',
    [
      'conversation search refund --tenant acme --local',
      'conversation search anna@example.com order --tenant acme --stage prod --json',
    ],
  )
    .argument('<words...>', 'words, or the beginnings of words; a conversation must have all of them')
    .requiredOption('--tenant <id>', 'the tenant')
    .addOption(limitOption('how many, at most 100', limits.listItems, limits.listItemsMax))
    .option('--cursor <cursor>', 'the next page: the cursor printed by the last one')
    .action(async (words: readonly string[], options: SearchOptions) => {
      const { tenant: tenantId, limit } = options;
      const target = await resolveTarget(options, io);
      const { idKeys } = target;
      const q = words.join(' ');
      const question = questionOf(tenantId, 'search-conversations', { q });
      const ports = { ...openRecords(target, io), nowMs: io.nowMs };
      const after = await positionIn({ idKeys }, options.cursor, question);
      if (q.length > searchLimits.queryChars || queryWords(q).length === 0)
        throw new UsageError(
          `Search for at least one word, in at most ${searchLimits.queryChars} characters.`,
        );
      const page = await asking(searchConversations(ports, { tenantId, q, limit, after }));
      const cursor = page.cursor === null ? null : cursorOf(await idKeys(), question, page.cursor);
      const text = page.items.length === 0 ? `${tenantId} has no such conversations.` : inTable(page.items);
      printResult(io, options.json, text, { ...page, cursor });
      if (options.json) return;
      if (page.since !== null) io.err(`Only messages since ${page.since} were searched: there are too many.`);
      if (cursor !== null) io.err(`There are more: --cursor ${cursor}`);
    });
}

function inTable(items: readonly FoundConversation[]): string {
  return describeTable(
    ['at', 'conversation', 'channel', 'user', 'found in', 'text'],
    items.map(({ at, conversationId, channel, userId, message, snippet }) => [
      ...[at, conversationId, channel, userId, message?.author ?? 'details'],
      onOneLine(snippet.text),
    ]),
  );
}
