import { h } from '../view/dom.ts';

/** A question with two answers, where the visitor would write. */
export function ask(
  question: string,
  answers: { readonly yes: string; readonly no: string },
  decide: (isWanted: boolean) => void,
): HTMLElement {
  const buttonOf = (label: string, isWanted: boolean) => {
    const button = h('button', { type: 'button', class: isWanted ? 'yes' : 'no' }, label);
    button.addEventListener('click', () => decide(isWanted));
    return button;
  };
  return h(
    'div',
    { class: 'ask', role: 'alertdialog', 'aria-labelledby': 'question' },
    h('p', { id: 'question' }, question),
    buttonOf(answers.yes, true),
    buttonOf(answers.no, false),
  );
}
