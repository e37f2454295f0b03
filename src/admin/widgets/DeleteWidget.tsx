import type { WidgetView } from '../../contract/admin/widgets.ts';
import { useConsole } from '../app/console-context.ts';
import { DeleteByName } from '../app/DeleteByName.tsx';
import { useTexts } from '../texts/texts.ts';

/** Deletes a widget once its name has been typed; the default one says why it stays. */
export function DeleteWidget({
  view: { widget, isDefault },
  etag,
  reload,
}: {
  readonly view: WidgetView;
  readonly etag: string;
  readonly reload: () => Promise<void>;
}) {
  const texts = useTexts().widgets.remove;
  const { tenantId } = useConsole();
  return (
    <>
      <DeleteByName
        id={widget.id}
        path={`/widgets/${encodeURIComponent(widget.id)}`}
        etag={etag}
        texts={texts}
        then="widgets"
        whyNot={isDefault ? 'why-not-deleted' : undefined}
        onRefused={() => void reload()}
      />
      {isDefault && (
        <span id="why-not-deleted" className="quiet">
          {texts.isDefault(tenantId)}
        </span>
      )}
    </>
  );
}
