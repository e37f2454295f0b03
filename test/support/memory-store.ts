import { openStore } from '../../src/widget/store.ts';

/** A widget's store in memory, as on a browser that keeps nothing. */
export function memoryStore() {
  return openStore('test:', () => {
    throw new Error('storage is switched off');
  });
}
