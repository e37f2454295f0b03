import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllFlows } from '../api/use-all-flows.ts';
import { areasFor } from './areas.ts';
import { useConsole, useRole } from './console-context.ts';
import { type Pick, PickDialog } from './PickDialog.tsx';
import { navigate } from './use-path.ts';
import { useSteps } from './use-steps.ts';
import { useTenantPath } from './use-tenant-path.ts';

/** One thing to go to. */
interface Target {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
}

const shownMost = 12;
/** So many letters say which step is meant; before, no flow is read for it. */
const stepsFromChars = 2;
const shownChars = 60;

/** Ctrl K: goes to a page or a flow by its name. @see console.md 3 */
export function CommandPalette() {
  const { t } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  const { may } = useRole();
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      // Not above another dialog: what is done there has to be ended first.
      if (!document.querySelector('[role=dialog]')) setOpen(true);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        {t('palette.open')} <kbd className="key">{t('palette.keys')}</kbd>
      </Button>
      {isOpen &&
        (may('flows:view') ? (
          <WithFlows onClose={close} />
        ) : (
          <Palette onClose={close} flows={[]} flowIds={[]} />
        ))}
    </>
  );
}

/** Flows whose steps are read to be found. */
const mostRead = 100;

function WithFlows({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  const { flows: all } = useAllFlows();
  const flows = all.map(({ id, title }) => ({
    path: `flows/${id}`,
    name: title ? `${title} (${id})` : id,
    kind: t('palette.flow'),
  }));
  return <Palette onClose={onClose} flows={flows} flowIds={all.slice(0, mostRead).map(({ id }) => id)} />;
}

function Palette({
  onClose,
  flows,
  flowIds,
}: {
  readonly onClose: () => void;
  readonly flows: readonly Target[];
  /** Whose steps are found, too. */
  readonly flowIds: readonly string[];
}) {
  const { t } = useTranslation('common');
  const toPath = useTenantPath();
  const pages = usePageTargets();
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase();
  const pasted = usePastedId(text.trim());
  const steps = useStepTargets(flowIds, wanted.length >= stepsFromChars);
  const found = [
    ...pasted,
    ...[...pages, ...flows, ...steps].filter(({ name }) => name.toLocaleLowerCase().includes(wanted)),
  ].slice(0, shownMost);
  const pickOf = ({ path, name, kind }: Target): Pick => ({
    ...{ id: path, name, about: kind },
    run: () => {
      onClose();
      navigate(toPath(path));
    },
  });
  return (
    <PickDialog
      title={t('palette.open')}
      label={t('palette.label')}
      text={text}
      onText={setText}
      found={found.map(pickOf)}
      onClose={onClose}
    />
  );
}

function useStepTargets(flowIds: readonly string[], isWanted: boolean): readonly Target[] {
  const { t } = useTranslation('common');
  return useSteps(flowIds, isWanted).map(({ flowId, stepId, text }) => ({
    path: `flows/${flowId}?step=${encodeURIComponent(stepId)}`,
    name: text ? `${stepId}: ${shortened(text)}` : stepId,
    kind: t('palette.step', { flow: flowId }),
  }));
}

function shortened(text: string): string {
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text;
}

/** What looks like the id of a conversation leads to it. */
function usePastedId(text: string): readonly Target[] {
  const { t } = useTranslation('conversations');
  const { may } = useRole();
  if (!/^[\w-]{20,}$/.test(text) || !may('conversations:view')) return [];
  return [{ path: `conversations/${text}`, name: text, kind: t('conversation') }];
}

function usePageTargets(): readonly Target[] {
  const { t } = useTranslation('common');
  const { roles } = useConsole().session;
  const kind = t('palette.page');
  return [
    { path: '', name: t('home'), kind },
    ...areasFor(roles).map((area) => ({ path: area, name: t(`areas.${area}`), kind })),
  ];
}
