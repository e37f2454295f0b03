import type { TFunction } from 'i18next';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowProblem } from '../../../../engine/problems.ts';
import { PageLink } from '../../../components/PageHeader.tsx';
import { TextButton } from '../../../components/RowMenu.tsx';
import { useEngineText } from './engine-messages.ts';

/** Shows a step in the editor that is open; null elsewhere. */
export const ShowStep = createContext<((stepId: string) => void) | null>(null);

interface Props {
  readonly problems: readonly FlowProblem[];
  /** The flow whose editor opens at a problem's step. */
  readonly flowId?: string | undefined;
}

/** The problems and warnings of a flow, each with its step and field. */
export function ProblemList({ problems, flowId }: Props) {
  const say = useEngineText();
  const placeOf = useProblemPlace();
  const show = useContext(ShowStep);
  return (
    <ul className="problems">
      {problems.map((problem) => {
        const [root, step] = problem.path.split('.');
        const place = <bdi>{placeOf(problem.path.split('.'))}</bdi>;
        return (
          <li key={`${problem.path} ${problem.message}`}>
            {root !== 'steps' || step === undefined || flowId === undefined ? (
              place
            ) : show ? (
              <TextButton onClick={() => show(step)}>{place}</TextButton>
            ) : (
              <PageLink path={`flows/${flowId}/edit?step=${encodeURIComponent(step)}`}>{place}</PageLink>
            )}
            : <span dir="auto">{say(problem)}</span>
          </li>
        );
      })}
    </ul>
  );
}

type Keys = readonly (string | number)[];

/** Names the place of a problem: the step, then the field as its form calls it. @returns of keys from the definition */
export function useProblemPlace(): (keys: Keys) => string {
  const { t } = useTranslation(['editor', 'flows']);
  return (keys) => namesOf(keys, t).join(' › ');
}

function namesOf([root = '', first, ...rest]: Keys, t: TFunction<['editor', 'flows']>): readonly string[] {
  if (root === 'steps' && first !== undefined) return [String(first), ...fieldNames(rest, t)];
  if (root === 'start') return [t('flows:canvas.entries.start')];
  if (root === 'onError') return [t('flows:canvas.entries.failure')];
  if (root === 'triggers') return [t('flows:canvas.entries.words'), ...fieldNames(rest, t)];
  if (root === 'variables') return [t('variables.title'), ...(first === undefined ? [] : [String(first)])];
  return [[root, first, ...rest].filter((key) => key !== undefined).join('.')];
}

const lists = new Set(['choices', 'branches', 'tools', 'attachments']);

/** `choices.0.next` is the next step of choice 1. */
function fieldNames([field, ...rest]: Keys, t: TFunction<['editor', 'flows']>): readonly string[] {
  if (field === undefined) return [];
  const [n, ...within] = rest;
  if (lists.has(String(field)) && n !== undefined && /^\d+$/.test(String(n)))
    return [t(`${field as 'choices'}.nth`, { n: Number(n) + 1 }), ...fieldNames(within, t)];
  return [
    t(`fields.names.${field as 'next'}`, { defaultValue: String(field) }),
    ...(rest.length > 0 ? [rest.join('.')] : []),
  ];
}
