import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type WidgetView, widgetView } from '../../../contract/admin/widgets.ts';
import type { Widget } from '../../../contract/directory.ts';
import type { Query } from '../../api/queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { useConsole } from '../../components/console-context.ts';
import type { Done } from '../../components/notify.tsx';
import { useOnline } from '../../components/use-online.ts';
import { Failure } from '../../components/Failure.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import type { WidgetForm } from './use-edits.ts';

/** Saves what was typed over what was read; what somebody else saved meanwhile is never overwritten unseen. */
export function SaveBar({
  view,
  etag,
  query,
  form,
  onDone,
}: {
  readonly view: WidgetView;
  readonly etag: string;
  readonly query: Query<WidgetView>;
  readonly form: WidgetForm;
  readonly onDone: (done: Done) => void;
}) {
  const { t } = useTranslation(['widgets', 'common']);
  const { call } = useConsole();
  const write = useWrite();
  const isOnline = useOnline();
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
      const saved = await put(form.edited, etag);
      form.forget();
      const undo = () => put(widget, saved.etag);
      onDone({ text: t('saved', { widget: widget.id }), undo });
    });
  const hasChanges = form.changed.length > 0;
  return (
    <Stack gap="xs">
      <Group>
        <Button
          onClick={() => void save()}
          loading={write.isPending}
          disabled={!hasChanges || form.wrong.size > 0 || !isOnline}
        >
          {t('save')}
        </Button>
        {hasChanges && (
          <>
            <Button variant="default" onClick={form.forget} disabled={write.isPending}>
              {t('discard')}
            </Button>
            <span className="quiet">{isOnline ? t('unsaved') : t('common:causes.offline')}</span>
          </>
        )}
      </Group>
      {write.error && !isConflict && <Failure error={write.error} />}
      {isConflict && (
        <ConflictDialog
          view={view}
          mine={form.edited}
          onKeepMine={() => void save()}
          onKeepTheirs={() => {
            form.forget();
            write.reset();
          }}
          onClose={write.reset}
        />
      )}
    </Stack>
  );
}
