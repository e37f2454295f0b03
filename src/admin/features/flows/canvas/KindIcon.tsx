import type { Icon } from '@tabler/icons-react';
import IconApi from '@tabler/icons-react/icons/IconApi';
import IconArrowsSplit2 from '@tabler/icons-react/icons/IconArrowsSplit2';
import IconFlag from '@tabler/icons-react/icons/IconFlag';
import IconHeadset from '@tabler/icons-react/icons/IconHeadset';
import IconHourglass from '@tabler/icons-react/icons/IconHourglass';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import IconMessageQuestion from '@tabler/icons-react/icons/IconMessageQuestion';
import IconSparkles from '@tabler/icons-react/icons/IconSparkles';
import IconSquare from '@tabler/icons-react/icons/IconSquare';
import IconSubtask from '@tabler/icons-react/icons/IconSubtask';
import IconVariable from '@tabler/icons-react/icons/IconVariable';
import type { StepKind } from '../../../../contract/flow.ts';

const icons: Readonly<Record<StepKind, Icon>> = {
  message: IconMessage,
  question: IconMessageQuestion,
  set: IconVariable,
  branch: IconArrowsSplit2,
  http: IconApi,
  llm: IconSparkles,
  handoff: IconHeadset,
  wait: IconHourglass,
  call: IconSubtask,
  end: IconFlag,
};

/** Decorative: the kind's name is beside it. */
export function KindIcon({ kind }: { readonly kind: string }) {
  const Drawn = icons[kind as StepKind] ?? IconSquare;
  return <Drawn className="kind-icon" size={18} aria-hidden />;
}
