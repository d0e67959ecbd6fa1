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
   * @returns the page that it leads to, if any: the form stays busy until that page is there
   * @throws ApiError whose `fields` are shown at their fields and whose message is shown above the form
   */
  send: (values: FormData) => Promise<NextPage | void>;
  /** Message when the server cannot be reached and says nothing itself: `t('common:failedToLoad')`. */
  fallback: string;
  /** Name under which what is typed is kept until it is sent, through a reload or a new sign-in. Never passwords. */
  draft?: string;
  /** Id of the person whose draft it is, on pages that people in no enterprise open: `#session` does not name them. */
  draftOwner?: string;
  /** Called with a draft that was found, by field name: for state that depends on a field. */
  onRestore?: (kept: Record<string, string>) => void;
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
  /**
   * Shows an error at a field, e.g. of a call beside the form, and focuses it unless `focus` is false. An empty text takes
   * the error away.
   */
  showError: (name: string, text: string, focus?: boolean) => void;
  /** Shows this message above the form and no error at any field, e.g. while it waits for its turn, or none at all. */
  showAlert: (text: string) => void;
  /** Keeps the draft after a change that no `input` event reports, such as an upload. */
  keepDraft: () => void;
};

/** `focus`: names of fields of which the first is focused once the errors are drawn. */
type Outcome = { errors: FieldErrors; alert: string; focus?: string[] };
const NONE: Outcome = { errors: {}, alert: '' };

/**
 * A form that is sent by a call (design section 7): fields are uncontrolled, so that what was typed before hydration stays;
 * errors stand at their fields and the first one is focused; a second submit while one runs does nothing.
 */
export function useForm({ validate, send, fallback, draft, draftOwner, onRestore }: Options): Form {
  const ref = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [shown, setShown] = useState<Outcome>(NONE);
  // Not a part of the action: React holds back all actions of a page until each of them has ended.
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
    // What was typed before hydration caused no event here.
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
        // A second submit may come before the first is drawn as pending.
        if (running.current) return;
        running.current = true;
        // Not `action={…}`: React would empty the fields afterwards, also when the server refused them.
        const values = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
        startTransition(() => dispatch(values));
      },
      onInput: ({ target }) => {
        const { name } = target as HTMLInputElement;
        // An error goes as soon as its field is changed.
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

/** Errors of fields that the form has stand there; the message stands above the form when there is none. */
function refusal(error: ApiError, form: HTMLFormElement | null, fallback: string): Outcome {
  const errors = Object.fromEntries(Object.entries(error.fields).filter(([name]) => form?.elements.namedItem(name)));
  const wrong = Object.keys(errors);
  return { errors, alert: wrong.length > 0 ? '' : error.message || fallback, focus: wrong };
}

/** For `validate`: which of these fields are empty, with what is said at each. */
export function required(values: FormData, texts: Record<string, string>): FieldErrors {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !textOf(values, name).trim()));
}

/** What was typed into a field; empty when the form has no such field, or a box is not ticked. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

function focusFirst(form: HTMLFormElement | null, wrong: string[]): void {
  const first = [...(form?.elements ?? [])].find((element) => wrong.includes((element as HTMLInputElement).name));
  (first as HTMLElement | undefined)?.focus();
}
