declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface Options {
    readonly path?: string;
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
    readonly updateTableMs?: number;
  }

  function dynalite(options: Options): Server;
  export = dynalite;
}
