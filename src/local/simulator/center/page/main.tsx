import {
  Button,
  Fieldset,
  Group,
  NavLink,
  Paper,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MessageField } from '../../page/MessageField.tsx';
import { showPage } from '../../page/Page.tsx';
import { follow, post } from '../../page/requests.ts';
import type {
  CenterAction,
  CenterEntry,
  CenterHandoff,
  CenterMood,
  CenterRequests,
  CenterState,
} from './protocol.ts';

showPage({
  title: 'Contact center',
  about: 'Play the agent of a contact center, with or without failures.',
  links: [
    ['/', 'Front page'],
    ['/simulator', 'Phone simulator'],
    ['/admin/', 'Console'],
  ],
  children: <Center />,
});

const notTaken = 'The contact center did not take this. Is the stack still running?';

/** The settings, the handoffs, and the chosen one. */
function Center() {
  const [state, setState] = useState<CenterState | null>(null);
  const [notice, setNotice] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [agent, setAgent] = useState('Zoe');
  useEffect(() => {
    const message = (next: CenterState) => {
      setState(next);
      // The newest handoff is first: it must not replace the one on the page.
      setChosen((id) => id ?? next.handoffs[0]?.id ?? null);
    };
    return follow<{ message: CenterState }>('/desk/events', { message }, setNotice);
  }, []);
  const request = async <N extends keyof CenterRequests>(name: N, body: CenterRequests[N]) => {
    const response = await post(`/desk/${name}`, body);
    setNotice(response?.ok ? '' : notTaken);
  };
  const handoffs = state?.handoffs ?? [];
  const current = handoffs.find(({ id }) => id === chosen);
  return (
    <>
      <Stack component="section" className="controls" aria-label="Agent and behavior">
        <Fieldset legend="Agent">
          <TextInput
            label="Name"
            maxLength={60}
            autoComplete="off"
            value={agent}
            onChange={({ currentTarget }) => setAgent(currentTarget.value)}
          />
        </Fieldset>
        <Fieldset legend="Behavior">
          <Stack gap="xs">
            {(Object.entries(moods) as [keyof CenterMood, string][]).map(([name, label]) => (
              <Switch
                key={name}
                label={label}
                checked={state?.mood[name] ?? false}
                onChange={({ currentTarget: { checked } }) => {
                  setState(state && { ...state, mood: { ...state.mood, [name]: checked } });
                  void request('mood', { [name]: checked });
                }}
              />
            ))}
          </Stack>
        </Fieldset>
      </Stack>
      <Handoffs handoffs={handoffs} chosen={current?.id} onChoose={setChosen} />
      <Chat
        key={current?.id ?? ''}
        handoff={current}
        notice={notice}
        act={(action) => {
          if (current) void request('act', { handoffId: current.id, agent: agent.trim() || 'Zoe', action });
        }}
      />
    </>
  );
}

const moods: Readonly<Record<keyof CenterMood, string>> = {
  answers: 'Answers for the tenants with a contact center',
  fails: 'Fails: every call is answered with 500',
  repeats: 'Sends everything three times',
  shuffles: 'Sends calls in another order',
  gaps: 'Leaves out a position each time',
};

interface HandoffsProps {
  readonly handoffs: readonly CenterHandoff[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

function Handoffs({ handoffs, chosen, onChoose }: HandoffsProps) {
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="list-title">
      <Title order={2} id="list-title" mb="xs">
        Handoffs
      </Title>
      {handoffs.length === 0 && (
        <Text c="dimmed">
          Nobody waits. Turn on “Answers for the tenants with a contact center”, then ask a flow for an agent.
        </Text>
      )}
      {handoffs.map(({ id, visitor, reason, channel, state }) => (
        <NavLink
          key={id}
          component="button"
          active={id === chosen}
          aria-pressed={id === chosen}
          label={visitor || 'Unknown visitor'}
          description={`${state === 'ended' ? 'Ended · ' : ''}${channel} · ${reason}`}
          onClick={() => onChoose(id)}
        />
      ))}
    </Paper>
  );
}

/** The visitor messages already reported as read. */
const read = new Set<string>();
/** The interval of typing events. */
const typesEveryMs = 3_000;

interface ChatProps {
  readonly handoff: CenterHandoff | undefined;
  readonly notice: string;
  readonly act: (action: CenterAction) => void;
}

function Chat({ handoff, notice, act }: ChatProps) {
  const entries = useRef<HTMLDivElement>(null);
  const isOpen = handoff?.state === 'open';
  const last = handoff?.entries.findLast(({ author }) => author === 'user')?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new entry scrolls to the end
  useLayoutEffect(() => entries.current?.scrollTo({ top: entries.current.scrollHeight }), [handoff?.entries]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visitor message is reported as read, once, and at an event after the tab was hidden
  useEffect(() => {
    if (last === undefined || !isOpen || document.hidden || read.has(last)) return;
    read.add(last);
    act({ type: 'reads' });
  }, [handoff]);
  return (
    <Stack component="section" aria-labelledby="chat-title">
      <Title order={2} id="chat-title">
        {handoff ? handoff.visitor || 'Unknown visitor' : 'No handoff selected'}
      </Title>
      {handoff && (
        <>
          <Text c="dimmed">
            {`${handoff.account} · queue ${handoff.queue}${handoff.typing ? ' · typing…' : ''}`}
          </Text>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
          <div className="entries" role="log" aria-label="Conversation" tabIndex={0} ref={entries}>
            {handoff.entries.map((entry) => (
              <Entry key={entry.id} {...entry} />
            ))}
          </div>
        </>
      )}
      <Text c="var(--bad)" role="status">
        {notice}
      </Text>
      {handoff && <Actions isOpen={isOpen} act={act} />}
    </Stack>
  );
}

/** What an agent can do in a handoff. */
function Actions({ isOpen, act }: { readonly isOpen: boolean; readonly act: ChatProps['act'] }) {
  const [text, setText] = useState('');
  const typesUntilMs = useRef(0);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    setText('');
    if (words !== '') act({ type: 'says', text: words });
  };
  const type = (value: string) => {
    setText(value);
    if (Date.now() < typesUntilMs.current) return;
    typesUntilMs.current = Date.now() + typesEveryMs;
    act({ type: 'types' });
  };
  return (
    <>
      <Group component="form" onSubmit={send} wrap="nowrap">
        <MessageField value={text} onChange={({ currentTarget }) => type(currentTarget.value)} />
        <Button type="submit">Send</Button>
      </Group>
      <Group>
        <Button variant="default" disabled={!isOpen} onClick={() => act({ type: 'accepts' })}>
          Accept
        </Button>
        <Button variant="default" disabled={!isOpen} onClick={() => act({ type: 'ends', how: 'return' })}>
          Return to bot
        </Button>
        <Button variant="default" disabled={!isOpen} onClick={() => act({ type: 'ends', how: 'close' })}>
          Close
        </Button>
      </Group>
    </>
  );
}

const ticks: Readonly<Record<NonNullable<CenterEntry['receipt']>, string>> = {
  sent: '✓',
  delivered: '✓✓',
  read: '✓✓',
  failed: '✕',
};

/** A transcript entry, with the delivery status of an agent's message. */
function Entry({ author, text, receipt, reason }: CenterEntry) {
  return (
    <div className={`entry ${author}`}>
      {text}
      {receipt && (
        <small>
          <span className={`tick ${receipt}`} aria-hidden="true">
            {ticks[receipt]}
          </span>
          {receipt === 'failed' && reason !== undefined ? `failed: ${reason}` : receipt}
        </small>
      )}
    </div>
  );
}
