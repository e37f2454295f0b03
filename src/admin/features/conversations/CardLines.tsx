import type { Card } from '../../../contract/vocabulary.ts';
import { RichText } from './RichText.tsx';

/** The cards of a message as lines: pictures of other origins are none of the console's to show. */
export function CardLines({ cards }: { readonly cards: readonly Card[] | undefined }) {
  if (!cards || cards.length === 0) return null;
  return (
    <ul className="card-lines">
      {cards.map(({ title, text, markdown = text, image, imageText, buttons = [] }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was said never changes its order.
        <li key={n}>
          <strong>
            <bdi>{title}</bdi>
          </strong>
          {markdown !== undefined && <RichText text={markdown} />}
          <p className="said quiet">
            {image !== undefined && (
              <a href={image} target="_blank" rel="noopener noreferrer" className="page-link">
                {imageText ?? title} ↗
              </a>
            )}
            {buttons.map(({ label, url }) =>
              url === undefined ? (
                <span key={label} className="card-button">
                  <bdi>{label}</bdi>
                </span>
              ) : (
                <a
                  key={label}
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="card-button page-link"
                >
                  <bdi>{label}</bdi>
                </a>
              ),
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
