import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type WidgetView, widgetView } from '../../../contract/admin/widgets.ts';
import type { Widget } from '../../../contract/directory.ts';
import type { Query } from '../../api/queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { useConsole } from '../../components/console-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { notify } from '../../components/notify.tsx';
import { SaveBar } from '../../components/SaveBar.tsx';
import type { FieldPath } from './widget-fields.ts';
import { changedPaths, type HoursOfDays, isHoursOfDays, valueAt, type WidgetForm } from './widget-form.ts';

interface Props {
  readonly view: WidgetView;
  readonly etag: string;
  readonly query: Query<WidgetView>;
  readonly form: WidgetForm;
}

/** Saves the changes of the form; those that someone else saved meanwhile are never overwritten unseen. */
export function WidgetSaveBar({ view, etag, query, form }: Props) {
  const { t } = useTranslation('widgets');
  const { call } = useConsole();
  const write = useWrite();
  const { widget } = view;
  const put = (body: Widget, ifMatch: string) =>
    call('PUT', '/v1/admin/widgets/{widgetId}', widgetView, {
      path: { widgetId: widget.id },
      header: { 'if-match': ifMatch },
      body,
    });
  const isConflict = write.error?.failure === 'changed' && !query.isFetching;
  const save = () =>
    write.send(async () => {
      const saved = await put(form.edited, etag).catch(form.showRefusal);
      form.discard();
      notify({ text: t('saved', { widget: widget.id }), undo: () => put(widget, saved.etag) });
    });
  const discard = () => {
    form.discard();
    write.reset();
  };
  return (
    <SaveBar
      isDirty={form.changed.length > 0}
      isValid={form.isValid()}
      write={write}
      onSave={() => void save()}
      onDiscard={discard}
    >
      {isConflict && (
        <ConflictDialog
          view={view}
          mine={form.edited}
          onKeepMine={() => void save()}
          onKeepTheirs={discard}
          onClose={write.reset}
        />
      )}
    </SaveBar>
  );
}

interface ConflictDialogProps {
  readonly view: WidgetView;
  readonly mine: Widget;
  readonly onKeepMine: () => void;
  readonly onKeepTheirs: () => void;
  readonly onClose: () => void;
}

/** Shows conflicting changes field by field: theirs beside mine. @see console.md 4 "Conflict" */
function ConflictDialog({
  view: { widget: theirs, by },
  mine,
  onKeepMine,
  onKeepTheirs,
  onClose,
}: ConflictDialogProps) {
  const { t } = useTranslation(['widgets', 'flows', 'common']);
  const paths = changedPaths(theirs, mine);
  return (
    <Dialog title={t('conflict.title')} onClose={onClose}>
      <Stack>
        <Text>{t('conflict.who', { who: by?.email ?? by?.id ?? t('flows:someone') })}</Text>
        {paths.length === 0 ? (
          <Text>{t('conflict.same')}</Text>
        ) : (
          <DataTable
            isPlain
            rows={paths}
            keyOf={(path) => path}
            columns={[
              {
                name: t('conflict.field'),
                cell: (path) => t(`fields.${path as FieldPath}.label`, { defaultValue: path }),
              },
              { name: t('conflict.theirs'), cell: (path) => <Value value={valueAt(theirs, path)} /> },
              { name: t('conflict.mine'), cell: (path) => <Value value={valueAt(mine, path)} /> },
            ]}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button variant="default" onClick={onKeepTheirs}>
            {t('conflict.keepTheirs')}
          </Button>
          <Button onClick={onKeepMine} disabled={paths.length === 0}>
            {t('conflict.keepMine')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const { t } = useTranslation('widgets');
  if (value === undefined) return <span className="quiet">{t('conflict.nothing')}</span>;
  return <bdi className="value">{isHoursOfDays(value) ? linesOf(value) : wordsOf(value)}</bdi>;
}

const wordsOf = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value));

const linesOf = (hours: HoursOfDays) =>
  Object.entries(hours)
    .map(([day, ranges]) => `${day} ${ranges.join(', ')}`)
    .join('\n');
