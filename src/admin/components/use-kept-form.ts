import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { tabStorage } from '../../browser/storage.ts';
import { useIdempotencyKey } from '../api/use-write.ts';
import { useKeptKey } from './kept-state.ts';
import { readKept } from './use-device-text.ts';

const keptValues = z.record(z.string(), z.unknown());
type Values = z.infer<typeof keptValues>;

interface Options<Fields extends Values, Body> {
  readonly initialValues: Fields;
  /** The schema of the request. */
  readonly schema: z.ZodMiniType;
  readonly toBody: (values: Fields) => Body;
  /** Whether errors appear while the user types, not only when the form is sent. */
  readonly isLive?: boolean;
}

/**
 * A form whose rules are the schema of what it sends, and whose values the tab keeps until it is sent or given up: a session
 * that ends and a reload lose nothing.
 */
export function useKeptForm<Fields extends Values, Body = unknown>(
  name: string,
  { initialValues, schema, toBody, isLive = false }: Options<Fields, Body>,
) {
  const { t } = useTranslation('common');
  const key = useKeptKey(name);
  const [first] = useState(() => ({
    ...initialValues,
    ...readKept(keptValues, tabStorage.getItem(key), {}),
  }));
  const validate = (values: Fields) => {
    const errors = schemaResolver(schema, { sync: true })(toBody(values));
    // The small build of zod has no messages. An error in a list or map is shown at its field.
    const paths = Object.keys(errors).flatMap((path) => prefixesOf(path.split('.')));
    return Object.fromEntries(paths.map((path) => [path, t('invalidField')]));
  };
  const [initialErrors] = useState(() => (isLive ? validate(first) : {}));
  const form = useForm<Fields>({
    ...{ initialValues: first, initialErrors, validateInputOnChange: isLive },
    onValuesChange: (values) => tabStorage.setItem(key, JSON.stringify(values)),
    validate,
  });
  const forget = () => tabStorage.removeItem(key);
  /** Empties the form. */
  const discard = () => {
    form.setInitialValues(initialValues);
    form.reset();
    forget();
  };
  const body = toBody(form.values);
  return { ...form, body, idempotencyKey: useIdempotencyKey(body), forget, discard };
}

const prefixesOf = (parts: readonly string[]) => parts.map((_, n) => parts.slice(0, n + 1).join('.'));
