import type { ReactNode } from 'react';

/** A term of a description list, with its value. */
export function Term({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="quiet">{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
