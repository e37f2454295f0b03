import { Alert, Text } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowSummary } from '../../../../contract/admin/flows.ts';
import { useSearch } from '../../../components/navigation.ts';
import { useLastDays } from '../../reports/use-figures.ts';

const NextSteps = lazy(async () => ({
  default: (await import('../../widgets/Install.tsx')).NextSteps,
}));

interface Props {
  /** Left out where there is no room for what to do next. */
  readonly flow?: FlowSummary | undefined;
}

/** Confirms a publication, according to the URL, and offers the next step. */
export function PublishedNotice({ flow }: Props) {
  const { t } = useTranslation(['flows', 'common']);
  const [search, setSearch] = useSearch();
  const version = Number(search.get('published'));
  const percent = Number(search.get('percent'));
  const back = Number(search.get('rolled-back'));
  return (
    <div role="status" className="notice">
      {version > 0 && (
        <Alert
          color="green"
          withCloseButton
          closeButtonLabel={t('common:close')}
          onClose={() => setSearch({ published: null, percent: null })}
          icon={<IconCircleCheck />}
          title={percent ? t('publish.doneCanary', { version, percent }) : t('publish.done', { version })}
        >
          <Suspense>{flow && <NextSteps flow={flow} />}</Suspense>
        </Alert>
      )}
      {back > 0 && <Text className="good">{t('rollback.done', { version: back })}</Text>}
    </div>
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
