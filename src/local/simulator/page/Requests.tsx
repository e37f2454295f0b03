import { Button, Code, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { WhyStep, WireLine, WireMessage } from './protocol.ts';
import { askWhy } from './requests.ts';
import { useSimulator } from './use-simulator.ts';

const clockOf = (time: string): string => new Date(time).toLocaleTimeString();

/** The calls between gateway and providers, the newest first. */
export function Requests() {
  const lines = useSimulator((shown) => shown.lines);
  return (
    <section className="wire" aria-labelledby="wire-title">
      <Title order={2} id="wire-title" mb="xs">
        Requests
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <ol aria-labelledby="wire-title" tabIndex={0}>
        {lines.map((line) => (
          <li key={line.id}>
            <Line line={line} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A call; its JSON is shown when it is opened: a hundred closed lines hold none. */
function Line({ line }: { readonly line: WireLine }) {
  const [isOpen, setOpen] = useState(false);
  const { direction, account, summary, status } = line;
  const isGood = typeof status === 'number' && status < 300;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {direction === 'webhook' ? `→ webhook: ${summary}` : `← send: ${summary}`}{' '}
        <Text span fw={600} c={isGood ? 'var(--good)' : 'var(--bad)'}>
          {status}
        </Text>
        <Text c="dimmed">{account}</Text>
      </summary>
      {isOpen && <Inside {...line} />}
    </details>
  );
}

function Inside({ atMs, details: { call, request, answer, messages } }: WireLine) {
  const time = new Date(atMs).toISOString();
  return (
    <div className="inside">
      <Text>
        <Code>{call}</Code> <time dateTime={time}>{clockOf(time)}</time>
      </Text>
      {messages.map((message) => (
        <TracedMessage key={message.id} message={message} />
      ))}
      {[
        ['Request', request],
        ['Answer', answer],
      ].map(([title, text]) => (
        <section key={title}>
          <Title order={3}>{title}</Title>
          {text === '' ? (
            <Text c="dimmed">empty</Text>
          ) : (
            <Code block tabIndex={0}>
              {text}
            </Code>
          )}
        </section>
      ))}
    </div>
  );
}

/** A message's ID, and its trace once it is requested. */
function TracedMessage({ message }: { readonly message: WireMessage }) {
  /** Undefined until it is requested; null if the simulator did not answer. */
  const [steps, setSteps] = useState<readonly WhyStep[] | null>();
  return (
    <section>
      <Title order={3}>{message.title}</Title>
      <Group justify="space-between" wrap="nowrap">
        <Code>{message.id}</Code>
        <Button variant="default" size="compact-sm" onClick={async () => setSteps(await askWhy(message))}>
          Why?
        </Button>
      </Group>
      <div className="why" aria-live="polite">
        {steps !== undefined && <Trace steps={steps} />}
      </div>
    </section>
  );
}

function Trace({ steps }: { readonly steps: readonly WhyStep[] | null }) {
  if (!steps) return <Text c="dimmed">The simulator did not answer. Is it still running?</Text>;
  if (steps.length === 0) return <Text c="dimmed">The gateway has no record of this message.</Text>;
  return (
    <ol>
      {steps.map(({ at, what, detail }) => (
        <li key={`${what} ${detail}`}>
          <b>{what}</b> <time dateTime={at ?? undefined}>{at ? clockOf(at) : 'not yet'}</time>
          <div>{detail}</div>
        </li>
      ))}
    </ol>
  );
}
