import { join } from 'node:path';
import type { SimulatorFiles } from '../src/local/simulator/serve-page.ts';
import { bundlePage } from './bundle-page.ts';

/**
 * Makes the files of the simulator's page.
 * @throws Error that names what does not compile
 */
export function bundleSimulator(): Promise<SimulatorFiles> {
  return bundlePage(join(import.meta.dirname, '../src/local/simulator/page'));
}

/**
 * Makes the files of the page of the contact center's desk.
 * @throws Error that names what does not compile
 */
export function bundleDesk(): Promise<SimulatorFiles> {
  return bundlePage(join(import.meta.dirname, '../src/local/simulator/desk/page'));
}
