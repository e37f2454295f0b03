import { Badge, Group } from '@mantine/core';

/** The labels of a contact; a dash without any. */
export function Labels({ labels }: { readonly labels: readonly string[] }) {
  if (labels.length === 0) return '–';
  return (
    <Group gap={4} component="span" display="inline-flex">
      {labels.map((label) => (
        <Badge key={label} variant="default" tt="none">
          {label}
        </Badge>
      ))}
    </Group>
  );
}
