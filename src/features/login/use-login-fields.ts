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
 * Content of the fields of the login form. Each method has its own `<form>`: its input is kept when switching, and
 * phone and consent are shared. Kept in memory only, because it contains a password.
 * @returns `chosenByHand`: set when the user selects a tab, so that the focus stays there
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

/** Restores values from this browser without overwriting input from before hydration. */
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
