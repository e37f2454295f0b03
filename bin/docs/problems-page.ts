import { problems } from '../../src/reference/problems.ts';
import { layOut, sentence } from './layout.ts';

/** Every code of a problem, at the address that its `type` names. @see RFC 9457, section 3.1.1 */
export function problemsPage(): string {
  const entries = Object.entries(problems)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([code, [statuses, meaning]]) =>
        `<section id="${code}"><h2><a href="#${code}"><code>${code}</code></a> <span class="status">${statuses.join(', ')}</span></h2>
<p>${sentence(meaning)}</p></section>`,
    );
  return layOut({
    title: 'Problems',
    main: `<h1>Problems</h1>
<p>A request that is refused is answered with <code>application/problem+json</code>: <code>type</code> is the address of an entry on this
page, <code>code</code> its name, which programs may compare, <code>detail</code> says what is wrong with this very request,
<code>errors</code> which of its fields, and <code>correlationId</code> finds it in the logs. A status of 500 or above, 429 and 409
<code>request_in_progress</code> go away: repeat the request with the same idempotency key, after <code>Retry-After</code> where there is
one. Every other one stays until the request is changed.</p>
${entries.join('\n')}`,
  });
}
