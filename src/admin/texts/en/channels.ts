import type { Channel, ChannelFieldName, ChannelStep } from '../../channels/channel-fields.ts';

const names: Readonly<Record<Channel, string>> = {
  chatapp: 'WhatsApp',
  'chatapp-360': 'WhatsApp through 360dialog',
  contactcenter: 'Contact center',
};

const needs: Readonly<Record<Channel, string>> = {
  chatapp: 'You need an app with WhatsApp in the Meta developer console, and the number that it sends from.',
  'chatapp-360': 'You need a number at 360dialog and its API key.',
  contactcenter:
    'You need an open messaging integration, and the addresses that your contact center calls from.',
};

const fields: Readonly<Record<ChannelFieldName, { readonly label: string; readonly hint: string }>> = {
  phone_number_id: {
    label: 'Phone number ID',
    hint: 'In the Meta developer console under WhatsApp, API setup. It is not the number itself.',
  },
  waba_id: {
    label: 'WhatsApp Business Account ID, if you like',
    hint: 'On the same page. Calls that name no number are taken with it.',
  },
  username: { label: 'User name', hint: 'Choose one. The contact center signs in with it.' },
  allowed_networks: {
    label: 'Addresses that may call',
    hint: 'One network a line, for example 203.0.113.0/24.',
  },
  list_button: {
    label: 'Button that opens a list of choices, if you like',
    hint: '“Menu” unless you say otherwise; at most 20 characters.',
  },
  idle_minutes: {
    label: 'Minutes until a silent conversation ends, if you like',
    hint: '1,440, a day, unless you say otherwise.',
  },
  base_url: {
    label: 'Address of the provider, if you like',
    hint: 'Only when it is not the usual one: a regional one, your contact center’s, or a simulator.',
  },
};

const steps: Readonly<Record<ChannelStep, string>> = {
  account: 'Account',
  secrets: 'Secrets',
  webhook: 'Webhook',
  test: 'Test',
};

const webhook: Readonly<Record<Channel, readonly string[]>> = {
  chatapp: [
    'In the Meta developer console open your app, then WhatsApp, then Configuration.',
    'Paste the address and the verify word, and choose “Verify and save”.',
    'Subscribe to the field “messages”. It brings messages and delivery statuses.',
    'Send a message to your number, then look again here.',
  ],
  'chatapp-360': [
    'In the 360dialog hub open your number and set its webhook address.',
    'Have it send the header D360-API-KEY with the key that you set under Secrets.',
    'Send a message to your number, then look again here.',
  ],
  contactcenter: [
    'In your contact center open the open messaging integration and set its outbound address.',
    'Give it the user name of step 1 and the password of step 2 as basic authentication.',
    'Send a message through it, then look again here.',
  ],
};

interface SecretTexts {
  readonly name: string;
  readonly where: Readonly<Partial<Record<Channel, string>>>;
}

const secrets: Readonly<
  Record<
    'app_secret' | 'sending_token' | 'api_key' | 'hmac_secret' | 'password' | 'signing_secret',
    SecretTexts
  >
> = {
  app_secret: {
    name: 'App secret',
    where: {
      chatapp: 'In the Meta developer console under App settings, Basic. Meta signs its calls with it.',
    },
  },
  sending_token: {
    name: 'Sending token',
    where: {
      chatapp:
        'In Meta’s business settings make a system user, and for it a token with whatsapp_business_messaging that does not expire. Without it replies cannot be sent.',
      'chatapp-360': 'The API key of your number in the 360dialog hub. Without it replies cannot be sent.',
      contactcenter: 'A token of your contact center’s messaging API. Without it replies cannot be sent.',
    },
  },
  api_key: {
    name: 'Webhook key',
    where: { 'chatapp-360': 'Choose a long random one. 360dialog sends it with each call.' },
  },
  hmac_secret: {
    name: 'Signing secret',
    where: { 'chatapp-360': 'Only if 360dialog signs your calls too.' },
  },
  password: {
    name: 'Password',
    where: { contactcenter: 'Choose a long random one. The contact center signs in with it.' },
  },
  signing_secret: {
    name: 'Signing secret',
    where: {
      contactcenter:
        'Only if the center answers your visitors: it then signs what it says in a handoff, and checks what it is told.',
    },
  },
};

/** Channels: chat apps and the contact center that a tenant is connected to. */
export const channels = {
  title: 'Channels',
  about: 'The chat apps and the contact center that are connected, and how each fares.',
  none: 'No channels yet. Connect WhatsApp, 360dialog or a contact center.',
  connect: 'Connect a channel',
  connectTitle: (name: string) => `Connect: ${name}`,
  names,
  needs,
  account: 'Account',
  provider: 'Provider',
  flow: 'Flow',
  state: 'State',
  unfinished: 'Set-up not finished: a secret is missing',
  neverCalled: 'The provider has not called yet',
  lastAccepted: (when: string) => `Last call accepted: ${when}`,
  lastRefused: (when: string) => `Last call refused: ${when}.`,
  refusals: {
    invalid_signature: 'The signature does not fit the secret.',
    invalid_credentials: 'The key or the password is not the one that is set.',
    address_not_allowed: 'It came from an address that may not call.',
    rate_limited: 'Too many wrong passwords came from one address.',
    tenant_not_found: 'The tenant is suspended.',
    invalid_body: 'Its content is not what the provider is known to send.',
  },
  sending: {
    open: 'Sending works.',
    paused: 'Sending is paused for a while.',
    held: 'Sending is held until somebody mends it.',
  },
  until: (when: string) => `It is tried again at ${when} at the latest.`,
  waiting: (count: number) => `Conversations whose replies wait: ${count}`,
  resume: 'Resume sending',
  id: {
    label: 'Name of the account',
    hint: 'Letters, digits and hyphens, for yourselves. It cannot be changed later.',
  },
  fields,
  createAndGoOn: 'Create and go on',
  save: 'Save',
  back: 'Back to the channels',
  setUp: 'Set-up',
  steps,
  goOn: (step: string) => `Go on: ${step}`,
  secretsWhat:
    'What is set here is never shown to anybody again. What you type is not kept until you set it.',
  secrets,
  webhook,
  webhookAddress: 'Address to register',
  verifyWord: 'Verify word',
  noCall: 'No call of the provider has come yet.',
  lookAgain: 'Look again',
  testTo: 'To',
  testToHint: {
    chatapp:
      'A phone number with its country, digits only. It must have written to you in the last 24 hours.',
    'chatapp-360':
      'A phone number with its country, digits only. It must have written to you in the last 24 hours.',
    contactcenter: 'The id of somebody, as your contact center knows them.',
  } satisfies Readonly<Record<Channel, string>>,
  testText: 'Text, if you like',
  testTextHint: '“This is a test message.” unless you say otherwise.',
  testSend: 'Send a test message',
  outcomes: {
    sent: 'The provider has taken the message.',
    refused: 'The provider did not take it.',
    unconfirmed: 'The provider did not answer as it does. The message may have been taken.',
  },
  remove: {
    open: 'Delete…',
    title: (account: string) => `Delete ${account}?`,
    what: 'The provider’s calls are refused from now on, and nothing is sent. Its secrets go too. It cannot be undone.',
    type: (account: string) => `Type ${account} to delete it`,
    button: 'Delete',
  },
};
