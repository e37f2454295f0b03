import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FiguresAnswer } from '../../../../contract/admin/reports.ts';
import { useNumbers } from '../../reports/use-numbers.ts';

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
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const row = report.rows.find(({ label }) => 'version' in label && label.version === version);
  const { started = 0, ended = 0, flowAlone = 0 } = row?.figures.runs ?? {};
  const said = [
    t('flows.runs', { count: started }),
    ...(ended > 0 ? [t('flows.alone', { share: numbers.share(flowAlone, ended) })] : []),
  ];
  return (
    <Text size="sm" className="quiet">
      {said.join(' · ')} {t('flows.inDays', { count: figureDays })}
    </Text>
  );
}
