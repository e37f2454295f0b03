import { Button, Group, Stack, Text } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import { type ComponentProps, type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftReplay, DraftReplayResult } from '../../../../contract/admin/drafts.ts';
import { type DraftValidation, draftValidation, type FlowSummary } from '../../../../contract/admin/flows.ts';
import { type Answered, type ApiError, asApiError } from '../../../api/api.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import { Failure } from '../../../components/Loaded.tsx';
import { PageLink } from '../../../components/PageHeader.tsx';
import { WhatDiffers } from '../compare/WhatDiffers.tsx';
import { ReplayResult } from '../replay/ReplayPage.tsx';
import { findSample, replayDraft } from '../replay/replay-draft.ts';
import { ProblemList } from '../view/ProblemList.tsx';

interface CheckedProps {
  readonly flow: FlowSummary;
  readonly gate: CheckedGate;
}

/** The checks before publishing: problems, changes, and the results of tests. */
export function Checked({ flow: { id, live }, gate: { checked, isChecking, error, check } }: CheckedProps) {
  const { t } = useTranslation('flows');
  return (
    <>
      {error && <Failure error={error} onRetry={check} />}
      {isChecking ? (
        <Text role="status">{t('publish.checking')}</Text>
      ) : (
        checked && <Gate flowId={id} validation={checked.body} />
      )}
      {checked && checked.body.faults.length === 0 && (
        <ReplayScripts flowId={id} hasAny={checked.body.scripts.length > 0} />
      )}
      {checked && live.version !== null && (
        <WhatDiffers flowId={id} from={String(live.version)} to="draft" title={t('publish.whatChanged')} />
      )}
    </>
  );
}

/** Runs a draft's tests, or replays a sample of last week's conversations, and shows the differences turn by turn. */
function ReplayScripts({ flowId, hasAny }: { readonly flowId: string; readonly hasAny: boolean }) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const write = useWrite();
  const [result, setResult] = useState<DraftReplayResult | null>(null);
  const play = (find: () => Promise<DraftReplay>) =>
    write.send(async () => setResult(await replayDraft(call, flowId, await find())));
  const sample = async () => ({ conversationIds: [...(await findSample(call, flowId, Date.now()))] });
  return (
    <Stack gap="xs">
      <Group>
        {hasAny && (
          <Button
            variant="default"
            size="compact-md"
            loading={write.isPending}
            onClick={() => void play(async () => ({}))}
          >
            {t('publish.replayScripts')}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-md"
          loading={write.isPending}
          onClick={() => void play(sample)}
        >
          {t('replay.sample')}
        </Button>
        <PageLink path={`flows/${flowId}/replay`}>{t('publish.replayRecorded')}</PageLink>
      </Group>
      {write.error && <Failure error={write.error} />}
      {result && <ReplayResult result={result} />}
    </Stack>
  );
}

/** The publish checks of a draft. */
function Gate({ flowId, validation }: { readonly flowId: string; readonly validation: DraftValidation }) {
  const { t } = useTranslation('flows');
  const { faults: problems, warnings, scripts } = validation;
  const failed = scripts.filter(({ ok }) => !ok);
  const hasPassed = problems.length === 0;
  return (
    <Stack gap="xs" role="status">
      <Check result={hasPassed ? 'good' : 'bad'} {...{ flowId, problems }}>
        {t(hasPassed ? 'publish.valid' : 'publish.faults')}
      </Check>
      {hasPassed &&
        (scripts.length === 0 ? (
          <Check result="warn">{t('publish.noScripts')}</Check>
        ) : failed.length === 0 ? (
          <Check result="good">{t('publish.scriptsPass', { count: scripts.length })}</Check>
        ) : (
          <Check result="bad" problems={failed.map(({ title, message = '' }) => ({ path: title, message }))}>
            {t('publish.scriptsFail', { count: failed.length, all: scripts.length })}
          </Check>
        ))}
      {warnings.length > 0 && (
        <Check result="warn" {...{ flowId, problems: warnings }}>
          {t('publish.warnings')}
        </Check>
      )}
    </Stack>
  );
}

const signs = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX };

interface CheckProps extends Partial<ComponentProps<typeof ProblemList>> {
  readonly result: keyof typeof signs;
  readonly children: ReactNode;
}

/** A check with its result, and the problems that it found. */
function Check({ result, problems = [], flowId, children }: CheckProps) {
  const Sign = signs[result];
  return (
    <div>
      <Group gap="xs" wrap="nowrap" className={result} fw={problems.length > 0 ? 600 : 400}>
        <Sign size={18} aria-hidden />
        {children}
      </Group>
      {problems.length > 0 && <ProblemList {...{ problems, flowId }} />}
    </div>
  );
}

interface CheckedGate {
  /** The result, with the ETag of the checked draft. */
  readonly checked: Answered<DraftValidation> | null;
  readonly isChecking: boolean;
  readonly error: ApiError | null;
  readonly check: () => Promise<void>;
}

/** Has the service check a draft as publishing it would. */
export function useGate(flowId: string): CheckedGate {
  const { call } = useConsole();
  const [state, setState] = useState<Omit<CheckedGate, 'check'>>({
    checked: null,
    isChecking: true,
    error: null,
  });
  const check = useCallback(async () => {
    setState({ checked: null, isChecking: true, error: null });
    const path = { flowId };
    setState(
      await call('POST', '/v1/admin/flows/{flowId}/draft/validate', draftValidation, { path }).then(
        (checked) => ({ checked, isChecking: false, error: null }),
        (error: unknown) => ({ checked: null, isChecking: false, error: asApiError(error) }),
      ),
    );
  }, [call, flowId]);
  useEffect(() => {
    void check();
  }, [check]);
  return { ...state, check };
}
