import {
  type FormEvent,
  type RefObject,
  startTransition,
  useActionState,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { ApiError } from './api-error.ts';
import { forgetDraft, isEdited, keepDraft, restoreDraft } from './form-draft.ts';
import { leavePage, type NextPage } from './leave-page.ts';
import { useHydrated } from './use-live.ts';

/** Error messages by field name, in the language of the page. */
export type FieldErrors = Record<string, string>;

type Options = {
  /** Validation before sending, with the rules of `lib` that the contract shares. Empty: no errors. */
  validate?: (values: FormData) => FieldErrors;
  /**
   * Sends the form.
   * @param values of the fields and of the pressed button if it has a name
   * @returns the page to navigate to, if any: the form stays pending until it is loaded
   * @throws ApiError whose `fields` are shown at their fields and whose message is shown above the form
   */
  send: (values: FormData) => Promise<NextPage | void>;
  /** Message if the server cannot be reached: `t('common:operationFailed')`. */
  fallback: string;
  /** Name of the draft, which survives a reload or a new login until it is sent. Never contains passwords. */
  draft?: string;
  /** Id of the draft's owner, for pages that users without an enterprise can open: they are not in `#session`. */
  draftOwner?: string;
  /** Called with a restored draft, by field name: for state that depends on a field. */
  onRestore?: (kept: Record<string, string>) => void;
};

/** Result of `useForm`; `form` belongs on the `<form>`, `field(name)` on its fields. */
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
  /** Error that concerns no field; for `FormAlert`. */
  alert: string;
  isPending: boolean;
  /** For the submit button: enabled once the island is hydrated. */
  submit: { type: 'submit'; disabled: boolean; 'aria-disabled': boolean };
  /**
   * Shows an error at a field, e.g. of a call beside the form, and focuses it unless `focus` is false. An empty text
   * removes the error.
   */
  showError: (name: string, text: string, focus?: boolean) => void;
  /** Shows this message (or none) above the form and no field errors, e.g. while the request is queued. */
  showAlert: (text: string) => void;
  /** Saves the draft after a change without an `input` event, such as an upload. */
  keepDraft: () => void;
};

/** `focus`: names of fields, the first of which is focused after the errors are rendered. */
type Outcome = { errors: FieldErrors; alert: string; focus?: string[] };
const NONE: Outcome = { errors: {}, alert: '' };

/**
 * A form that is submitted by a call: fields are uncontrolled, so that input from before hydration is kept; errors are
 * shown at their fields and the first one is focused; a second submit during a submit is ignored.
 */
export function useForm({ validate, send, fallback, draft, draftOwner, onRestore }: Options): Form {
  const ref = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [shown, setShown] = useState<Outcome>(NONE);
  // Not part of the action: React delays all actions of a page until each of them has ended.
  const [isLeaving, setLeaving] = useState(false);
  const running = useRef(false);

  const [outcome, dispatch, isSending] = useActionState(
    async (_before: Outcome, values: FormData): Promise<Outcome> => {
      const errors = validate?.(values) ?? {};
      if (Object.keys(errors).length > 0) return { errors, alert: '', focus: Object.keys(errors) };
      try {
        const next = await send(values);
        if (draft) forgetDraft(draft, draftOwner);
        if (next) {
          setLeaving(true);
          void leavePage(next).then(() => setLeaving(false));
        }
        return { ...NONE };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return refusal(error, ref.current, fallback);
      }
    },
    NONE,
  );

  const isPending = isSending || isLeaving;

  useEffect(() => {
    setShown(outcome);
  }, [outcome]);
  useEffect(() => {
    if (!isPending) running.current = false;
  }, [isPending, outcome]);
  useEffect(() => {
    if (shown.focus) focusFirst(ref.current, shown.focus);
  }, [shown]);
  const keep = () => {
    if (draft && ref.current) keepDraft(draft, ref.current, draftOwner);
  };
  const restore = useEffectEvent(() => {
    if (!draft || !ref.current) return;
    const kept = restoreDraft(draft, ref.current, draftOwner);
    if (kept) onRestore?.(kept);
    // Input before hydration caused no event here.
    else if (isEdited(ref.current)) keep();
  });
  useEffect(() => restore(), []);

  return {
    form: {
      ref,
      noValidate: true,
      'aria-busy': isPending,
      onSubmit: (event) => {
        event.preventDefault();
        // A second submit may arrive before the pending state is rendered.
        if (running.current) return;
        running.current = true;
        // Not `action={…}`: React would reset the fields afterwards, even if the server rejected them.
        const values = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
        startTransition(() => dispatch(values));
      },
      onInput: ({ target }) => {
        const { name } = target as HTMLInputElement;
        // An error is removed when its field changes.
        setShown(({ errors: { [name]: _, ...errors }, alert }) => ({ errors, alert }));
        keep();
      },
    },
    field: (name) => ({ name, error: shown.errors[name] }),
    alert: shown.alert,
    isPending,
    submit: { type: 'submit', disabled: !hydrated, 'aria-disabled': isPending },
    showError: (name, text, focus = true) =>
      setShown(({ errors, alert }) => ({
        errors: { ...errors, [name]: text },
        alert,
        focus: text && focus ? [name] : undefined,
      })),
    showAlert: (text) => setShown({ errors: {}, alert: text }),
    keepDraft: keep,
  };
}

/** Errors of existing fields are shown at the fields; without any, the message is shown above the form. */
function refusal(error: ApiError, form: HTMLFormElement | null, fallback: string): Outcome {
  const errors = Object.fromEntries(
    Object.entries(error.fields).flatMap(([name, text]) => {
      const field = fieldOf(form, name);
      return field ? [[field, text]] : [];
    }),
  );
  const wrong = Object.keys(errors);
  return { errors, alert: wrong.length > 0 ? '' : error.message || fallback, focus: wrong };
}

/**
 * Name of the field at which an error is shown; null: none. A text that is missing in all languages may have no field in the one that the error
 * names, because the enterprise does not offer it.
 */
export function fieldOf(form: HTMLFormElement | null, name: string): string | null {
  const other = name.replace(/\.zh$/, '.en');
  return [name, other].find((each) => form?.elements.namedItem(each)) ?? null;
}

/** For `validate`: errors for those of the given fields that are empty. */
export function required(values: FormData, texts: Record<string, string>): FieldErrors {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !textOf(values, name).trim()));
}

/** Value of a field; empty if the form has no such field or a checkbox is not checked. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

/** Focuses the first field with one of these names, or the first control of a `<fieldset>` that cannot be focused itself. */
export function focusFirst(form: HTMLFormElement | null, wrong: string[]): void {
  const first = [...(form?.elements ?? [])].find((element) => wrong.includes((element as HTMLInputElement).name));
  const isGroup = first?.matches('fieldset:not([tabindex])');
  const control = isGroup ? first!.querySelector('input, select, textarea, button') : first;
  (control as HTMLElement | null | undefined)?.focus();
}
