import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRole } from '../../../components/console-context.ts';
import { useSearch } from '../../../components/navigation.ts';
import { PageLink } from '../../../components/PageLink.tsx';
import { PageTitle } from '../../../components/PageTitle.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { versionQuery } from '../queries.ts';
import { FlowView } from '../view/FlowView.tsx';
import { NumberedFlow } from '../view/NumberedFlow.tsx';

/** A version as it was published. */
export function VersionPage({
  flowId = '',
  version = '',
}: {
  readonly flowId?: string;
  readonly version?: string;
}) {
  const { t } = useTranslation(['flows', 'reports']);
  const { may } = useRole();
  const [search, setSearch] = useSearch();
  const isNumbered = search.has('numbers');
  const query = useQuery(versionQuery(flowId, version));
  const title = `${flowId} ${t('version', { version: Number(version) })}`;
  return (
    <Stack gap="lg">
      <PageTitle>{title}</PageTitle>
      <PageLink path={`flows/${flowId}/versions`}>{t('versions')}</PageLink>
      <Loaded query={query} what={title}>
        {({ body: { definition, layout, note, version: number } }) => (
          <Stack>
            <Text className="quiet">{t('shownVersion', { version: number })}</Text>
            {note !== null && (
              <Text>
                <bdi>{note}</bdi>
              </Text>
            )}
            {may('reports:view') && (
              <Group>
                <Button
                  variant="default"
                  className="toggle"
                  aria-pressed={isNumbered}
                  onClick={() =>
                    setSearch({ numbers: isNumbered ? null : '', ...(!isNumbered && { view: 'canvas' }) })
                  }
                >
                  {t('reports:flows.overlay')}
                </Button>
                <PageLink path={`reports/flows/${flowId}?version=${number}`}>
                  {t('reports:flows.funnel')}
                </PageLink>
              </Group>
            )}
            {isNumbered ? (
              <NumberedFlow
                definition={definition}
                layout={layout}
                title={title}
                flowId={flowId}
                version={number}
              />
            ) : (
              <FlowView definition={definition} layout={layout} title={title} />
            )}
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}
