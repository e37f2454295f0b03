import { BaseEdge, type EdgeProps, Handle, type NodeProps, Position } from '@xyflow/react';
import { Fragment, type MouseEvent, memo, type ReactNode } from 'react';
import { connectionName, stepTypeName } from '../view/connection-name.ts';
import { type CanvasContent, type CardMarks, type Mark, useCanvas, useCard } from './card-store.ts';
import { KindIcon } from './KindIcon.tsx';
import type { CanvasEdge } from './read-canvas.ts';
import { leastZoom } from './use-sight.ts';

const signs: Readonly<Record<Mark | MarkOf<'walked'>, string>> = {
  ...{ added: '+', removed: '−', changed: '≠', moved: '↔' },
  ...{ walked: '✓', here: '●' },
};

/** A step: type, text, and a row for each connection. Plain elements, since hundreds of them are panned at once. */
const StepNode = memo(({ id, selected }: NodeProps) => {
  const canvas = useCanvas();
  const { t, language } = canvas;
  const { card, difference, problems, walked, numbers } = useCard(id);
  if (card?.sort !== 'step') return null;
  const { kind } = card.step;
  const hasBody = card.textLines > 0 || card.body.facts.length > 0;
  return (
    <Card
      title={id}
      look={hasBody || card.ways.length > 0 ? undefined : 'low'}
      isChosen={selected}
      kind={kind}
      {...{ difference, walked, numbers }}
      isFaulty={problems !== undefined}
    >
      <div className="node-head">
        <Entrance of={id} />
        {numbers && (
          <span className="node-numbers" data-step={numbers.step} dir="auto">
            {numbers.text}
          </span>
        )}
        <KindIcon kind={kind} />
        <span className="node-kind">{stepTypeName(kind, t)}</span>
        <bdi className="node-id">{id}</bdi>
        {difference && <span className="node-mark">{t(`compare.marks.${difference}`)}</span>}
        {problems !== undefined && <span className="node-problem">✕ {t('faults', { count: problems })}</span>}
      </div>
      {hasBody && (
        <div className="node-body">
          {card.body.text !== null && (
            <p className="node-text" data-lines={card.textLines} dir="auto">
              <WithChips text={card.body.text} />
            </p>
          )}
          {card.body.facts.map((fact) => (
            <p key={fact} className="node-fact" dir="ltr">
              {fact}
            </p>
          ))}
        </div>
      )}
      {card.ways.map((way) => wayRow(way, connectionName(card.step, way.key, t, language), canvas))}
    </Card>
  );
});

/** A text with its variables as chips. */
function WithChips({ text }: { readonly text: string }) {
  return text.split(/(\{\{.*?\}\})/).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name.
      <span key={n} className="node-chip">
        {part.slice(2, -2).trim()}
      </span>
    ),
  );
}

/** A folded group: the number of its steps, and its outgoing connections. */
const GroupNode = memo(({ id, selected }: NodeProps) => {
  const canvas = useCanvas();
  const { t, unfold } = canvas;
  const { card } = useCard(id);
  if (card?.sort !== 'group') return null;
  return (
    <Card title={card.title} isChosen={selected} look="group">
      <div className="node-head">
        <Entrance of={id} />
        <bdi className="node-kind">{card.title}</bdi>
        <FoldButton name={t('canvas.unfold')} onClick={() => unfold(card.groupId)} />
      </div>
      <div className="node-body">
        <p className="node-fact">{t('canvas.steps', { count: card.steps.length })}</p>
      </div>
      {card.ways.map((way) => wayRow(way, `${way.key.split('.')[0]} → ${way.to}`, canvas))}
    </Card>
  );
});

/** Where a connection is drawn from; a flow that is only read needs none, since the places of edges are computed. */
const port = (id: string, { isMirrored, isReadOnly }: CanvasContent) =>
  isReadOnly ? null : <Handle id={id} type="source" position={isMirrored ? Position.Left : Position.Right} />;

/** The handle that a connection is dropped on, in the library's markup: its own component subscribes to the whole store. */
function Entrance({ of }: { readonly of: string }) {
  const { isMirrored, isReadOnly } = useCanvas();
  const className = `react-flow__handle react-flow__handle-${isMirrored ? 'right' : 'left'} target connectable connectableend`;
  return isReadOnly ? null : (
    <div className={className} data-id={`1-${of}-in-target`} data-nodeid={of} data-handleid="in" />
  );
}

/** For the pointer: the canvas is one tab stop, and has keys for it. */
function FoldButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  const click = (event: MouseEvent) => {
    event.stopPropagation();
    onClick();
  };
  return (
    <button type="button" tabIndex={-1} className="node-fold nopan" onClick={click}>
      {name}
    </button>
  );
}

