import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FlowDetail } from '../../../../contract/admin/flows.ts';
import { useRole } from '../../../components/console-context.ts';
import { useSearch } from '../../../components/navigation.ts';
import { AskAdmins } from '../../../components/NoPermission.tsx';
import { AskToPublish } from './AskToPublish.tsx';
import { PublishDialog, type Renumbered } from './PublishDialog.tsx';

/** The way to publish a draft; who may not sees why. That the dialog is open is in the address. */
export function PublishFlow({
  flow,
  onPublished,
}: {
  readonly flow: FlowDetail;
  readonly onPublished?: Renumbered;
}) {
  const { t } = useTranslation('flows');
  const { role, may } = useRole();
  const [search, setSearch] = useSearch();
  const mayPublish = may('flows:publish');
  const close = () => setSearch({ publish: null });
  const hasDraft = flow.draft !== null;
  if (role === 'viewer') return null;
  const why = mayPublish ? t('publish.needsChanges') : t('publish.needsRole');
  return (
    <>
      <Button
        disabled={!hasDraft}
        aria-describedby="why-not-published"
        onClick={() => setSearch({ publish: '', published: null, percent: null })}
      >
        {t('publish.open')}
      </Button>
      {(!mayPublish || !hasDraft) && (
        <span id="why-not-published" className="quiet">
          {why} {!mayPublish && <AskAdmins />}
        </span>
      )}
      {search.has('publish') &&
        hasDraft &&
        (mayPublish ? (
          <PublishDialog flow={flow} onPublished={onPublished} onClose={close} />
        ) : (
          <AskToPublish flow={flow} onClose={close} />
        ))}
    </>
  );
}
