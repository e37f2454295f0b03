import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { tabStorage } from '../../browser/storage.ts';
import { useKeptKey } from './kept-state.ts';

const keptValues = z.record(z.string(), z.union([z.string(), z.boolean()]));
type Values = z.infer<typeof keptValues>;

interface Options<Fields extends Values> {
  readonly initialValues: Fields;
  /** The schema of the request. */
  readonly schema: z.ZodMiniType;
  readonly toBody: (values: Fields) => unknown;
}

/**
 * A form whose rules are the schema of what it sends, and whose values the tab keeps until it is sent or given up: a session
 * that ends and a reload lose nothing.
 */
export function useKeptForm<Fields extends Values>(
  name: string,
  { initialValues, schema, toBody }: Options<Fields>,
) {
  const { t } = useTranslation('common');
  const key = useKeptKey(name);
  const [first] = useState(() => ({ ...initialValues, ...readValues(tabStorage.getItem(key)) }));
  const form = useForm<Fields>({
    initialValues: first,
    onValuesChange: (values) => tabStorage.setItem(key, JSON.stringify(values)),
    validate: (values) => {
      const errors = schemaResolver(schema, { sync: true })(toBody(values));
      // The small build of the schema library has no words of its own; a field may stand for a list or a map.
      return Object.fromEntries(Object.keys(errors).map((path) => [path.split('.')[0], t('invalidField')]));
    },
  });
  return { ...form, forget: () => tabStorage.removeItem(key) };
}

/** Input in the format of an earlier release is ignored. */
function readValues(text: string | null): Values {
  try {
    return z.parse(keptValues, JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
