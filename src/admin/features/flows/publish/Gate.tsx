import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DraftValidation } from '../../../../contract/admin/flows.ts';
import { FaultList } from '../view/FaultList.tsx';

/** What speaks for and against publishing a draft, in the service's words. */
export function Gate({ validation }: { readonly validation: DraftValidation }) {
  const { t } = useTranslation('flows');
  const { faults, warnings, scripts } = validation;
  const failed = scripts.filter(({ ok }) => !ok);
  return (
    <Stack gap="xs" role="status">
      {faults.length > 0 ? (
        <>
          <Text className="bad" fw={600}>
            {t('publish.faults')}
          </Text>
          <FaultList faults={faults} />
        </>
      ) : (
        <Text className="good">{t('publish.valid')}</Text>
      )}
      {faults.length === 0 && <Scripts all={scripts.length} failed={failed} />}
      {warnings.length > 0 && (
        <>
          <Text className="warn" fw={600}>
            {t('publish.warnings')}
          </Text>
          <FaultList faults={warnings} />
        </>
      )}
    </Stack>
  );
}

function Scripts({ all, failed }: { readonly all: number; readonly failed: DraftValidation['scripts'] }) {
  const { t } = useTranslation('flows');
  if (all === 0) return <Text className="warn">{t('publish.noScripts')}</Text>;
  if (failed.length === 0) return <Text className="good">{t('publish.scriptsPass', { count: all })}</Text>;
  const faults = failed.map(({ title, message = '' }) => ({ path: title, message }));
  return (
    <>
      <Text className="bad" fw={600}>
        {t('publish.scriptsFail', { count: failed.length, all })}
      </Text>
      <FaultList faults={faults} />
    </>
  );
}
