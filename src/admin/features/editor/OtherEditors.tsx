import { Avatar, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type FlowEditor, flowEditors } from '../../../contract/admin/editors.ts';
import { limits } from '../../../contract/limits.ts';
import { useConsole } from '../../components/console-context.ts';
import { stepsOf } from './document/document.ts';
import { useEditor, useFlow, useSelection } from './store/editor-context.ts';

/** A step selected for less than this isn't reported. */
const restMs = 1_500;
const shownMost = 4;

/** Shows who else has the flow open, and where they are. */
export function OtherEditors() {
  const { t } = useTranslation('editor');
  const others = useOthers();
  if (others.length === 0) return null;
  return (
    <ul className="other-editors" aria-label={t('others.label')}>
      {others.slice(0, shownMost).map((one) => (
        <Other key={one.id} editor={one} />
      ))}
      {others.length > shownMost && (
        <li>
          <Avatar size={28}>+{others.length - shownMost}</Avatar>
        </li>
      )}
    </ul>
  );
}

function Other({ editor: { name, stepId } }: { readonly editor: FlowEditor }) {
  const { t } = useTranslation('editor');
  const label = stepId === null ? t('others.here', { name }) : t('others.at', { name, step: stepId });
  return (
    <li>
      {/* Within the page: in a portal it would be in no landmark. */}
      <Tooltip label={label} withinPortal={false} events={{ hover: true, focus: true, touch: true }}>
        {/* The tooltip is for the keyboard, too. */}
        <Avatar tabIndex={0} size={28} name={name} color="brand" role="img" aria-label={label} />
      </Tooltip>
    </li>
  );
}

/** Reports this editor while the tab is visible, and returns the others from the same request. */
function useOthers(): readonly FlowEditor[] {
  const { flowId } = useEditor();
  const { call } = useConsole();
  const [selected = null] = useSelection();
  const isStep = useFlow((document) => selected !== null && selected in stepsOf(document));
  const [stepId] = useDebouncedValue(isStep ? selected : null, restMs);
  const { data } = useQuery({
    queryKey: ['flow-editors', flowId, stepId],
    queryFn: () => {
      const options = { path: { flowId }, body: { stepId } };
      return call('POST', '/v1/admin/flows/{flowId}/editors', flowEditors, options);
    },
    refetchInterval: limits.editorEveryMs,
    placeholderData: keepPreviousData,
    // Cached editors may have left.
    gcTime: 0,
  });
  return data?.body.items ?? [];
}
