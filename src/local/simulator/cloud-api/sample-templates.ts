/** A template as the provider keeps it. */
export interface SimulatedTemplate {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  status: 'APPROVED' | 'PAUSED' | 'DISABLED' | 'PENDING' | 'REJECTED';
  readonly category: 'UTILITY' | 'MARKETING' | 'AUTHENTICATION';
  readonly parameter_format: 'NAMED' | 'POSITIONAL';
  readonly components: readonly TemplateComponent[];
}

export interface TemplateComponent {
  readonly type: 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS';
  readonly format?: 'TEXT' | 'IMAGE' | 'DOCUMENT';
  readonly text?: string;
  readonly buttons?: readonly {
    readonly type: 'URL' | 'QUICK_REPLY' | 'COPY_CODE';
    readonly text: string;
    readonly url?: string;
  }[];
}

type Sample = Omit<SimulatedTemplate, 'id'>;

const approved = { language: 'en', status: 'APPROVED', category: 'UTILITY' } as const;
const positional = { ...approved, parameter_format: 'POSITIONAL' } as const;
const bodyOf = (text: string): TemplateComponent => ({ type: 'BODY', text });

/** One of each kind. */
const samples: readonly Sample[] = [
  {
    ...{ ...approved, name: 'order_update', parameter_format: 'NAMED' },
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{order}}' },
      bodyOf('Hello {{name}}, your order {{order}} has left.'),
      { type: 'FOOTER', text: 'Answer to talk to us.' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track it', url: 'https://shop.example/t/{{1}}' }] },
    ],
  },
  {
    ...{ ...approved, name: 'order_update', language: 'de', parameter_format: 'NAMED' },
    components: [bodyOf('Hallo {{name}}, Ihre Bestellung {{order}} ist unterwegs.')],
  },
  {
    ...{ ...positional, name: 'appointment' },
    components: [
      bodyOf('We expect you on {{1}} at {{2}}. Does that suit you?'),
      {
        type: 'BUTTONS',
        buttons: ['Yes', 'Another day'].map((text) => ({ type: 'QUICK_REPLY', text }) as const),
      },
    ],
  },
  {
    ...{ ...positional, name: 'go_on' },
    components: [bodyOf('We have an answer for you. Write to us to read it.')],
  },
  {
    ...{ ...positional, name: 'invoice' },
    components: [{ type: 'HEADER', format: 'DOCUMENT' }, bodyOf('Here is your invoice {{1}}.')],
  },
  {
    ...{ ...positional, name: 'summer_sale', status: 'PAUSED', category: 'MARKETING' },
    components: [bodyOf('All for half the price, {{1}}!')],
  },
  {
    ...{ ...positional, name: 'sign_in_code', category: 'AUTHENTICATION' },
    components: [bodyOf('{{1}} is your code.')],
  },
];

/** Every account's templates, approved or not. */
export function sampleTemplates(): SimulatedTemplate[] {
  return samples.map((sample, n) => ({ id: String(1_000_001 + n), ...sample }));
}
