import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** Switches between light and dark; until it is used, the system's choice holds. */
export function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return (
    <Button variant="default" size="compact-sm" onClick={() => setColorScheme(other)}>
      {other === 'dark' ? 'Dark mode' : 'Light mode'}
    </Button>
  );
}
