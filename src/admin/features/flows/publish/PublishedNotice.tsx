import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowSummary } from '../../../../contract/admin/flows.ts';
import { useRole } from '../../../components/console-context.ts';
import { useGoTo, useSearch } from '../../../components/navigation.ts';
import { PageLink } from '../../../components/PageHeader.tsx';
import { useLastDays } from '../../reports/use-figures.ts';
import { widgetsQuery } from '../../widgets/queries.ts';

interface Props {
  /** Left out where there is no room for what to do next. */
  readonly flow?: FlowSummary | undefined;
}

/** Confirms a publication, according to the URL, and offers the next step. */
export function PublishedNotice({ flow }: Props) {
  const { t } = useTranslation('flows');
  const [search] = useSearch();
  const version = Number(search.get('published'));
  const percent = Number(search.get('percent'));
  const back = Number(search.get('rolled-back'));
  return (
    <div role="status" className="notice">
      {version > 0 && (
        <Alert
          color="green"
          icon={<IconCircleCheck />}
          title={percent ? t('publish.doneCanary', { version, percent }) : t('publish.done', { version })}
        >
          {flow && <NextSteps flow={flow} />}
        </Alert>
      )}
      {back > 0 && <Text className="good">{t('rollback.done', { version: back })}</Text>}
    </div>
  );
}

/** The audience of the new version; if the flow is unused, the way to a widget that runs it. */
function NextSteps({ flow: { id, usedBy } }: { readonly flow: FlowSummary }) {
  const { t } = useTranslation(['flows', 'common']);
  const { may } = useRole();
  const goTo = useGoTo();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: widgets = [] } = useInfiniteQuery(widgetsQuery);
  const users = usedBy.filter(({ kind }) => kind !== 'flow');
  if (users.length > 0)
    return (
      <Text>
        {t('next.usedBy')}{' '}
        {users.map(({ kind, id: user }, n) => (
          <span key={`${kind} ${user}`}>
            {n > 0 && ', '}
            {kind === 'widget' ? (
              <PageLink path={`widgets/${user}?tab=code`}>{user}</PageLink>
            ) : (
              <bdi>{user}</bdi>
            )}
          </span>
        ))}
      </Text>
    );
  if (!may('widgets:edit')) return <Text>{t('unused')}</Text>;
  return (
    <Stack gap="sm">
      <Text>{t('next.unused')}</Text>
      <Group gap="sm">
        <Button onClick={() => goTo(`widgets?new&flow=${id}`)}>{t('next.addToWidget')}</Button>
        {widgets.length > 0 && (
          <>
            <Select
              aria-label={t('next.existing')}
              placeholder={t('next.existing')}
              value={chosen}
              onChange={setChosen}
              data={widgets.map(({ widget }) => widget.id)}
            />
            <Button
              variant="default"
              disabled={chosen === null}
              onClick={() => goTo(`widgets/${chosen}?tab=flow`)}
            >
              {t('next.open')}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

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
