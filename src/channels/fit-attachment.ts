import { publicLink } from '../contract/public-address.ts';
import { type Attachment, attachment } from '../contract/vocabulary.ts';

type Fields = { readonly [K in keyof Attachment]: Attachment[K] | undefined };

/** The sender chooses the link, and agents open it. */
const fields = { ...attachment.shape, url: publicLink };

/** An attachment of what a provider sent; a field that is missing or that the contract can't hold is left out. */
export function fitAttachment(sent: Fields): Attachment {
  const fitting = Object.entries(fields).flatMap(([name, schema]) => {
    const value = schema.safeParse(Reflect.get(sent, name)).data;
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(fitting), type: sent.type };
}
