import { Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type HandoffSettingsBody,
  type HandoffSettingsView,
  handoffSettingsView,
} from '../../../../contract/admin/handoff-settings.ts';
import { limits } from '../../../../contract/limits.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import { useKeptState } from '../../../components/kept-state.ts';
import { type Done, notify } from '../../../components/notify.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { PageTitle } from '../../../components/PageTitle.tsx';
import { useOnline } from '../../../components/use-online.ts';
import { Failure } from '../../../components/Failure.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Queues } from './Queues.tsx';
import { handoffSettingsQuery } from './queries.ts';
import { bodyOf, isChanged, type Typed, textShown, toldNames, waitNames, waits } from './settings-form.ts';

const path = '/v1/admin/handoff-settings';

/** How humans of the tenant answer: their queues, how long they wait for each other, what visitors are told meanwhile. */
export function HumansPage() {
  const { t } = useTranslation(['settings', 'inbox']);
  const query = useQuery(handoffSettingsQuery);
  return (
    <Stack gap="lg">
      <PageLink path="inbox">{t('inbox:title')}</PageLink>
      <PageTitle>{t('handoff.title')}</PageTitle>
      <Text className="quiet">{t('handoff.about')}</Text>
      <Loaded query={query} what={t('handoff.title')}>
        {({ body: stored, etag }) => <SettingsForm stored={stored} etag={etag} onDone={notify} />}
      </Loaded>
    </Stack>
  );
}

function SettingsForm({
  stored,
  etag,
  onDone,
}: {
  readonly stored: HandoffSettingsView;
  readonly etag: string;
  readonly onDone: (done: Done) => void;
}) {
  const { t } = useTranslation(['settings', 'widgets', 'common']);
  const { call } = useConsole();
  const write = useWrite();
  const isOnline = useOnline();
  const [text, keep, forget] = useKeptState('humans');
  const typed: Typed = text === '' ? {} : JSON.parse(text);
  const change = (next: Typed) => keep(JSON.stringify(next));
  const hasChanges = isChanged(stored, typed);
  const put = (body: HandoffSettingsBody, ifMatch: string) => {
    // Whoever was late sees at once what is there now.
    const options = { header: { 'if-match': ifMatch }, body };
    return call('PUT', path, handoffSettingsView, options);
  };
  const save = () =>
    write.send(async () => {
      const before = bodyOf(stored, {});
      const saved = await put(bodyOf(stored, typed), etag);
      forget();
      onDone({ text: t('handoff.saved'), undo: () => put(before, saved.etag) });
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="lg">
        <Queues stored={stored} typed={typed} onChange={change} />
        <Stack className="long-form">
          <Title order={2} size="h4">
            {t('handoff.waiting')}
          </Title>
          {waitNames.map((name) => (
            <TextInput
              key={name}
              label={t(`handoff.${name}.label`)}
              description={t(`handoff.${name}.hint`, { example: '{name}' })}
              value={textShown(stored, typed, name)}
              onChange={(event) => change({ ...typed, [name]: event.currentTarget.value })}
              type="number"
              min={1}
              max={waits[name]}
              step={1}
              autoComplete="off"
            />
          ))}
          <Title order={2} size="h4">
            {t('handoff.told')}
          </Title>
          <Text className="quiet">{t('handoff.silent')}</Text>
          {toldNames.map((name) => (
            <Textarea
              key={name}
              label={t(`handoff.${name}.label`)}
              description={t(`handoff.${name}.hint`, { example: '{name}' })}
              value={textShown(stored, typed, name)}
              onChange={(event) => change({ ...typed, [name]: event.currentTarget.value })}
              maxLength={limits.textChars}
              rows={2}
              dir="auto"
            />
          ))}
          {write.error && <Failure error={write.error} />}
          <Group>
            <Button type="submit" loading={write.isPending} disabled={!hasChanges || !isOnline}>
              {t('widgets:save')}
            </Button>
            {hasChanges && (
              <>
                <Button variant="default" onClick={forget} disabled={write.isPending}>
                  {t('widgets:discard')}
                </Button>
                <span className="quiet">{isOnline ? t('widgets:unsaved') : t('common:causes.offline')}</span>
              </>
            )}
          </Group>
        </Stack>
      </Stack>
    </form>
  );
}
