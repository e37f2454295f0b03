import { Button, Group, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
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
        checked && <Gate validation={checked.body} />
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
function Gate({ validation }: { readonly validation: DraftValidation }) {
  const { t } = useTranslation('flows');
  const { faults: problems, warnings, scripts } = validation;
  const failed = scripts.filter(({ ok }) => !ok);
  return (
    <Stack gap="xs" role="status">
      {problems.length > 0 ? (
        <>
          <Text className="bad" fw={600}>
            {t('publish.faults')}
          </Text>
          <ProblemList problems={problems} />
        </>
      ) : (
        <Text className="good">{t('publish.valid')}</Text>
      )}
      {problems.length === 0 && <Scripts all={scripts.length} failed={failed} />}
      {warnings.length > 0 && (
        <>
          <Text className="warn" fw={600}>
            {t('publish.warnings')}
          </Text>
          <ProblemList problems={warnings} />
        </>
      )}
    </Stack>
  );
}

function Scripts({ all, failed }: { readonly all: number; readonly failed: DraftValidation['scripts'] }) {
  const { t } = useTranslation('flows');
  if (all === 0) return <Text className="warn">{t('publish.noScripts')}</Text>;
  if (failed.length === 0) return <Text className="good">{t('publish.scriptsPass', { count: all })}</Text>;
  const problems = failed.map(({ title, message = '' }) => ({ path: title, message }));
  return (
    <>
      <Text className="bad" fw={600}>
        {t('publish.scriptsFail', { count: failed.length, all })}
      </Text>
      <ProblemList problems={problems} />
    </>
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
