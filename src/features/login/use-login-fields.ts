import { type RefObject, useEffect, useRef } from 'react';
import { type Agreement, wereAgreed } from './agreed-versions.ts';
import { focusFirstEmpty } from './focus-first-empty.ts';
import { keptPhone } from './kept-phone.ts';
import type { LoginMethod } from './MethodTabs.tsx';

type Options = {
  form: RefObject<HTMLFormElement | null>;
  method: LoginMethod;
  focus: boolean;
  agreements: Agreement[];
};
type Typed = Record<string, string | boolean>;

/**
 * Content of the fields of the login form. Each method has a `<form>` of its own: what was typed into one is there when it
 * is chosen again, and the phone and the consent go over to the other. Kept in memory alone, because a password is among it.
 * @returns `chosenByHand`: set it when a person chooses a tab, so that the focus stays there
 */
export function useLoginFields({ form, method, focus, agreements }: Options): { chosenByHand: RefObject<boolean> } {
  const typed = useRef<Typed>(null);
  const chosenByHand = useRef(false);
  useEffect(() => {
    const inputs = inputsOf(form.current!);
    if (typed.current) fill(inputs, typed.current);
    else startWith(inputs, wereAgreed(agreements));
    if (focus && !chosenByHand.current) focusFirstEmpty(form.current!);
    return () => {
      typed.current = { ...typed.current, ...contentOf(inputs) };
    };
  }, [form, method, focus, agreements]);
  return { chosenByHand };
}

const inputsOf = (form: HTMLFormElement) => [...form.elements].filter((element) => element instanceof HTMLInputElement);

/** What this browser knows from before; nothing that somebody typed before hydration is overwritten. */
function startWith(inputs: HTMLInputElement[], agreed: boolean): void {
  for (const input of inputs) {
    if (input.name === 'phone') input.value ||= keptPhone();
    if (input.name === 'agreed') input.checked ||= agreed;
  }
}

function fill(inputs: HTMLInputElement[], typed: Typed): void {
  for (const input of inputs) {
    const content = typed[input.name];
    if (typeof content === 'boolean') input.checked = content;
    else if (content) input.value = content;
  }
}

function contentOf(inputs: HTMLInputElement[]): Typed {
  return Object.fromEntries(
    inputs.map(({ name, type, value, checked }) => [name, type === 'checkbox' ? checked : value]),
  );
}
