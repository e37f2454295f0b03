import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';

/** Switches between light and dark; until it is used, the system's choice holds. */
export function ColorSchemeButton() {
  const { frame } = useTexts();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return (
    <Button variant="default" size="compact-sm" onClick={() => setColorScheme(other)}>
      {other === 'dark' ? frame.toDark : frame.toLight}
    </Button>
  );
}
