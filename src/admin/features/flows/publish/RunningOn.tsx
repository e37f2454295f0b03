import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLastDays } from '../../reports/use-last-days.ts';

/** As long as messages are kept unless a tenant says otherwise. */
const days = 90;

/** How many conversations go on with a version, whatever is live for new ones. @see console.md 4 "Publish dialog" */
export function RunningOn({ flowId, version }: { readonly flowId: string; readonly version: number }) {
  const { t } = useTranslation('reports');
  const { data: answer } = useLastDays(days, { flow: flowId, version: String(version) });
  const open = answer?.body.total.runs.open ?? 0;
  if (open === 0) return null;
  return <Text size="sm">{t('flows.running', { count: open, version })}</Text>;
}
