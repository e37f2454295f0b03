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

/** What every account here has had approved, or not: one of each kind. */
export function sampleTemplates(): SimulatedTemplate[] {
  const samples: readonly Omit<SimulatedTemplate, 'id'>[] = [
    {
      name: 'order_update',
      language: 'en',
      status: 'APPROVED',
      category: 'UTILITY',
      parameter_format: 'NAMED',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Order {{order}}' },
        { type: 'BODY', text: 'Hello {{name}}, your order {{order}} has left.' },
        { type: 'FOOTER', text: 'Answer to talk to us.' },
        {
          type: 'BUTTONS',
          buttons: [{ type: 'URL', text: 'Track it', url: 'https://shop.example/t/{{1}}' }],
        },
      ],
    },
    {
      name: 'order_update',
      language: 'de',
      status: 'APPROVED',
      category: 'UTILITY',
      parameter_format: 'NAMED',
      components: [{ type: 'BODY', text: 'Hallo {{name}}, Ihre Bestellung {{order}} ist unterwegs.' }],
    },
    {
      name: 'appointment',
      language: 'en',
      status: 'APPROVED',
      category: 'UTILITY',
      parameter_format: 'POSITIONAL',
      components: [
        { type: 'BODY', text: 'We expect you on {{1}} at {{2}}. Does that suit you?' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Yes' },
            { type: 'QUICK_REPLY', text: 'Another day' },
          ],
        },
      ],
    },
    {
      name: 'go_on',
      language: 'en',
      status: 'APPROVED',
      category: 'UTILITY',
      parameter_format: 'POSITIONAL',
      components: [{ type: 'BODY', text: 'We have an answer for you. Write to us to read it.' }],
    },
    {
      name: 'invoice',
      language: 'en',
      status: 'APPROVED',
      category: 'UTILITY',
      parameter_format: 'POSITIONAL',
      components: [
        { type: 'HEADER', format: 'DOCUMENT' },
        { type: 'BODY', text: 'Here is your invoice {{1}}.' },
      ],
    },
    {
      name: 'summer_sale',
      language: 'en',
      status: 'PAUSED',
      category: 'MARKETING',
      parameter_format: 'POSITIONAL',
      components: [{ type: 'BODY', text: 'All for half the price, {{1}}!' }],
    },
    {
      name: 'sign_in_code',
      language: 'en',
      status: 'APPROVED',
      category: 'AUTHENTICATION',
      parameter_format: 'POSITIONAL',
      components: [{ type: 'BODY', text: '{{1}} is your code.' }],
    },
  ];
  return samples.map((sample, n) => ({ id: String(1_000_001 + n), ...sample }));
}
