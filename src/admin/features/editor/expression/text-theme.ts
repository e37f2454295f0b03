import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { TextSort } from '../../../../engine/examine-text.ts';

/** The colors and sizes of the page's other fields. */
export function textTheme({ sort, rows }: { readonly sort: TextSort; readonly rows: number }): Extension {
  const isCode = sort === 'expression';
  return EditorView.theme({
    '&': {
      border: '1px solid var(--control)',
      borderRadius: '6px',
      color: 'var(--mantine-color-text)',
      backgroundColor: 'var(--surface)',
      fontSize: isCode ? '0.8125rem' : '0.875rem',
    },
    '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
    '.cm-scroller': {
      fontFamily: isCode ? 'ui-monospace, monospace' : 'inherit',
      lineHeight: '1.55',
      maxHeight: '20em',
      overflow: 'auto',
    },
    '.cm-content': {
      caretColor: 'var(--mantine-color-text)',
      minHeight: `${rows * 1.55 + 0.9}em`,
      padding: '0.45em 0',
    },
    '.cm-line': { padding: '0 0.75em', unicodeBidi: 'plaintext' },
    '.mistake': { textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '3px' },
    '.cm-tooltip': {
      color: 'var(--mantine-color-text)',
      backgroundColor: 'var(--surface)',
      border: '1px solid var(--control)',
      borderRadius: '6px',
      zIndex: '300',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': {
      fontFamily: 'ui-monospace, monospace',
      fontSize: '0.8125rem',
      maxHeight: '15em',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: '1em',
      padding: '0.35em 0.75em',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      color: 'var(--surface)',
      backgroundColor: 'var(--accent)',
    },
    '.cm-completionDetail': { fontStyle: 'normal', fontFamily: 'inherit', margin: '0' },
    '.cm-tooltip.cm-completionInfo': { padding: '0.5em 0.75em', fontSize: '0.8125rem', maxWidth: '22em' },
  });
}
