import type { ReactNode } from 'react';
import { type Block, readBlocks } from '../../../contract/rich/read-blocks.ts';
import { type Inline, safeTarget } from '../../../contract/rich/read-inlines.ts';

/** A message of the bot or an agent, formatted as visitors see it; visitors' messages have no format. */
export function RichText({ text }: { readonly text: string }) {
  return (
    <div className="said rich" dir="auto">
      {readBlocks(text).map((block, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was said never changes its order.
        <BlockElement key={n} block={block} />
      ))}
    </div>
  );
}

function BlockElement({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'code':
      return (
        <pre dir="ltr">
          <code>{block.text}</code>
        </pre>
      );
    case 'list': {
      const items = block.items.map((item, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <li key={n}>{inlines(item)}</li>
      ));
      return block.from === null ? <ul>{items}</ul> : <ol start={block.from}>{items}</ol>;
    }
    case 'heading':
      return (
        <p>
          <strong>{inlines(block.of)}</strong>
        </p>
      );
    case 'quote':
      return <blockquote>{inlines(block.of)}</blockquote>;
    case 'paragraph':
      return <p>{inlines(block.of)}</p>;
  }
}

const tags = { strong: 'strong', emphasis: 'em', strike: 's' } as const;

function inlines(of: readonly Inline[]): ReactNode[] {
  return of.map((inline, n) => {
    const key = String(n);
    switch (inline.kind) {
      case 'text':
        return inline.text;
      case 'code':
        return <code key={key}>{inline.text}</code>;
      case 'link': {
        const href = safeTarget(inline.href);
        if (!href) return <span key={key}>{inlines(inline.of)}</span>;
        return (
          <a key={key} href={href} target="_blank" rel="noopener noreferrer" className="page-link">
            {inlines(inline.of)}
          </a>
        );
      }
      default: {
        const Tag = tags[inline.kind];
        return <Tag key={key}>{inlines(inline.of)}</Tag>;
      }
    }
  });
}
