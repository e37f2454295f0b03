import { Text } from '@mantine/core';
import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import { useNumbers } from '../../reports/use-numbers.ts';
import { useReportTexts } from '../../texts/report-texts.ts';

/** Of how many days its figures are. */
export const figureDays = 30;

/** How much a version ran of late, and how often it needed nobody. */
export function VersionFigures({
  report,
  version,
}: {
  readonly report: FiguresAnswer;
  readonly version: number;
}) {
  const { flows } = useReportTexts();
  const numbers = useNumbers();
  const row = report.rows.find(({ label }) => 'version' in label && label.version === version);
  const { started = 0, ended = 0, flowAlone = 0 } = row?.figures.runs ?? {};
  const said = [
    flows.runs(numbers.count(started)),
    ...(ended > 0 ? [flows.alone(numbers.share(flowAlone, ended))] : []),
  ];
  return (
    <Text size="sm" className="quiet">
      {said.join(' · ')} {flows.inDays(figureDays)}
    </Text>
  );
}
