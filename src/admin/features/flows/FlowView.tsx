import { Group, Stack, Title } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import { SegmentedChoice } from '../../components/SegmentedChoice.tsx';
import { stepsOf } from '../editor/document/document.ts';
import { FlowReader } from '../editor/FlowReader.tsx';
import { firstView, keepView } from './views.ts';

type Props = Omit<ComponentProps<typeof FlowReader>, 'view'>;

/** A flow to read, as a canvas or as a list. */
export function FlowView(props: Props) {
  const { t } = useTranslation('flows');
  const [search, setSearch] = useSearch();
  const view = firstView(search, ['canvas', 'list']);
  if (Object.keys(stepsOf(props.content)).length === 0) return <EmptyState>{t('noSteps')}</EmptyState>;
  return (
    <Stack gap="xs">
      <Group>
        <Title order={2} size="h4">
          {t('steps')}
        </Title>
        <SegmentedChoice
          label={t('canvas.showAs')}
          names={{ canvas: t('canvas.title'), list: t('canvas.list') }}
          chosen={view === 'list' ? 'list' : 'canvas'}
          onChoose={(next) => {
            keepView(next);
            setSearch({ view: next });
          }}
        />
      </Group>
      <FlowReader {...props} view={view === 'list' ? 'list' : 'canvas'} />
    </Stack>
  );
}
