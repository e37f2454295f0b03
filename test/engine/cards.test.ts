import { expect, it } from 'vitest';
import type { Step } from '../../src/contract/flow.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { validateFlow } from '../../src/engine/validate.ts';
import { flowOf } from '../support/flow-of.ts';
import { ended, messageOf, turnOf } from '../support/turn-of.ts';

type Cards = Extract<Step, { kind: 'message' }>['cards'];

async function cardsOf(cards: Cards, variables: Record<string, unknown> = {}) {
  const flow = flowOf(
    { show: { kind: 'message', text: '', cards, next: 'done' } },
    { variables: variables as never },
  );
  const { effects } = ended(await processInbound(messageOf('hi'), turnOf(flow).deps));
  return effects.flatMap((effect) => (effect.kind === 'reply' ? [effect.reply.cards] : []));
}

it('cards are filled in the visitor’s language, and sent without a text too', async () => {
  const cards: Cards = [
    {
      title: { en: 'For {{ message.user.firstName }}' },
      text: '**New**',
      image: 'https://shop.example/{{ message.text }}.png',
      imageText: 'A pot',
      buttons: [
        { label: 'Take it', value: 'buy {{ message.text }}' },
        { label: 'Look', url: 'https://shop.example/pot' },
      ],
    },
  ];
  expect(await cardsOf(cards)).toEqual([
    [
      {
        title: 'For Ada',
        text: '**New**',
        image: 'https://shop.example/hi.png',
        imageText: 'A pot',
        buttons: [
          { label: 'Take it', value: 'buy hi' },
          { label: 'Look', url: 'https://shop.example/pot' },
        ],
      },
    ],
  ]);
});

it('a list makes at most ten, without those that have no title and without invalid URLs', async () => {
  const found = [
    { name: '', page: '' },
    { name: 'Evil', page: 'javascript:alert(1)' },
    ...Array.from({ length: 20 }, (_, n) => ({ name: `Pot ${n}`, page: `https://shop.example/${n}` })),
  ];
  const [cards = []] = await cardsOf(
    {
      from: 'found',
      title: '{{ item.name }}',
      image: '{{ item.page }}',
      buttons: [{ label: 'Look', url: '{{ item.page }}' }],
    },
    { found },
  );
  expect(cards).toHaveLength(9);
  expect(cards[0]).toEqual({ title: 'Evil' });
  expect(cards[1]?.image).toBe('https://shop.example/0');
});

it('an empty list sends nothing', async () => {
  expect(await cardsOf({ from: 'found', title: 'x' }, { found: [] })).toEqual([]);
});

it('problems of cards are named at their place', () => {
  const flow = (cards: unknown) => ({
    id: 'f',
    version: 1,
    start: 'm',
    steps: { m: { kind: 'message', text: '', cards, next: 'd' }, d: { kind: 'end' } },
  });
  const faults = (cards: unknown) => {
    const result = validateFlow(flow(cards));
    return result.ok ? [] : result.errors.map(({ path }) => path);
  };
  expect(faults([{ title: '{{ nobody }}', image: 'pot.png' }])).toEqual([
    'steps.m.cards.0.title',
    'steps.m.cards.0.image',
  ]);
  expect(faults({ from: 'nobody', title: '{{ item.name }}' })).toEqual(['steps.m.cards.from']);
  expect(
    faults([{ title: 'x', buttons: [{ label: 'both', value: 'a', url: 'https://a.example' }] }]),
  ).not.toEqual([]);
  expect(faults([{ title: 'x', buttons: [{ label: 'none' }] }])).not.toEqual([]);
  expect(faults(Array.from({ length: 11 }, () => ({ title: 'x' })))).not.toEqual([]);
});
