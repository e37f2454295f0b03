import { useTranslation } from 'react-i18next';
import type { LogMessage } from '../../../contract/poll.ts';
import type { MessageUpdate } from '../../../contract/queue-records.ts';
import { RichText } from './RichText.tsx';

/** What a message says, and what it said before its visitor changed it: that stays until it is erased. */
export function SaidText({
  message: { author, text, markdown = text },
  updates = [],
}: {
  readonly message: Pick<LogMessage, 'author' | 'text' | 'markdown'>;
  readonly updates?: readonly MessageUpdate[] | undefined;
}) {
  const { t } = useTranslation('conversations');
  const edits = updates.flatMap((update) => (update.kind === 'edited' ? [update.text ?? ''] : []));
  const isDeleted = updates.some(({ kind }) => kind === 'deleted');
  const reaction = updates.findLast(({ kind }) => kind === 'reaction')?.emoji;
  const texts = [author === 'user' ? text : markdown, ...edits];
  return (
    <>
      {texts.map((each, n) => {
        const isOld = isDeleted || n < texts.length - 1;
        // biome-ignore lint/suspicious/noArrayIndexKey: what a message has said never changes its order.
        return each === '' ? null : <Said key={n} author={author} text={each} isOld={isOld} />;
      })}
      {(edits.length > 0 || isDeleted) && (
        <p className="quiet said">{isDeleted ? t('updates.deleted') : t('updates.edited')}</p>
      )}
      {reaction !== undefined && (
        <p className="said">
          <span
            role="img"
            aria-label={t('updates.lines.reaction', { emoji: reaction })}
            title={t('updates.lines.reaction', { emoji: reaction })}
          >
            {reaction}
          </span>
        </p>
      )}
    </>
  );
}

function Said({
  author,
  text,
  isOld,
}: {
  readonly author: LogMessage['author'];
  readonly text: string;
  readonly isOld: boolean;
}) {
  const said =
    author === 'user' ? (
      <p className="said" dir="auto">
        {text}
      </p>
    ) : (
      <RichText text={text} />
    );
  return isOld ? <del>{said}</del> : said;
}
