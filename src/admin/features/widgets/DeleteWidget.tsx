import { useTranslation } from 'react-i18next';
import type { WidgetView } from '../../../contract/admin/widgets.ts';
import { noContent } from '../../api/api.ts';
import { useConsole } from '../../components/console-context.ts';
import { DeleteByName } from '../../components/DeleteByName.tsx';

/** Deletes a widget once its name has been typed; the default one says why it stays. */
export function DeleteWidget({
  view: { widget, isDefault },
  etag,
}: {
  readonly view: WidgetView;
  readonly etag: string;
}) {
  const { t } = useTranslation('widgets');
  const { call, tenantId } = useConsole();
  const asked = { path: { widgetId: widget.id }, header: { 'if-match': etag } };
  return (
    <>
      <DeleteByName
        id={widget.id}
        remove={() => call('DELETE', '/v1/admin/widgets/{widgetId}', noContent, asked)}
        texts={{
          open: t('remove.open'),
          title: t('remove.title', { name: widget.id }),
          what: t('remove.what'),
          type: t('remove.type', { name: widget.id }),
          button: t('remove.button'),
        }}
        then="widgets"
        whyNot={isDefault ? 'why-not-deleted' : undefined}
      />
      {isDefault && (
        <span id="why-not-deleted" className="quiet">
          {t('remove.isDefault', { tenant: tenantId })}
        </span>
      )}
    </>
  );
}
