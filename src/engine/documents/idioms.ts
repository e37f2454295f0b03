import type { Json } from '../interfaces.ts';

/** What authors ask for again and again, as templates with what they come to; run by a test. */
export const idioms: readonly {
  readonly about: string;
  readonly template: string;
  readonly variables: { readonly [name: string]: Json };
  readonly gives: string;
}[] = [
  {
    about: 'one of two texts',
    template: "{{ count == 1 ? 'one lamp' : count + ' lamps' }}",
    variables: { count: 3 },
    gives: '3 lamps',
  },
  {
    about: 'a list as a sentence',
    template: "{{ join(lamps.map(l, l.name + ' x' + l.count), ', ') }}",
    variables: {
      lamps: [
        { name: 'Dusk', count: 2 },
        { name: 'Dawn', count: 1 },
      ],
    },
    gives: 'Dusk x2, Dawn x1',
  },
  {
    about: 'a fallback for a missing value',
    template: "{{ name == null || name == '' ? 'friend' : name }}",
    variables: { name: '' },
    gives: 'friend',
  },
  {
    about: 'one of several texts',
    template: "{{ weekdayOf(day) in ['saturday', 'sunday'] ? 'weekend' : 'weekday' }}",
    variables: { day: '2025-06-01' },
    gives: 'weekend',
  },
  { about: 'literal braces', template: "{{ '{' + '{' }}", variables: {}, gives: '{{' },
];
