import { byId, element, request } from './elements.ts';
import type { Hostility, PhoneState, ShownAccount, SimulatorState } from './protocol.ts';

/** The chat on the phone. */
export interface Chosen {
  readonly account: string;
  readonly userId: string;
}

/** Each unkindness in words, and how likely it is once it is switched on. */
const unkindnesses: Readonly<
  Record<keyof Hostility, readonly [title: string, about: string, chance: number]>
> = {
  duplicates: ['Duplicates', 'Each webhook is sent three times', 1],
  reordering: ['Reordering', 'Webhooks of one batch arrive out of order', 1],
  batches: ['Batches', 'One webhook carries several numbers and tenants', 1],
  unknownTypes: ['Unknown types', 'Unknown fields, changes and statuses', 1],
  noPhoneNumbers: ['No phone numbers', 'Contacts have a scoped ID only', 1],
  lateStatuses: ['Late statuses', 'Statuses arrive 3 s late', 1],
  backwardStatuses: ['Backward statuses', '“Read” arrives before “sent”', 1],
  tooManyRequests: ['429', 'Half of the sends are rate-limited', 0.5],
  serverErrors: ['500', 'Half of the sends fail', 0.5],
  lostAnswers: ['Lost responses', 'The send works, but the response is lost', 1],
  hangingSends: ['Hanging', 'The connection opens, but no response comes', 1],
  refusedConnections: ['Refused connections', 'The server is down', 1],
  pairLimits: ['131056', 'Too many messages to one contact', 1],
  longWaits: ['Retry-After: 30', 'Every send is rate-limited for 30 s', 1],
  lateRefusals: ['Failed later', 'The send is accepted, then reported as failed (131047)', 1],
  closedWindows: ['24 hours later', 'The reply window is closed', 1],
};

/** The form beside the phone. */
export interface Controls {
  /** The current chat on the phone. */
  chosen(): Chosen;
  /** The selected chat, once accounts and users are known and a requested new user exists. */
  settled(): Promise<Chosen>;
  show(state: SimulatorState): void;
}

interface Listeners {
  onChosen(): void;
  /** The simulator has created no user. */
  onRefused(): void;
}

/** Shows the controls, and applies choices to the simulator or the page. */
export function createControls({ onChosen, onRefused }: Listeners): Controls {
  const accounts = byId('accounts', HTMLDivElement);
  const user = byId('user', HTMLSelectElement);
  const phone = byId('phone', HTMLSelectElement);
  /** The number of users after which a new one is expected; null: none. */
  let awaitedAfter: number | null = null;
  const first = Promise.withResolvers<void>();
  let arrived = Promise.withResolvers<void>();
  /** Ends once everybody has come who was asked for so far. */
  let settled = first.promise;

  byId('controls', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
  accounts.addEventListener('change', onChosen);
  user.addEventListener('change', onChosen);
  phone.addEventListener('change', () => void request('mood', { phone: phone.value as PhoneState }));
  const callSomebody = async () => {
    awaitedAfter = user.length;
    arrived = Promise.withResolvers();
    if (await request('users', { name: `Visitor ${user.length + 1}` })) return arrived.promise;
    awaitedAfter = null;
    onRefused();
  };
  byId('new-user', HTMLButtonElement).addEventListener('click', () => {
    settled = settled.then(callSomebody);
  });
  const switches = hostilitySwitches();
  const chosen = (): Chosen => ({
    account: accounts.querySelector<HTMLInputElement>('input:checked')?.value ?? '',
    userId: user.value,
  });

  return {
    chosen,
    async settled() {
      await settled;
      return chosen();
    },
    show(state) {
      if (accounts.childElementCount !== state.accounts.length) {
        accounts.replaceChildren(...state.accounts.map(accountCard));
      }
      const before = user.value;
      user.replaceChildren(...state.users.map(({ id, name }) => element('option', { value: id }, name)));
      const hasCome = awaitedAfter !== null && state.users.length > awaitedAfter;
      user.value = hasCome ? (state.users.at(-1)?.id ?? '') : before || (state.users[0]?.id ?? '');
      if (hasCome) awaitedAfter = null;
      phone.value = state.phone;
      for (const [name, input] of switches) input.checked = state.hostility[name] > 0;
      if (user.value !== before) onChosen();
      first.resolve();
      if (hasCome) arrived.resolve();
    },
  };
}

function accountCard({ key, title, tenantName }: ShownAccount, n: number): HTMLElement {
  const words = element('span', {}, title, element('small', {}, tenantName));
  const radio = element('input', { type: 'radio', name: 'account', value: key, checked: n === 0 });
  return element('label', { class: 'card' }, radio, words);
}

function hostilitySwitches(): Map<keyof Hostility, HTMLInputElement> {
  const box = byId('hostility', HTMLDivElement);
  const names = Object.keys(unkindnesses) as (keyof Hostility)[];
  return new Map(
    names.map((name) => {
      const [title, about, chance] = unkindnesses[name];
      const input = element('input', { type: 'checkbox', role: 'switch' });
      input.addEventListener('change', () => {
        void request('mood', { hostility: { [name]: input.checked ? chance : 0 } });
      });
      box.append(
        element('label', { class: 'switch' }, input, element('span', {}, title, element('small', {}, about))),
      );
      return [name, input];
    }),
  );
}
