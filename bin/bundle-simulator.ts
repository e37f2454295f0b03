import { join } from 'node:path';
import type { PageFiles } from '../src/local/pages/live-page.ts';
import { bundlePage } from './bundle-page.ts';

/**
 * Makes the files of the simulator's page.
 * @throws Error that names what does not compile
 */
export function bundleSimulator(): Promise<PageFiles> {
  return bundlePage(join(import.meta.dirname, '../src/local/simulator/page'));
}

/**
 * Makes the files of the page of the contact center's desk.
 * @throws Error that names what does not compile
 */
export function bundleDesk(): Promise<PageFiles> {
  return bundlePage(join(import.meta.dirname, '../src/local/simulator/desk/page'));
}
