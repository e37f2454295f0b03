import { TextInput, type TextInputProps } from '@mantine/core';
import { useSearch } from './navigation.ts';

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  readonly label: string;
}

/** A search field, whose text is in the address. */
export function SearchField({ label, ...rest }: Props) {
  const [search, setSearch] = useSearch();
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      {...rest}
      value={search.get('q') ?? ''}
      onChange={(event) => setSearch({ q: event.currentTarget.value || null })}
    />
  );
}
