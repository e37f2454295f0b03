import { useInboxTexts } from '../../texts/inbox-texts.ts';
import type { ChosenFile } from './use-files.ts';

/** The files that go with the next message, each with what became of it. */
export function Files({
  files,
  onRemove,
}: {
  readonly files: readonly ChosenFile[];
  readonly onRemove: (key: string) => void;
}) {
  const { files: texts } = useInboxTexts();
  if (files.length === 0) return null;
  return (
    <ul className="inbox-files">
      {files.map(({ key, name, state, reason }) => (
        <li key={key}>
          <bdi>{name}</bdi>{' '}
          <span className={state === 'failed' ? 'bad' : 'quiet'} role="status">
            {texts.states[state]} {reason !== null && <bdi lang="en">{reason}</bdi>}
          </span>{' '}
          <button type="button" className="text-button" onClick={() => onRemove(key)}>
            {texts.remove(name)}
          </button>
        </li>
      ))}
    </ul>
  );
}
