import { useEffect, useEffectEvent } from 'react';

/** What a key of the exam screen does (docs in ShortcutsDialog.tsx). */
export type KeyAction =
  | { do: 'previous' | 'next' | 'goTo' | 'flag' | 'language' | 'note' | 'pad' | 'strike' | 'help' | 'cancel' }
  /** `index`: the option, from 0. */
  | { do: 'choose'; index: number };

const LETTERS = 'abcdefgh';
const ACTIONS: Record<string, Exclude<KeyAction, { do: 'choose' }>['do']> = {
  arrowleft: 'previous',
  p: 'previous',
  arrowright: 'next',
  n: 'next',
  j: 'goTo',
  m: 'flag',
  l: 'language',
  o: 'note',
  s: 'pad',
  x: 'strike',
  '?': 'help',
  escape: 'cancel',
};

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>;

/**
 * Returns what a key does.
 * @param place what has the focus: `typing` in a field for text, `radio` in a group that uses the arrow keys itself
 */
export function actionOf(pressed: Pressed, place: 'typing' | 'radio' | 'page'): KeyAction | null {
  const { key, ctrlKey, metaKey, altKey, isComposing } = pressed;
  if (place === 'typing' || ctrlKey || metaKey || altKey || isComposing) return null;
  const name = key.toLowerCase();
  if (place === 'radio' && name.startsWith('arrow')) return null;
  const index = name.length === 1 ? LETTERS.indexOf(name) : -1;
  if (index >= 0) return { do: 'choose', index };
  if (/^[1-9]$/.test(name)) return { do: 'choose', index: Number(name) - 1 };
  const action = ACTIONS[name];
  return action ? { do: action } : null;
}

/** Where a key was pressed; dialogs have keys of their own. */
export function placeOf(target: EventTarget | null): 'typing' | 'radio' | 'page' {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.closest('dialog, [role=dialog], textarea, select, audio') || target.isContentEditable) return 'typing';
  if (!(target instanceof HTMLInputElement)) return 'page';
  if (target.type === 'radio') return 'radio';
  return target.type === 'checkbox' ? 'page' : 'typing';
}

/** Calls `run` for the keys of the exam screen while `isOn`. */
export function useHallKeys(isOn: boolean, run: (action: KeyAction) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = event.defaultPrevented ? null : actionOf(event, placeOf(event.target));
    if (!action) return;
    // Without this the key would also be typed into the field that the action opens.
    if (action.do !== 'cancel') event.preventDefault();
    run(action);
  });
  useEffect(() => {
    if (!isOn) return;
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOn]);
}
