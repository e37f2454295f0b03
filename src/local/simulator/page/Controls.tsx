import { Button, Fieldset, Group, NativeSelect, Radio, Stack, Switch } from '@mantine/core';
import type { Hostility, PhoneState } from './protocol.ts';
import { addUser, changeMood, useSimulator } from './use-simulator.ts';

/** Each failure mode in words, and how likely it is once it is switched on. */
const failureModes: Readonly<
  Record<keyof Hostility, readonly [title: string, about: string, chance: number]>
> = {
  duplicates: ['Duplicates', 'Each webhook is sent three times', 1],
  reordering: ['Reordering', 'Webhooks of one batch arrive out of order', 1],
  batches: ['Batches', 'One webhook carries several numbers and tenants', 1],
  unknownTypes: ['Unknown types', 'Unknown fields, changes and statuses', 1],
  noPhoneNumbers: ['No phone numbers', 'Contacts have a scoped ID only', 1],
  lateStatuses: ['Late statuses', 'Statuses arrive 3 s late', 1],
  backwardStatuses: ['Backward statuses', '“Read” arrives before “sent”', 1],
  tooManyRequests: ['Rate limits', 'Half of the sends are answered 429', 0.5],
  serverErrors: ['Server errors', 'Half of the sends are answered 500', 0.5],
  lostAnswers: ['Lost responses', 'The send works, but the response is lost', 1],
  hangingSends: ['Hanging', 'The connection opens, but no response comes', 1],
  refusedConnections: ['Refused connections', 'The server is down', 1],
  pairLimits: ['Pair rate limit', 'Too many messages to one contact (131056)', 1],
  longWaits: ['Long waits', 'Every send is rate-limited for 30 s (Retry-After: 30)', 1],
  lateRefusals: ['Failed later', 'The send is accepted, then reported as failed (131047)', 1],
  closedWindows: ['24 hours later', 'The reply window is closed', 1],
};

const phoneStates: Readonly<Record<PhoneState, string>> = {
  'in-hand': 'In use (messages are read)',
  'in-pocket': 'Locked (messages are delivered)',
  'switched-off': 'Switched off (messages wait)',
  gone: 'Unreachable (messages fail)',
};

/** The form beside the phone: channel, contact and failure modes. */
export function Controls() {
  const { state, account, userId } = useSimulator();
  const modes = Object.entries(failureModes) as [keyof Hostility, (typeof failureModes)['duplicates']][];
  return (
    <Stack component="section" className="controls" aria-label="Channel, contact and failure modes">
      <Fieldset legend="Channel">
        <Radio.Group value={account} onChange={(key) => useSimulator.setState({ account: key })}>
          <Stack gap="xs">
            {state?.accounts.map(({ key, title, tenantName }) => (
              <Radio key={key} value={key} label={`${title} ${tenantName}`} />
            ))}
          </Stack>
        </Radio.Group>
      </Fieldset>
      <Fieldset legend="Contact">
        <Stack gap="xs">
          <Group align="end" gap="xs" wrap="nowrap">
            <NativeSelect
              id="user"
              label="Contact"
              flex={1}
              value={userId}
              onChange={({ currentTarget }) => useSimulator.setState({ userId: currentTarget.value })}
              data={state?.users.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            />
            <Button variant="default" onClick={addUser}>
              New contact
            </Button>
          </Group>
          <NativeSelect
            label="Phone state"
            value={state?.phone ?? 'in-hand'}
            onChange={({ currentTarget }) => changeMood({ phone: currentTarget.value as PhoneState })}
            data={Object.entries(phoneStates).map(([value, label]) => ({ value, label }))}
          />
        </Stack>
      </Fieldset>
      <Fieldset legend="Failure modes">
        <Stack gap="xs">
          {modes.map(([name, [title, about, chance]]) => (
            <Switch
              key={name}
              label={title}
              description={about}
              checked={(state?.hostility[name] ?? 0) > 0}
              onChange={({ currentTarget }) =>
                changeMood({ hostility: { [name]: currentTarget.checked ? chance : 0 } })
              }
            />
          ))}
        </Stack>
      </Fieldset>
    </Stack>
  );
}
