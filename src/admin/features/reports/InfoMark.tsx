import { ActionIcon, Tooltip } from '@mantine/core';
import IconInfoCircle from '@tabler/icons-react/icons/IconInfoCircle';
import { useTranslation } from 'react-i18next';

interface Props {
  /** The figure's name. */
  readonly name: string;
  readonly how: string;
}

const events = { hover: true, focus: true, touch: true };

/** Explains in a tooltip how a figure is counted. */
export function InfoMark({ name, how }: Props) {
  const { t } = useTranslation('reports');
  return (
    <Tooltip label={how} multiline w={280} events={events}>
      <ActionIcon
        variant="transparent"
        color="gray"
        size="xs"
        className="info-mark"
        aria-label={`${t('frame.how')}: ${name}`}
      >
        <IconInfoCircle size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
