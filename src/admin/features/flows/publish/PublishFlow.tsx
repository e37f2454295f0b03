import { Box, Button, Input, Select, Slider, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type FlowSummary,
  liveChange,
  type Publication,
  publication,
} from '../../../../contract/admin/flows.ts';
import { CopyLine } from '../../../components/CopyLine.tsx';
import { useConsole, useRole } from '../../../components/console-context.ts';
import { ConfirmDialog, Dialog, DialogEnd } from '../../../components/Dialog.tsx';
import { AskAdmins } from '../../../components/NoPermission.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { flowQuery } from '../queries.ts';
import { Checked, useGate } from './Checked.tsx';
import '@mantine/core/styles/Slider.css';
import { limits } from '../../../../contract/limits.ts';
import { useIdempotencyKey, useWrite } from '../../../api/use-write.ts';
import { SegmentedChoice } from '../../../components/SegmentedChoice.tsx';
import { useKeptForm } from '../../../components/use-kept-form.ts';
import { RunningOn } from './PublishedNotice.tsx';

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
        // Once published it keeps the focus, which a disabled button loses.
        data-disabled={!hasDraft}
        aria-disabled={!hasDraft}
        aria-describedby="why-not-published"
        onClick={() => hasDraft && setSearch({ publish: '', published: null, percent: null })}
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
        <DialogEnd onClose={onClose} />
      </Stack>
    </Dialog>
  );
}

/** In percent; the API takes up to 99. */
const shares = { least: 1, first: 10, most: 50 };
const hoursOfTrial = [24, 72, 168];

/** Called when a draft's ETag changes without its content. */
export type Renumbered = (before: string, after: string) => void;

interface PublishDialogProps {
  readonly flow: FlowSummary;
  readonly onPublished?: Renumbered | undefined;
  readonly onClose: () => void;
}

/** Publishes a draft: checks, changes, note and audience. @see console.md 4 "Publish dialog" */
export function PublishDialog({ flow, onPublished, onClose }: PublishDialogProps) {
  const { id } = flow;
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const client = useQueryClient();
  const [, setSearch] = useSearch();
  const gate = useGate(id);
  const write = useWrite();
  const form = useKeptForm(`publish.${id}`, { initialValues: noFields, schema: publication, toBody: bodyOf });
  const body = bodyOf(form.values);
  const idempotencyKey = useIdempotencyKey({ body, etag: gate.checked?.etag });
  const send = async () => {
    // Checks the draft again: the problems may have been fixed since.
    if (!gate.checked?.body.valid) return void gate.check();
    const { etag } = gate.checked;
    const header = { 'if-match': etag, 'idempotency-key': idempotencyKey };
    const options = { path: { flowId: id }, header, body };
    const isDone = await write.send(async () => {
      const answer = await call('POST', '/v1/admin/flows/{flowId}/publish', liveChange, options);
      const { body: change, etag: after } = answer;
      onPublished?.(etag, after);
      form.forget();
      setSearch({ publish: null, published: String(change.version), percent: form.values.percent || null });
    });
    if (isDone) return;
    const now = client.getQueryData(flowQuery(id).queryKey)?.body;
    // The gate starts again when the draft has changed meanwhile, or was refused after all.
    if (now?.draft !== null) return void gate.check();
    // Published after all: the response was lost, or someone else was first.
    form.forget();
    setSearch({ publish: null, published: String(now.live.version), percent: null });
  };
  return (
    <ConfirmDialog
      title={t('publish.title')}
      button={t('publish.button')}
      size={860}
      isReady={gate.checked !== null}
      write={write}
      onClose={onClose}
      onConfirm={form.onSubmit(() => void send())}
    >
      <Box className="tiles" __vars={{ '--tile': '20rem' }}>
        <Stack>
          <Checked flow={flow} gate={gate} />
          {write.error?.failure === 'changed' && <Text className="warn">{t('publish.changed')}</Text>}
        </Stack>
        <PublishForm flow={flow} form={form} />
      </Box>
    </ConfirmDialog>
  );
}

const noFields = { note: '', percent: '', hours: '' };

function bodyOf({ note, percent, hours }: typeof noFields): Publication {
  const text = note.trim();
  return {
    ...(text !== '' && { note: text }),
    ...(percent !== '' && { canaryPercent: Number(percent) }),
    ...(percent !== '' && hours !== '' && { promoteAfterHours: Number(hours) }),
  };
}

interface FormProps {
  readonly flow: FlowSummary;
  readonly form: ReturnType<typeof useKeptForm<typeof noFields>>;
}

/** The note of a version, and its audience. */
function PublishForm({ flow: { id, live }, form }: FormProps) {
  const { t } = useTranslation('flows');
  const { percent, hours } = form.values;
  return (
    <Stack>
      <Textarea
        label={t('publish.note')}
        description={t('publish.noteHint', { max: limits.noteCharsMax })}
        {...form.getInputProps('note')}
        maxLength={limits.noteCharsMax}
        rows={3}
      />
      {live.version !== null && (
        <Audience percent={percent} onChange={(next) => form.setFieldValue('percent', next)} />
      )}
      {live.version !== null && <RunningOn flowId={id} version={live.version} />}
      {percent !== '' && (
        <Select
          label={t('publish.thenAll')}
          description={t('publish.trialEnds')}
          value={hours || byHand}
          onChange={(value) => form.setFieldValue('hours', value === byHand ? '' : (value ?? ''))}
          data={[
            { value: byHand, label: t('publish.byHand') },
            ...hoursOfTrial.map((each) => ({
              value: String(each),
              label: t('publish.afterHours', { count: each }),
            })),
          ]}
        />
      )}
      <Text size="sm" className="quiet">
        {t('publish.foot')}
      </Text>
    </Stack>
  );
}

const byHand = 'by-hand';

interface AudienceProps {
  /** Empty for everyone. */
  readonly percent: string;
  readonly onChange: (percent: string) => void;
}

/** The audience of a version: all new conversations, or a share of them. */
function Audience({ percent, onChange }: AudienceProps) {
  const { t } = useTranslation('flows');
  return (
    <div>
      <Input.Label display="block">{t('publish.share')}</Input.Label>
      <SegmentedChoice
        label={t('publish.share')}
        names={{ all: t('publish.everybody'), share: t('publish.gradually') }}
        chosen={percent === '' ? 'all' : 'share'}
        onChoose={(audience) => onChange(audience === 'all' ? '' : String(shares.first))}
      />
      {percent !== '' && (
        <>
          <Text size="sm" mt="xs">
            {t('publish.percent', { percent: Number(percent) })}
          </Text>
          <Slider
            thumbLabel={t('publish.share')}
            thumbValueText={(share) => t('publish.percent', { percent: share })}
            label={null}
            min={shares.least}
            max={shares.most}
            value={Number(percent)}
            onChange={(share) => onChange(String(share))}
            marks={[1, 10, 25, 50].map((value) => ({ value, label: value }))}
            mb="lg"
          />
        </>
      )}
    </div>
  );
}
