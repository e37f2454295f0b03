import { type Attachment, attachment } from '../contract/vocabulary.ts';

type Fields = { readonly [K in keyof Attachment]: Attachment[K] | undefined };

/** An attachment of what a provider sent; a field that is missing or that the contract can't hold is left out. */
export function fitAttachment(fields: Fields): Attachment {
  const fitting = Object.entries(attachment.shape).flatMap(([name, schema]) => {
    const value = Reflect.get(fields, name);
    return value !== undefined && schema.safeParse(value).success ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(fitting), type: fields.type };
}
