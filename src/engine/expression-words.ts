import { nearest } from '../contract/in-words.ts';
import { libraryFunctions } from './cost/library-functions.ts';
import { flowFunctions, nameOf } from './functions.ts';

/** The library's words for what authors do most. */
export function inAuthorsWords(message: string, variables: readonly string[]): string {
  const [, name] = /^Unknown variable: (\S+)/.exec(message) ?? [];
  if (name !== undefined) return `there is no variable ${name}${meant(name, variables)}`;
  const [, left = '', operator, right = ''] = /^no such overload: (\S+) (\S+) (\S+)$/.exec(message) ?? [];
  if (operator !== undefined)
    return `"${operator}" can't be used between ${inWords(left)} and ${inWords(right)}`;
  const [, receiver, called, given = ''] =
    /^found no matching overload for '(?:(.*)\.)?(\w+)\((.*)\)'$/.exec(message) ?? [];
  return called === undefined ? message : ofCall(called, receiver, given);
}

/** A function that there is not, or one that is given what it can't take. */
function ofCall(name: string, receiver: string | undefined, given: string): string {
  const known = [
    ...Object.keys(libraryFunctions),
    ...flowFunctions.map(({ signature }) => nameOf(signature)),
  ];
  if (!known.includes(name)) return `there is no function ${name}${meant(name, known)}`;
  const types = [...(receiver === undefined ? [] : [receiver]), ...given.split(/, (?![^<]*>)/)].filter(
    Boolean,
  );
  return types.length === 0
    ? `${name}() is given nothing`
    : `${name} can't be used with ${types.map(inWords).join(' and ')}`;
}

function meant(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

const typeWords: Readonly<Record<string, string>> = {
  int: 'a number',
  double: 'a number',
  string: 'a text',
  bool: 'true or false',
  null: 'nothing',
  dyn: 'this',
};

const inWords = (type: string) =>
  typeWords[type] ?? (type.startsWith('list') ? 'a list' : type.startsWith('map') ? 'an object' : type);

/** Signs as the library's parser calls them. */
const signs: Readonly<Record<string, string>> = {
  ...{ EQ: '==', NE: '!=', LT: '<', LE: '<=', GT: '>', GE: '>=', AND: '&&', OR: '||', NOT: '!' },
  ...{ PLUS: '+', MINUS: '-', MULTIPLY: '*', DIVIDE: '/', MODULO: '%', QUESTION: '?', COLON: ':' },
  ...{ LPAREN: '(', RPAREN: ')', LBRACKET: '[', RBRACKET: ']', LBRACE: '{', RBRACE: '}' },
  ...{ DOT: '.', COMMA: ',', ASSIGN: '=' },
};

/** What stopped reading an expression. */
export function inReadersWords(message: string): string {
  const [, wanted, got] = /^Expected (\w+), got (\w+)$/.exec(message) ?? [];
  if (wanted !== undefined && wanted in signs) return `"${signs[wanted]}" is missing`;
  const [, sign = got] = /^Unexpected token: (\w+)$/.exec(message) ?? [];
  if (sign !== undefined && sign in signs) return `"${signs[sign]}" is not expected here`;
  return message === 'Unterminated string' ? 'a text in quotes is not closed' : message;
}
