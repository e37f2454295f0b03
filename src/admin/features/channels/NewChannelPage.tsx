import { Stack, Stepper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ChannelContent, channelView } from '../../../contract/admin/channels.ts';
import { notYetTaken, useWrite } from '../../api/use-write.ts';
import { useConsole } from '../../components/console-context.ts';
import { EmptyState } from '../../components/Loaded.tsx';
import { useGoTo } from '../../components/navigation.ts';
import { PageTitle } from '../../components/PageHeader.tsx';
import { AccountForm } from './AccountForm.tsx';
import { channelPath, channelSteps, readChannel } from './channel-fields.ts';

/** The first step of connecting a provider: the account. The others are on the account's own page. */
export function NewChannelPage({ provider = '' }: { readonly provider?: string }) {
  const { t } = useTranslation(['channels', 'common']);
  const { call } = useConsole();
  const goTo = useGoTo();
  const write = useWrite();
  const channel = readChannel(provider);
  if (channel === null)
    return (
      <Stack>
        <PageTitle>{provider}</PageTitle>
        <EmptyState>{t('common:causes.gone')}</EmptyState>
      </Stack>
    );
  const save = async (id: string, body: ChannelContent) => {
    const options = { path: { channel, accountId: id }, header: { 'if-none-match': '*' }, body };
    const isDone = await write.send(() =>
      call('PUT', '/v1/admin/channels/{channel}/{accountId}', channelView, options).catch(notYetTaken),
    );
    if (isDone) goTo(`${channelPath(channel, id)}?step=secrets`);
    return isDone;
  };
  return (
    <Stack gap="lg">
      <PageTitle>{t('connectTitle', { name: t(`names.${channel}`) })}</PageTitle>
      <Stepper active={0} size="sm" allowNextStepsSelect={false} className="channel-steps">
        {channelSteps.map((step) => (
          <Stepper.Step key={step} label={t(`steps.${step}`)} allowStepSelect={false} />
        ))}
      </Stepper>
      <Text>{t(`needs.${channel}`)}</Text>
      <AccountForm channel={channel} account={null} button={t('createAndGoOn')} write={write} onSave={save} />
    </Stack>
  );
}
