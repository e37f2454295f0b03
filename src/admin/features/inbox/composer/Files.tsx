import { useTranslation } from 'react-i18next';
import type { ChosenFile } from './use-files.ts';

/** The files that go with the next message, each with what became of it. */
export function Files({
  files,
  onRemove,
}: {
  readonly files: readonly ChosenFile[];
  readonly onRemove: (key: string) => void;
}) {
  const { t } = useTranslation('inbox');
  if (files.length === 0) return null;
  return (
    <ul className="inbox-files">
      {files.map(({ key, name, state, reason }) => (
        <li key={key}>
          <bdi>{name}</bdi>{' '}
          <span className={state === 'failed' ? 'bad' : 'quiet'} role="status">
            {t(`files.states.${state}`)} {reason !== null && <bdi lang="en">{reason}</bdi>}
          </span>{' '}
          <button type="button" className="text-button" onClick={() => onRemove(key)}>
            {t('files.remove', { name })}
          </button>
        </li>
      ))}
    </ul>
  );
}
