import { bundleDesk, bundleSimulator } from '../../bin/bundle-page.ts';
import { centerPages } from '../../src/local/simulator/center/center-pages.ts';
import { simulatorPages } from '../../src/local/simulator/serve-page.ts';
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../src/local/simulator/start-simulator.ts';
import { startTestStack, type TestStack, type TestStackOptions } from './start-stack.ts';

export interface Simulated {
  readonly stack: TestStack;
  readonly simulator: Simulator;
  stop(): Promise<void>;
}

/** The whole stack with its providers simulated, and their page. */
export async function startSimulated(
  simulatorOptions: SimulatorOptions = {},
  stackOptions: TestStackOptions = {},
): Promise<Simulated> {
  const simulator = await startSimulator({
    retryAfterMs: () => 20,
    retryAfterS: 0,
    lateMs: 50,
    ...simulatorOptions,
  });
  const stack = await startTestStack({
    providerUrl: simulator.url,
    pages: { ...simulatorPages(simulator, bundleSimulator), ...centerPages(simulator.center, bundleDesk) },
    ...stackOptions,
  });
  simulator.connect(stack);
  return {
    stack,
    simulator,
    async stop() {
      await simulator.stop();
      await stack.stop();
    },
  };
}
