import { PAGE_OWNER } from './session.store.ts';
import { DRAFT } from './session.ts';

/*
 * Form drafts: input is kept in `sessionStorage` until it is submitted, across a reload or a new login. A draft belongs
 * to a user: another user who logs in on this device does not see it.
 */

type Field = HTMLInputElement | HTMLSelectElement;
const draftKey = (name: string, owner: string) => `${DRAFT}${owner}:${name}`;
const TOGGLES = ['radio', 'checkbox'];
const KEPT_TYPES = [
  ...['text', 'tel', 'email', 'search', 'url', 'number', 'textarea', 'select-one', 'hidden'],
  ...TOGGLES,
];
/** Fields with autocomplete disabled are not stored: a visible password is an ordinary text field. */
const SECRET = /^off$|password|one-time-code/;

const keptFields = (form: HTMLFormElement) =>
  ([...form.elements] as HTMLInputElement[]).filter(
    ({ type, name, autocomplete }) => KEPT_TYPES.includes(type) && name !== '' && !SECRET.test(autocomplete),
  );
const isToggle = ({ type }: Field) => TOGGLES.includes(type);
/** Buttons of a radio group share their name. */
const keptName = (field: Field) => (field.type === 'radio' ? `${field.name}=${field.value}` : field.name);

/** Whether a field differs from its initial value. A `select` has no `defaultValue`. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const initial = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
    return field.value !== (initial?.value ?? '');
  }
  return isToggle(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** Whether the form has input, e.g. from before hydration. */
export const isEdited = (form: HTMLFormElement): boolean => keptFields(form).some(isChanged);

/** @param owner id of the user, by default the one for whom the page was rendered */
export function keepDraft(name: string, form: HTMLFormElement, owner = PAGE_OWNER): void {
  const values = keptFields(form).map((field) => [
    keptName(field),
    isToggle(field) ? String(field.checked) : field.value,
  ]);
  sessionStorage.setItem(draftKey(name, owner), JSON.stringify(Object.fromEntries(values)));
}

/** Fills a form from its draft. @returns the draft; null: there is none */
export function restoreDraft(name: string, form: HTMLFormElement, owner = PAGE_OWNER): Record<string, string> | null {
  // A draft written before login is used too.
  const kept = sessionStorage.getItem(draftKey(name, owner)) ?? sessionStorage.getItem(draftKey(name, ''));
  if (!kept) return null;
  const values = JSON.parse(kept) as Record<string, string>;
  for (const field of keptFields(form)) {
    const value = values[keptName(field)];
    if (value === undefined || isChanged(field)) continue;
    if (isToggle(field)) field.checked = value === 'true';
    else field.value = value;
  }
  return values;
}

export function forgetDraft(name: string, owner = PAGE_OWNER): void {
  for (const each of [owner, '']) sessionStorage.removeItem(draftKey(name, each));
}
