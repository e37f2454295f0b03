import type { FlowScript } from './flow-script.ts';
import type { ExternalClients } from './rehearse.ts';

/** The outside world as a script has it: answers in order, secrets that are stand-ins, and nothing real. */
export function scriptedOutside(
  http: NonNullable<FlowScript['http']>,
  llm: NonNullable<FlowScript['llm']>,
): ExternalClients {
  const responses = [...http];
  const answers = [...llm];
  return {
    http: {
      async send() {
        const response = responses.shift();
        if (!response) throw new Error('the script has no response left');
        if (response.fails) throw new Error('the service does not answer');
        const headers = { 'content-type': 'application/json' };
        return { status: response.status, headers, body: JSON.stringify(response.body) };
      },
    },
    llm: {
      async complete() {
        const answer = answers.shift();
        if (answer === undefined) throw new Error('the script has no answer left');
        if (typeof answer === 'string') return answer;
        const calls = answer.calls.map(({ tool, with: given = {} }, n) => ({
          id: `call-${n + 1}`,
          name: tool,
          arguments: given,
        }));
        return { text: '', calls };
      },
    },
    secrets: { read: async (name) => ({ value: `secret ${name}`, hosts: everyHost }) },
  };
}

/** A rehearsal makes no calls, so secrets are allowed anywhere; their hosts are checked with the folder. */
const everyHost = { includes: () => true } as unknown as readonly string[];
