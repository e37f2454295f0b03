import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/**
 * What the engine says of a flow, by the code that the catalogs have it under. The engine, the API and the command line
 * speak English; a test holds the English catalog against their very words.
 */
const messages = {
  deadEnd: /^not connected: a step of this kind needs a next step$/,
  unreachable: /^no connection leads to this step$/,
  noStep: /^there is no step (?<id>\S+)$/,
  noFlow: /^there is no flow (?<id>\S+)$/,
  noQueue: /^there is no queue (?<id>\S+); the tenant has (?<known>.+)$/,
  noVariable: /^there is no variable (?<id>\S+)$/,
  noFunction: /^there is no function (?<id>\S+)$/,
  noSecret: /^there is no secret (?<id>\S+) in "flow_secrets" of tenant\.json$/,
  secretElsewhere:
    /^the secret (?<id>\S+) is not meant for (?<host>\S+): "flow_secrets" of tenant\.json says where it may be sent$/,
  circle: /^circle without a question: (?<steps>.+)$/,
  noReminderTime: /^is never said: remindAfterMinutes is missing$/,
  noSilenceTime: /^is never taken: silenceAfterMinutes is missing$/,
  noSilencePath: /^not connected: onSilence is missing$/,
  choiceWithoutChoices: /^a choice is asked for, but there are no choices$/,
  noChoices: /^there are no choices$/,
  emptyValue: /^the value is empty$/,
  sameValue: /^the value (?<id>.+) is there already$/,
  ruleOfAnother: /^says nothing of an answer of type (?<id>\S+)$/,
  aboveMost: /^is greater than (?<id>max|maxLength)$/,
  noPattern: /^a pattern is asked for, but there is none$/,
  noPair: /^does nothing without (?<id>\S+)$/,
  badAddress: /^must be an address that begins with https:\/\/ or http:\/\/$/,
  openHost: /^must begin with https:\/\/ and a host, written out$/,
  bodyOfGet: /^a GET has no body$/,
  notSaved: /^the answer is not saved: set saveAs$/,
  notUsed: /^the answer is neither sent nor saved: set send or saveAs$/,
  sentJson: /^an answer with output is JSON: save it, and send a message made of it$/,
  notHttp: /^is a step of kind (?<id>\S+): a tool is an http step$/,
  sameTool: /^is a tool already$/,
  reserved: /^the variable name (?<id>\S+) is reserved$/,
  sameWord: /^(?<id>.+) is a trigger already$/,
  missing: /^is missing$/,
  empty: /^is empty$/,
  mustNotBeEmpty: /^must not be empty$/,
  tooLong: /^must have at most (?<most>\d+) characters$/,
  operator: /^"(?<id>\S+)" can't be used between (?<left>.+) and (?<right>.+)$/,
  unclosedText: /^a text in quotes is not closed$/,
  unfinished: /^something is missing at the end, column (?<column>\d+)$/,
  unscripted: /^no test reaches this step$/,
  slow: /^the turn may take (?<seconds>[\d.]+) s \((?<steps>.+)\): a visitor gets a 202 after (?<late>[\d.]+) s and the reply by long-poll$/,
  notWritten: /^is not written in (?<missing>.+): who speaks that reads it in (?<written>\S+)$/,
  labelCut: /^is longer than the (?<most>\d+) characters of a button: (?<id>.+) cuts it$/,
  labelListed:
    /^is longer than the (?<most>\d+) characters of a button: (?<id>.+) shows a list instead of buttons$/,
  windowClosed: /^WhatsApp takes nothing more 24 hours after the visitor's last message$/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** A message of the engine in the user's language; one that is not known here stays in English. */
export function engineText(message: string, t: TFunction<'flows'>): string {
  const [, said = message, word] = /^(.+); did you mean "(.+)"\?$/.exec(message) ?? [];
  for (const [code, pattern] of Object.entries(messages)) {
    const found = pattern.exec(said);
    if (!found) continue;
    const text = t(`engine.${code as 'noStep'}`, { id: '', ...found.groups });
    return word === undefined ? text : t('engine.meant', { text, word });
  }
  return message;
}

/** Puts the engine's messages in the user's language. */
export function useEngineText(): (message: string) => string {
  const { t } = useTranslation('flows');
  return (message) => engineText(message, t);
}