/** Start, words or failure: where a conversation comes into the flow. */
const EntryNode = memo(({ id, selected }: NodeProps) => {
  const canvas = useCanvas();
  const { t } = canvas;
  const { card } = useCard(id);
  if (!card || card.sort === 'step' || card.sort === 'group') return null;
  const { sort, trigger, ways } = card;
  const badges = [
    trigger?.comesBack && t('canvas.comesBack'),
    trigger?.duringHandoff && t('canvas.duringHandoff'),
  ];
  return (
    <Card title={t(`canvas.entries.${sort}`)} isChosen={selected} look="entry">
      <div className="node-head">
        <span className="node-kind">{t(`canvas.entries.${sort}`)}</span>
        <span className="node-id">{badges.filter(Boolean).join(', ')}</span>
      </div>
      {trigger && (
        <div className="node-body">
          <p className="node-fact">
            <bdi>{trigger.words.join(', ')}</bdi>
          </p>
        </div>
      )}
      {ways.map(({ key, isMissing }) => (
        <Fragment key={key}>
          {isMissing && <span className="node-missing">✕</span>}
          {port(key, canvas)}
        </Fragment>
      ))}
    </Card>
  );
});

type MarkOf<Kind extends 'walked' | 'numbers'> =
  NonNullable<CardMarks[Kind]> extends ReadonlyMap<string, infer Value> ? Value : never;

interface CardProps {
  readonly title: string;
  readonly isChosen: boolean;
  readonly look?: 'group' | 'entry' | 'low' | undefined;
  readonly kind?: string;
  readonly difference?: Mark | undefined;
  readonly walked?: MarkOf<'walked'> | undefined;
  readonly numbers?: MarkOf<'numbers'> | undefined;
  readonly isFaulty?: boolean;
  readonly children: ReactNode;
}

/** A card, and its simplified form at a low zoom level: the name in large letters, and an icon for its marks. */
function Card({
  title,
  isChosen,
  look,
  kind,
  difference,
  walked,
  numbers,
  isFaulty = false,
  children,
}: CardProps) {
  const badge = difference ?? walked;
  const sign = isFaulty ? '✕' : badge && signs[badge];
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

/** No component, and in a flow that is only read one element: large flows have a thousand of them. */
function wayRow({ key, to, isMissing, isOpen }: CanvasEdge, name: string, canvas: CanvasContent) {
  if (canvas.isReadOnly && !isMissing)
    return (
      <div key={key} className="node-way node-way-name" data-open={isOpen} dir="auto">
        {name}
      </div>
    );
  return (
    <div key={key} className="node-way" data-open={isOpen}>
      <span className="node-way-name" dir="auto">
        {name}
      </span>
      {isMissing && (
        <span className="node-missing" title={`${to}: ${canvas.t('missing')}`}>
          ✕ <bdi>{to}</bdi>
        </span>
      )}
      {port(key, canvas)}
    </div>
  );
}

/** Steps that an editor has put together. */
const FrameNode = memo(({ data }: NodeProps) => {
  const { t, fold } = useCanvas();
  return (
    <div className="node-frame">
      <bdi>{String(data.title)}</bdi>
      <FoldButton name={t('canvas.fold')} onClick={() => fold(String(data.groupId))} />
    </div>
  );
});

const NoteNode = memo(({ data }: NodeProps) => (
  <div className="node-note" dir="auto">
    {String(data.text)}
  </div>
));

/** A constant: with another object the library renders all nodes again. */
const nodeTypes = {
  step: StepNode,
  group: GroupNode,
  entry: EntryNode,
  frame: FrameNode,
  note: NoteNode,
};

const out = 24;
const radius = 12;

/** An edge that leads back: out of the step, below the cards, and up to its target. */
const BackEdge = memo(
  ({ id, sourceX, sourceY, targetX, targetY, sourcePosition, data, ...rest }: EdgeProps) => {
    const side = sourcePosition === Position.Left ? -1 : 1;
    const [from, to, below] = [sourceX + side * out, targetX - side * out, Number(data?.below)];
    const r = side * radius;
    const path = [
      `M ${sourceX} ${sourceY} H ${from - r} Q ${from} ${sourceY} ${from} ${sourceY + radius}`,
      `V ${below - radius} Q ${from} ${below} ${from - r} ${below}`,
      `H ${to + r} Q ${to} ${below} ${to} ${below - radius}`,
      `V ${targetY + radius} Q ${to} ${targetY} ${to + r} ${targetY} H ${targetX}`,
    ].join(' ');
    return (
      <BaseEdge id={id} path={path} {...(rest.markerEnd !== undefined && { markerEnd: rest.markerEnd })} />
    );
  },
);

const edgeTypes = { back: BackEdge };

/** The library's settings for every canvas: one tab stop with our own keys, in a scrolling page. */
export const canvasSettings = {
  tabIndex: 0,
  nodeTypes,
  edgeTypes,
  defaultMarkerColor: null,
  nodesFocusable: false,
  edgesFocusable: false,
  disableKeyboardA11y: true,
  zoomOnScroll: false,
  zoomOnDoubleClick: false,
  preventScrolling: false,
  minZoom: leastZoom,
  maxZoom: 1.5,
} as const;
