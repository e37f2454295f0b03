import type { IconNode } from '@tabler/icons-react';
import { __iconNode as api } from '@tabler/icons-react/icons/IconApi';
import { __iconNode as branch } from '@tabler/icons-react/icons/IconArrowsSplit2';
import { __iconNode as flag } from '@tabler/icons-react/icons/IconFlag';
import { __iconNode as headset } from '@tabler/icons-react/icons/IconHeadset';
import { __iconNode as hourglass } from '@tabler/icons-react/icons/IconHourglass';
import { __iconNode as message } from '@tabler/icons-react/icons/IconMessage';
import { __iconNode as question } from '@tabler/icons-react/icons/IconMessageQuestion';
import { __iconNode as sparkles } from '@tabler/icons-react/icons/IconSparkles';
import { __iconNode as square } from '@tabler/icons-react/icons/IconSquare';
import { __iconNode as subtask } from '@tabler/icons-react/icons/IconSubtask';
import { __iconNode as variable } from '@tabler/icons-react/icons/IconVariable';
import type { StepKind } from '../../../../contract/flow.ts';

const icons: Readonly<Record<StepKind, IconNode>> = {
  ...{ message, question, branch, set: variable, http: api, llm: sparkles },
  ...{ handoff: headset, wait: hourglass, call: subtask, end: flag },
};

/** All strokes of an icon as one path: the component of the library draws up to five, on each of hundreds of cards. */
const pathOf = (icon: IconNode) => icon.map(([, { d }]) => d).join(' ');
const paths = new Map(Object.entries(icons).map(([kind, icon]) => [kind, pathOf(icon)]));
const unknown = pathOf(square);

const drawn = {
  width: 18,
  height: 18,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** Decorative: the kind's name is beside it. */
export function KindIcon({ kind }: { readonly kind: string }) {
  return (
    <svg className="kind-icon" {...drawn} aria-hidden>
      <path d={paths.get(kind) ?? unknown} />
    </svg>
  );
}
