#!/usr/bin/env node
// Begins the installed command line; what V8 compiled is kept for the next command.
import module from 'node:module';

module.enableCompileCache?.();
await import('./gateway-installed.mjs');
