import { Text } from '@mantine/core';
import { useLastDays } from '../../reports/use-last-days.ts';
import { useNumbers } from '../../reports/use-numbers.ts';
import { useReportTexts } from '../../texts/report-texts.ts';

/** As long as messages are kept unless a tenant says otherwise. */
const days = 90;

/** How many conversations go on with a version, whatever is live for new ones. @see console.md 4 "Publish dialog" */
export function RunningOn({ flowId, version }: { readonly flowId: string; readonly version: number }) {
  const { flows } = useReportTexts();
  const numbers = useNumbers();
  const { data: answer } = useLastDays(days, { flow: flowId, version: String(version) });
  const open = answer?.body.total.runs.open ?? 0;
  if (open === 0) return null;
  return <Text size="sm">{flows.running(numbers.count(open), version)}</Text>;
}
