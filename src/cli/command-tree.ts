import type { Command } from 'commander';
import type { Io } from './io.ts';

/** Makes one command. */
export type CreateCommand = (io: Io) => Command;

/** Loads a command's file; only the one that is called is loaded, since each brings clients and the engine with it. */
type LoadCommand = () => Promise<CreateCommand>;

export interface CommandGroup {
  readonly about: string;
  readonly commands: Readonly<Record<string, LoadCommand>>;
}

const userChange = () => import('./commands/user-change.ts');
const setStatus = () => import('./commands/tenant-set-status.ts');

/** `gateway GROUP COMMAND`, in the order in which help lists them. */
export const commandGroups: Readonly<Record<string, CommandGroup>> = {
  tenant: {
    about: 'tenants: folders of files, applied',
    commands: {
      init: async () => (await import('./commands/tenant-init.ts')).tenantInit,
      apply: async () => (await import('./commands/tenant-apply.ts')).tenantApply,
      list: async () => (await import('./commands/tenant-list.ts')).tenantList,
      show: async () => (await import('./commands/tenant-show.ts')).tenantShow,
      suspend: async () => (await setStatus()).tenantSuspend,
      resume: async () => (await setStatus()).tenantResume,
      remove: async () => (await import('./commands/tenant-remove.ts')).tenantRemove,
    },
  },
  flow: {
    about: 'flows: check, rehearse, talk to, publish',
    commands: {
      init: async () => (await import('./commands/flow-init.ts')).flowInit,
      dev: async () => (await import('./commands/flow-dev.ts')).flowDev,
      validate: async () => (await import('./commands/flow-validate.ts')).flowValidate,
      test: async () => (await import('./commands/flow-test.ts')).flowTest,
      chat: async () => (await import('./commands/flow-chat.ts')).flowChat,
      publish: async () => (await import('./commands/flow-publish.ts')).flowPublish,
      rollback: async () => (await import('./commands/flow-rollback.ts')).flowRollback,
      list: async () => (await import('./commands/flow-list.ts')).flowList,
      show: async () => (await import('./commands/flow-show.ts')).flowShow,
      pull: async () => (await import('./commands/flow-pull.ts')).flowPull,
      diff: async () => (await import('./commands/flow-diff.ts')).flowDiff,
      replay: async () => (await import('./commands/flow-replay.ts')).flowReplay,
    },
  },
  widget: {
    about: 'widgets of web sites',
    commands: { list: async () => (await import('./commands/widget-list.ts')).widgetList },
  },
  conversation: {
    about: 'conversations: find them, and read their transcripts',
    commands: {
      list: async () => (await import('./commands/conversation-list.ts')).conversationList,
      show: async () => (await import('./commands/conversation-show.ts')).conversationShow,
      restart: async () => (await import('./commands/conversation-restart.ts')).conversationRestart,
    },
  },
  report: {
    about: 'what became of conversations, in figures',
    commands: {
      figures: async () => (await import('./commands/report-figures.ts')).reportFigures,
      refusals: async () => (await import('./commands/report-refusals.ts')).reportRefusals,
      steps: async () => (await import('./commands/report-steps.ts')).reportSteps,
      tenants: async () => (await import('./commands/report-tenants.ts')).reportTenants,
      versions: async () => (await import('./commands/report-versions.ts')).reportVersions,
    },
  },
  message: {
    about: 'what became of a message',
    commands: { why: async () => (await import('./commands/message-why.ts')).messageWhy },
  },
  visitor: {
    about: "people's data",
    commands: {
      export: async () => (await import('./commands/visitor-export.ts')).visitorExport,
      erase: async () => (await import('./commands/visitor-erase.ts')).visitorErase,
    },
  },
  logs: {
    about: 'what the functions log',
    commands: { tail: async () => (await import('./commands/logs-tail.ts')).logsTail },
  },
  dlq: {
    about: 'dead letters: messages that were given up',
    commands: {
      list: async () => (await import('./commands/dlq-list.ts')).dlqList,
      show: async () => (await import('./commands/dlq-show.ts')).dlqShow,
      redrive: async () => (await import('./commands/dlq-redrive.ts')).dlqRedrive,
      drop: async () => (await import('./commands/dlq-drop.ts')).dlqDrop,
    },
  },
  user: {
    about: 'users of the console',
    commands: {
      list: async () => (await import('./commands/user-list.ts')).userList,
      invite: async () => (await import('./commands/user-invite.ts')).userInvite,
      'set-role': async () => (await userChange()).userSetRole,
      disable: async () => (await userChange()).userDisable,
      enable: async () => (await userChange()).userEnable,
      'sign-out': async () => (await userChange()).userSignOut,
      reset: async () => (await userChange()).userReset,
      delete: async () => (await userChange()).userDelete,
      sync: async () => (await import('./commands/user-sync.ts')).userSync,
    },
  },
};

/** `gateway COMMAND`. */
export const singleCommands: Readonly<Record<string, LoadCommand>> = {
  preflight: async () => (await import('./commands/preflight.ts')).preflight,
  visit: async () => (await import('./commands/visit.ts')).visit,
  use: async () => (await import('./commands/use.ts')).use,
  completion: async () => (await import('./commands/completion.ts')).completion,
};

/** The commands that a call needs: the one it names, else those that its help lists. */
export function namedCommands<T>(
  commands: Readonly<Record<string, T>>,
  name: string | undefined,
): readonly T[] {
  const named = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  return named ? [named] : Object.values(commands);
}
