import type { WidgetView } from '../../contract/admin/widgets.ts';
import { noContent } from '../api/api.ts';
import { useConsole } from '../app/console-context.ts';
import { DeleteByName } from '../app/DeleteByName.tsx';
import { useTexts } from '../texts/texts.ts';

/** Deletes a widget once its name has been typed; the default one says why it stays. */
export function DeleteWidget({
  view: { widget, isDefault },
  etag,
}: {
  readonly view: WidgetView;
  readonly etag: string;
}) {
  const texts = useTexts().widgets.remove;
  const { call, tenantId } = useConsole();
  const asked = { path: { widgetId: widget.id }, header: { 'if-match': etag } };
  return (
    <>
      <DeleteByName
        id={widget.id}
        remove={() => call('DELETE', '/v1/admin/widgets/{widgetId}', noContent, asked)}
        texts={texts}
        then="widgets"
        whyNot={isDefault ? 'why-not-deleted' : undefined}
      />
      {isDefault && (
        <span id="why-not-deleted" className="quiet">
          {texts.isDefault(tenantId)}
        </span>
      )}
    </>
  );
}
