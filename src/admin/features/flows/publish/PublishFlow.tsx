import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FlowSummary } from '../../../../contract/admin/flows.ts';
import { CopyLine } from '../../../components/CopyLine.tsx';
import { useRole } from '../../../components/console-context.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { AskAdmins } from '../../../components/NoPermission.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { Checked } from './Checked.tsx';
import { PublishDialog, type Renumbered } from './PublishDialog.tsx';
import { useGate } from './use-gate.ts';

interface PublishFlowProps {
  readonly flow: FlowSummary;
  readonly onPublished?: Renumbered;
  readonly isCompact?: boolean;
}

/** The Publish button, or why it is not available. Whether the dialog is open is in the address. */
export function PublishFlow({ flow, onPublished, isCompact = false }: PublishFlowProps) {
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
        {...(isCompact && { size: 'compact-md' })}
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

/** The publish checks for users who can't publish, with a link that opens the dialog for an admin. */
function AskToPublish({ flow, onClose }: { readonly flow: FlowSummary; readonly onClose: () => void }) {
  const { t } = useTranslation(['flows', 'common']);
  const gate = useGate(flow.id);
  // The dialog is in the address: it is the very link.
  const link = `${location.origin}${location.pathname}?publish`;
  return (
    <Dialog title={t('publish.askTitle')} onClose={onClose}>
      <Stack>
        <Checked flow={flow} gate={gate} />
        <Text>
          {t('publish.needsRole')} <AskAdmins />
        </Text>
        <CopyLine name={t('publish.link')} line={link} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
