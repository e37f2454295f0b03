import { Badge, Button, Card, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FlowDetail, VersionSummary } from '../../../../contract/admin/flows.ts';
import type { FiguresAnswer } from '../../../../contract/admin/reports.ts';
import { useRole } from '../../../components/console-context.ts';
import { useSearch } from '../../../components/navigation.ts';
import type { Done } from '../../../components/notify.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { useTimes } from '../../../components/use-times.ts';
import { CopyVersion } from './CopyVersion.tsx';
import { VersionFigures } from './VersionFigures.tsx';

/** A version in the list: what it brought, and what can be done with it. */
export function VersionCard({
  flow: { id, live },
  summary: { version, by, at, note, source },
  report,
  onDone,
}: {
  /** How its versions ran of late; null while that is not known. */
  readonly report: FiguresAnswer | null;
  readonly flow: FlowDetail;
  readonly summary: VersionSummary;
  readonly onDone: (done: Done) => void;
}) {
  const { t } = useTranslation('flows');
  const { moment } = useTimes();
  const { may } = useRole();
  const [, setSearch] = useSearch();
  const isLive = version === live.version;
  const who = by?.email ?? by?.id ?? (source === 'draft' ? t('someone') : t('versionList.fromFiles'));
  return (
    <Card withBorder radius="md" padding="md">
      <Group>
        <PageLink path={`flows/${id}/versions/${version}`}>{t('version', { version })}</PageLink>
        {isLive && (
          <Badge size="lg" tt="none" variant="default" className="good">
            {t('versionList.isLive')}
          </Badge>
        )}
        {version === live.canary?.version && (
          <Badge size="lg" tt="none" variant="default" className="warn">
            {t('versionList.isCanary', { percent: live.canary.percent })}
          </Badge>
        )}
        <span className="quiet">{at === null ? who : t('versionList.by', { who, when: moment(at) })}</span>
      </Group>
      {note !== null && (
        <Text mt="xs">
          <bdi>{note}</bdi>
        </Text>
      )}
      {report && <VersionFigures report={report} version={version} />}
      <Group mt="xs">
        {!isLive && live.version !== null && (
          <span data-key="D">
            <PageLink path={`flows/${id}/compare?from=${live.version}&to=${version}`}>
              {t('versionList.compare')}
            </PageLink>
          </span>
        )}
        {may('flows:edit') && <CopyVersion flowId={id} version={version} onDone={onDone} />}
        {!isLive && live.version !== null && may('flows:publish') && (
          <Button
            variant="default"
            size="compact-md"
            onClick={() => setSearch({ rollback: String(version) })}
          >
            {t('rollback.open', { version })}
          </Button>
        )}
      </Group>
    </Card>
  );
}
