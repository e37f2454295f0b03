import type { ReactNode } from 'react';
import type { CardMarks, Mark } from './card-marks.ts';

type MarkOf<Kind extends 'walked' | 'numbers'> =
  NonNullable<CardMarks[Kind]> extends ReadonlyMap<string, infer Value> ? Value : never;

const signs: Readonly<Record<Mark | MarkOf<'walked'>, string>> = {
  ...{ added: '+', removed: '−', changed: '≠', moved: '↔' },
  ...{ walked: '✓', here: '●' },
};

/** A card's frame, and what is seen of it from afar: its name in large letters, and a sign for what is said of it. */
export function Card({
  title,
  isChosen,
  look,
  kind,
  difference,
  walked,
  numbers,
  isFaulty = false,
  children,
}: {
  readonly title: string;
  readonly isChosen: boolean;
  readonly look?: 'group' | 'entry' | 'low' | undefined;
  readonly kind?: string;
  readonly difference?: Mark | undefined;
  readonly walked?: MarkOf<'walked'> | undefined;
  readonly numbers?: MarkOf<'numbers'> | undefined;
  readonly isFaulty?: boolean;
  readonly children: ReactNode;
}) {
  const said = difference ?? walked;
  const sign = isFaulty ? '✕' : said && signs[said];
  const name = sign ? `${sign} ${title}` : title;
  return (
    <div
      className={look ? `node node-${look}` : 'node'}
      data-title={numbers ? `${name}\n${numbers.text}` : name}
      data-kind={kind}
      data-chosen={isChosen}
      data-mark={difference}
      data-faulty={isFaulty}
      data-walked={walked}
      data-numbers={numbers?.step}
    >
      <div className="node-inner">{children}</div>
    </div>
  );
}
