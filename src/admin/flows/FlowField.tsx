import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useAllFlows } from '../api/use-all-flows.ts';

/** A published flow, of those that the tenant has. */
export function FlowField({
  value,
  onSet,
  ...rest
}: Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> & {
  readonly value: string;
  readonly onSet: (flowId: string) => void;
}) {
  const published = useAllFlows().filter(({ live }) => live.version !== null);
  const choices = published.map(({ id, title }) => ({ value: id, label: title ? `${title} (${id})` : id }));
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <NativeSelect
      {...rest}
      value={value}
      onChange={(event) => onSet(event.currentTarget.value)}
      data={isKnown ? choices : [{ value, label: value || '–' }, ...choices]}
    />
  );
}
