import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLastDays } from '../../reports/use-last-days.ts';

/** The default retention of messages. */
const days = 90;

/** The number of conversations in progress on a version. @see console.md 4 "Publish dialog" */
export function RunningOn({ flowId, version }: { readonly flowId: string; readonly version: number }) {
  const { t } = useTranslation('reports');
  const { data: answer } = useLastDays(days, { flow: flowId, version: String(version) });
  const open = answer?.body.total.runs.open ?? 0;
  if (open === 0) return null;
  return <Text size="sm">{t('flows.running', { count: open, version })}</Text>;
}
