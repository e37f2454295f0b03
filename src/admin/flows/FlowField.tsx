import { NativeSelect, type NativeSelectProps, Text } from '@mantine/core';
import { useAllFlows } from '../api/use-all-flows.ts';
import { PageLink } from '../app/PageLink.tsx';
import { Failure } from '../states/Failure.tsx';
import { useTexts } from '../texts/texts.ts';

/** A published flow, of those that the tenant has. */
export function FlowField({
  value,
  onSet,
  ...rest
}: Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> & {
  readonly value: string;
  readonly onSet: (flowId: string) => void;
}) {
  const texts = useTexts();
  const { flows, isRead, error, retry } = useAllFlows();
  const published = flows.filter(({ live }) => live.version !== null);
  const choices = published.map(({ id, title }) => ({ value: id, label: title ? `${title} (${id})` : id }));
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <>
      <NativeSelect
        {...rest}
        value={value}
        onChange={(event) => onSet(event.currentTarget.value)}
        data={isKnown ? choices : [{ value, label: value || '–' }, ...choices]}
      />
      {error && <Failure title={texts.states.failed(texts.flows.title)} error={error} onRetry={retry} />}
      {isRead && !error && choices.length === 0 && (
        <Text>
          {texts.flows.nonePublished} <PageLink path="flows">{texts.flows.title}</PageLink>
        </Text>
      )}
    </>
  );
}
