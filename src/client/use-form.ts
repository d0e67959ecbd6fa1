import { type FormEvent, type RefObject, startTransition, useActionState, useEffect, useRef, useState } from 'react';
import { ApiError } from './api-error.ts';
import { PAGE_OWNER } from './session.store.ts';
import { DRAFT } from './session.ts';
import { useHydrated } from './use-live.ts';

/** What is wrong, by field name, in the language of the page. */
export type FieldErrors = Record<string, string>;

type Options = {
  /**
   * What is wrong before anything is sent: rules of `lib` that the contract shares. Empty: nothing.
   */
  validate?: (values: FormData) => FieldErrors;
  /**
   * Sends the form.
   * @param values of the fields, and of the button that was pressed when it has a name
   * @throws ApiError whose `fields` are shown at their fields and whose message is shown above the form
   */
  send: (values: FormData) => Promise<void>;
  /** Message when the server cannot be reached and says nothing itself: `t('common:failedToLoad')`. */
  fallback: string;
  /** Name under which what is typed is kept until it is sent, through a reload or a new sign-in. Never passwords. */
  draft?: string;
};

/** What `useForm` gives a component; `form` belongs on the `<form>`, `field(name)` on its fields. */
export type Form = {
  form: {
    ref: RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
    noValidate: true;
    'aria-busy': boolean;
  };
  /** `<FormField {...field('phone')} label=… />` */
  field: (name: string) => { name: string; error: string | undefined };
  /** What is wrong and concerns no field; for `FormAlert`. */
  alert: string;
  isPending: boolean;
  /** For the submit button: it works once the island is hydrated. */
  submit: { type: 'submit'; disabled: boolean; 'aria-disabled': boolean };
  /** Shows an error at a field, e.g. of a call beside the form. */
  showError: (name: string, text: string) => void;
};

type Outcome = { errors: FieldErrors; alert: string };
const NONE: Outcome = { errors: {}, alert: '' };

/**
 * A form that is sent by a call (design section 7): fields are uncontrolled, so that what was typed before hydration stays;
 * errors stand at their fields and the first one is focused; a second submit while one runs does nothing.
 */
export function useForm({ validate, send, fallback, draft }: Options): Form {
  const ref = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [shown, setShown] = useState<Outcome>(NONE);
  const submitted = useRef(false);

  const [outcome, dispatch, isPending] = useActionState(async (_before: Outcome, values: FormData) => {
    const errors = validate?.(values) ?? {};
    if (Object.keys(errors).length > 0) return { errors, alert: '' };
    try {
      await send(values);
      if (draft) forgetDraft(draft);
      return { ...NONE };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return refusal(error, ref.current, fallback);
    }
  }, NONE);

  useEffect(() => {
    setShown(outcome);
  }, [outcome]);
  useEffect(() => {
    if (!submitted.current || isPending) return;
    submitted.current = false;
    focusFirst(ref.current, Object.keys(outcome.errors));
  }, [shown, isPending, outcome]);
  useEffect(() => {
    if (draft && ref.current) restoreDraft(draft, ref.current);
  }, [draft]);

  return {
    form: {
      ref,
      noValidate: true,
      'aria-busy': isPending,
      onSubmit: (event) => {
        event.preventDefault();
        if (isPending) return;
        submitted.current = true;
        // Not `action={…}`: React would empty the fields afterwards, also when the server refused them.
        const values = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
        startTransition(() => dispatch(values));
      },
      onInput: ({ target }) => {
        const { name } = target as HTMLInputElement;
        // An error goes as soon as its field is changed.
        setShown(({ errors: { [name]: _, ...errors }, alert }) => ({ errors, alert }));
        if (draft && ref.current) keepDraft(draft, ref.current);
      },
    },
    field: (name) => ({ name, error: shown.errors[name] }),
    alert: shown.alert,
    isPending,
    submit: { type: 'submit', disabled: !hydrated, 'aria-disabled': isPending },
    showError: (name, text) => {
      setShown(({ errors, alert }) => ({ errors: { ...errors, [name]: text }, alert }));
      focusFirst(ref.current, [name]);
    },
  };
}

/** Errors of fields that the form has stand there; the message stands above the form when there is none. */
function refusal(error: ApiError, form: HTMLFormElement | null, fallback: string): Outcome {
  const errors = Object.fromEntries(Object.entries(error.fields).filter(([name]) => form?.elements.namedItem(name)));
  return { errors, alert: Object.keys(errors).length > 0 ? '' : error.message || fallback };
}

function focusFirst(form: HTMLFormElement | null, wrong: string[]): void {
  const first = [...(form?.elements ?? [])].find((element) => wrong.includes((element as HTMLInputElement).name));
  (first as HTMLElement | undefined)?.focus();
}

/** Drafts belong to a person: somebody else who signs in on this device does not find them. */
const draftKey = (name: string, owner = PAGE_OWNER) => `${DRAFT}${owner}:${name}`;
const KEPT_TYPES = ['text', 'tel', 'email', 'search', 'url', 'number', 'textarea', 'select-one'];
const keptFields = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is HTMLInputElement =>
      KEPT_TYPES.includes((element as HTMLInputElement).type) && (element as HTMLInputElement).name !== '',
  );

function keepDraft(name: string, form: HTMLFormElement): void {
  const values = Object.fromEntries(keptFields(form).map((field) => [field.name, field.value]));
  sessionStorage.setItem(draftKey(name), JSON.stringify(values));
}

function restoreDraft(name: string, form: HTMLFormElement): void {
  // What a visitor typed before signing in is theirs too.
  const kept = sessionStorage.getItem(draftKey(name)) ?? sessionStorage.getItem(draftKey(name, ''));
  if (!kept) return;
  const values = JSON.parse(kept) as Record<string, string>;
  for (const field of keptFields(form)) {
    const value = values[field.name];
    if (value !== undefined && field.value === field.defaultValue) field.value = value;
  }
}

function forgetDraft(name: string): void {
  for (const owner of [PAGE_OWNER, '']) sessionStorage.removeItem(draftKey(name, owner));
}
