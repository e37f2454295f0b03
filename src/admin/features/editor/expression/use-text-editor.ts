import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextSort } from '../../../../engine/examine-text.ts';
import type { Mistake } from '../../../../engine/expressions.ts';
import type { Complete } from './completion-source.ts';
import type { TextEditor } from './create-text-editor.ts';

type Create = typeof import('./create-text-editor.ts').createTextEditor;
let create: Create | null = null;

interface Field {
  readonly value: string;
  readonly label: string;
  readonly sort: TextSort;
  readonly rows: number;
  readonly isReadOnly: boolean;
  readonly language: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onLeave: (() => void) | undefined;
  readonly complete: Complete;
  readonly mistakes: readonly Mistake[];
  /** All that is wrong, in words. */
  readonly wrong: string;
}

/** Makes the editor of a text once it is loaded; until then a plain field stands in, whose focus it takes over. */
export function useTextEditor(
  host: RefObject<HTMLDivElement | null>,
  plain: RefObject<HTMLTextAreaElement | null>,
  field: Field,
): { readonly isThere: boolean; readonly insert: () => void } {
  const { t } = useTranslation('editor');
  const texts = useMemo(() => t('expressions', { returnObjects: true }), [t]);
  const [made, setMade] = useState<TextEditor | null>(null);
  const [isLoaded, setLoaded] = useState(create !== null);
  const latest = useRef(field);
  latest.current = field;
  const { label, sort, rows, isReadOnly, language, value, mistakes, wrong } = field;
  useEffect(() => {
    if (isLoaded) return;
    let isLeft = false;
    // Where it can't be loaded the plain field stays.
    import('./create-text-editor.ts').then(
      ({ createTextEditor }) => {
        create = createTextEditor;
        if (!isLeft) setLoaded(true);
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [isLoaded]);
  // Before it is painted: whoever goes to the field finds it there.
  useLayoutEffect(() => {
    if (!isLoaded || !create || !host.current) return;
    const editor = create(host.current, {
      ...{ text: latest.current.value, label, sort, rows, isReadOnly, language, texts },
      onChange: (text) => latest.current.onChange(text),
      onLeave: () => latest.current.onLeave?.(),
      complete: (text, at) => latest.current.complete(text, at),
    });
    const before = plain.current;
    const at = before !== null && document.activeElement === before ? before.selectionStart : null;
    host.current.hidden = false;
    if (at !== null) editor.focus(at);
    setMade(editor);
    return () => editor.stop();
  }, [isLoaded, host, plain, label, sort, rows, isReadOnly, language, texts]);
  useEffect(() => {
    if (made && made.text() !== value) made.write(value);
  }, [made, value]);
  useEffect(() => made?.mark(mistakes, wrong), [made, mistakes, wrong]);
  return { isThere: made !== null, insert: () => made?.insert() };
}
