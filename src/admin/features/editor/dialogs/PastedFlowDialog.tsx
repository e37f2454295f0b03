import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tabStorage } from '../../../../browser/storage.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { useKeptKey } from '../../../components/kept-state.ts';
import { useGoTo } from '../../../components/navigation.ts';
import { flowsQuery } from '../../flows/queries.ts';
import type { Clip } from '../document/clip.ts';
import type { JsonObject } from '../document/document.ts';
import { freeId, idOf } from '../document/ids.ts';
import { useEditor } from '../store/editor-context.ts';

/** A whole flow was pasted: it becomes one of its own, or its steps come into this one. */
export function PastedFlowDialog({
  clip,
  definition,
}: {
  readonly clip: Clip;
  readonly definition: JsonObject;
}) {
  const { actions } = useEditor();
  const { t } = useTranslation(['editor', 'common']);
  const goTo = useGoTo();
  const file = useKeptKey('flow.new.file');
  const name = useKeptKey('flow.new.id');
  const flows = useInfiniteQuery(flowsQuery);
  const summaries = flows.data ?? [];
  const asNew = () => {
    tabStorage.setItem(file, JSON.stringify(definition));
    tabStorage.setItem(name, nameOf(definition, new Set(summaries.map(({ id }) => id))));
    actions.close();
    goTo('flows?new&from=file');
  };
  return (
    <Dialog title={t('pastedFlow.title')} onClose={actions.close}>
      <Stack>
        <Text>{t('pastedFlow.what', { count: Object.keys(clip.steps).length })}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={actions.close}>
            {t('common:cancel')}
          </Button>
          {/* Its name depends on which are taken. */}
          <Button variant="default" loading={flows.isFetching && !flows.data} onClick={asNew}>
            {t('pastedFlow.asNew')}
          </Button>
          <Button onClick={() => actions.pasteClip(clip)}>{t('pastedFlow.addSteps')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** As it calls itself, or by its title; with a number where that is taken. */
function nameOf({ id, title }: JsonObject, taken: ReadonlySet<string>): string {
  if (typeof id === 'string' && id !== '') return freeId(id, taken);
  return idOf(typeof title === 'string' ? title : '', 'flow', taken);
}
