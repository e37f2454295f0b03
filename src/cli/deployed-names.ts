/** Names of a deployment's resources, as the stacks in `lib` make them from its prefix. */
export function deployedNames(prefix: string) {
  return {
    tablePrefix: prefix,
    secretPrefix: `${prefix}tenant/`,
    idSecret: `${prefix}id-secret`,
    userPool: `${prefix}users`,
    chores: `${prefix}chores`,
    queues: {
      turns: { queue: `${prefix}turns.fifo`, deadLetters: `${prefix}turns-dead.fifo` },
      continuations: {
        queue: `${prefix}continuations.fifo`,
        deadLetters: `${prefix}continuations-dead.fifo`,
      },
      outbound: { queue: `${prefix}outbound.fifo`, deadLetters: `${prefix}outbound-dead.fifo` },
    },
  } as const;
}
