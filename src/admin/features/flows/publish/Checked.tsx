import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FlowDetail } from '../../../../contract/admin/flows.ts';
import { Failure } from '../../../components/Failure.tsx';
import { WhatDiffers } from '../compare/WhatDiffers.tsx';
import { Gate } from './Gate.tsx';
import { ReplayScripts } from './ReplayScripts.tsx';
import type { CheckedGate } from './use-gate.ts';

/** What whoever publishes a draft has to know, and whoever asks for it: the gate, what changed, how conversations go. */
export function Checked({
  flow: { id, live },
  gate: { checked, isChecking, error, check },
}: {
  readonly flow: FlowDetail;
  readonly gate: CheckedGate;
}) {
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
