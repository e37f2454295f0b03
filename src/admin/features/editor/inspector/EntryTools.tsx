import { useTranslation } from 'react-i18next';
import type { Path } from '../document/document.ts';
import { useEditor } from '../store/editor-context.ts';
import { EditButton } from './EditButton.tsx';

interface Props {
  readonly list: Path;
  readonly n: number;
  readonly count: number;
  readonly name: string;
}

/** Puts an entry of a list up or down, or takes it away; Alt with an arrow does the same from within it. */
export function EntryTools({ list, n, count, name }: Props) {
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  const reorder = (to: number) => store.do({ do: 'reorder', path: list, from: n, to });
  return (
    <span className="entry-tools">
      <EditButton name={t('entry.up', { name })} disabled={n === 0} onClick={() => reorder(n - 1)}>
        ↑
      </EditButton>
      <EditButton name={t('entry.down', { name })} disabled={n === count - 1} onClick={() => reorder(n + 1)}>
        ↓
      </EditButton>
      <EditButton
        name={t('entry.remove', { name })}
        onClick={() => store.do({ do: 'edit', path: [...list, n], value: undefined })}
      >
        ✕
      </EditButton>
    </span>
  );
}
