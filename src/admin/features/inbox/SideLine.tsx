import { useTranslation } from 'react-i18next';
import type { MessageUpdate } from '../../../contract/queue-records.ts';
import { useTimes } from '../../components/use-times.ts';
import type { SideEntry } from './live/talk.ts';

/** A handoff event or an internal note between the messages. */
export function SideLine({ entry }: { readonly entry: SideEntry }) {
  if (entry.update) return <Updated entry={entry} update={entry.update} />;
  if (entry.event === undefined) return <Note entry={entry} />;
  return (
    <>
      <Happened entry={entry} event={entry.event} />
      {entry.text !== '' && <Note entry={entry} />}
    </>
  );
}

/** What the visitor has done to a message; the message itself shows what it says now. */
function Updated({ entry: { at }, update }: { readonly entry: SideEntry; readonly update: MessageUpdate }) {
  const { t } = useTranslation('conversations');
  const { clock } = useTimes();
  return (
    <li className="inbox-happened quiet">
      <bdi>
        {t(
          update.kind === 'reaction' && !update.emoji
            ? 'updates.lines.reactionRemoved'
            : `updates.lines.${update.kind}`,
          { emoji: update.emoji },
        )}
      </bdi>{' '}
      · <time dateTime={at}>{clock(at)}</time>
    </li>
  );
}

/** An internal note: never shown to the visitor. */
export function Note({ entry: { by, text, at } }: { readonly entry: SideEntry }) {
  const { t } = useTranslation('inbox');
  const { clock } = useTimes();
  return (
    <li className="inbox-note">
      <span className="inbox-line-top">
        <strong>{t('note')}</strong> · <bdi>{by?.name}</bdi> <time dateTime={at}>{clock(at)}</time>
      </span>
      <p className="said" dir="auto">
        {text}
      </p>
    </li>
  );
}

function Happened({
  entry: { by, to = '', at },
  event,
}: {
  readonly entry: SideEntry;
  readonly event: NonNullable<SideEntry['event']>;
}) {
  const { t } = useTranslation('inbox');
  const { clock } = useTimes();
  return (
    <li className="inbox-happened quiet">
      <bdi>{t(`happened.${event}`, { who: by?.name ?? '', to })}</bdi> ·{' '}
      <time dateTime={at}>{clock(at)}</time>
    </li>
  );
}
