import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '#src/client/api-error.ts';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { useAction } from '#src/client/use-action.ts';
import { fieldOf, focusFirst } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { useLocalDraft } from '#src/features/editor/use-local-draft.ts';
import { useT } from '#src/i18n/island.tsx';
import { isSameJson } from './same-json.ts';

/** Values as they are stored; without a revision nothing is stored yet. */
export type Version<V> = { values: V; revision?: number };
/** What was typed, on top of `base`, while somebody else has stored `theirs`. */
export type Conflict<V> = { base: Version<V>; mine: V; theirs: Version<V> };
type Kept<V> = Omit<Conflict<V>, 'theirs'>;

type Options<V, S> = {
  stored: Version<V>;
  /**
   * Stores the values on top of a revision. @returns what is stored now
   * @throws ApiError 422, whose `fields` are paths of values (`sections.0.score`); 409 when there is a newer revision
   */
  save: (values: V, revision: number | undefined) => Promise<S>;
  /** Called after each save, when nothing of it is unsaved any more. */
  onSaved: (saved: S) => void;
  /** Reads what is stored now, after a 409. */
  reread?: () => Promise<Version<V>>;
  /** Changes are stored by themselves, this time after the last one, ms; what is typed stays as it is. Without it they are stored on request. */
  autosave?: number;
  /** Name under which unsaved changes are kept on this device, with the id of what is edited. */
  draft: string;
};

export type Editor<V extends FieldValues> = {
  form: UseFormReturn<V>;
  /** For the `<form>`. */
  props: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    'aria-busy': boolean;
    onSubmit: (event: FormEvent) => void;
  };
  /** The form can be used: it is hydrated, and what this device had kept has been read. */
  isReady: boolean;
  isPending: boolean;
  /** Stores what is unsaved. @returns whether all of it is stored now */
  flush: () => Promise<boolean>;
  /** Shows errors of another call with what is typed, at their fields. */
  refuse: (error: ApiError) => void;
  /** The last save by itself has failed, and will be repeated. */
  hasFailed: boolean;
  /** Errors that concern no field that is shown. */
  alert: string;
  showAlert: (text: string) => void;
  isUnsaved: boolean;
  /** Unsaved changes are stored on this device. */
  isKept: boolean;
  /** When the unsaved changes were typed that this device had kept from an earlier visit; ms. */
  restoredAt: number | null;
  /** Goes back to what is stored. */
  discard: () => void;
  conflict: Conflict<V> | null;
  /** Goes on with these values, on top of the version of the others. */
  resolve: (values: V) => void;
  /** Shows another stored version in the place of what is typed: a command has changed it. */
  replace: (version: Version<V>) => void;
  /** A command beside the form, like publishing, has raised the revision. */
  raise: (revision: number) => void;
};

/** Time until a save by itself that has failed is repeated, ms. */
const RETRY_MS = 5_000;

/**
 * A large form that changes what is stored: errors of the server at nested fields, unsaved changes that survive a reload, and
 * changes of others, which are never overwritten.
 */
export function useEditor<V extends FieldValues, S extends Version<V>>({
  stored,
  save,
  onSaved,
  reread,
  draft,
  autosave,
}: Options<V, S>): Editor<V> {
  const t = useT();
  const isHydrated = useHydrated();
  const { restored, isKept, keep, forget } = useLocalDraft<Kept<V>>(PAGE_OWNER, draft);
  const form = useForm<V>({ mode: 'onChange', defaultValues: stored.values as DefaultValues<V> });
  const { isDirty } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  /** What the form is based on, and the newest version that is known to be stored. */
  const base = useRef(stored);
  const newest = useRef(stored);
  /** What this device had kept is read: from now on changes replace it. */
  const isOpen = useRef(false);
  const [alert, setAlert] = useState('');
  const [wrong, setWrong] = useState<string[]>([]);
  const [restoredAt, setRestoredAt] = useState<number | null>(null);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);

  const [hasFailed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saveNow = useRef<() => void>(() => undefined);
  const saveLater = (pause: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => saveNow.current(), pause);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const note = () => {
    if (!isOpen.current) return;
    if (autosave !== undefined && !isSameJson(form.getValues(), base.current.values)) saveLater(autosave);
    const mine = form.getValues();
    if (isSameJson(mine, base.current.values)) void forget();
    else keep({ mine, base: base.current });
  };
  const show = (version: Version<V>, values = version.values) => {
    base.current = version;
    // In this order: what is kept is never removed in between.
    form.reset(values);
    form.resetDefaultValues(version.values);
  };

  const takeUp = useEffectEvent(() => {
    if (restored === undefined) return;
    isOpen.current = true;
    // Also what was typed between this render and its effects.
    if (!restored) return note();
    const { mine, base: before } = restored.value;
    // A newer release of the portal may have more fields.
    const values = { ...stored.values, ...mine };
    if (isSameJson(values, stored.values)) return void forget();
    show({ ...before, values: { ...stored.values, ...before.values } }, values);
    setRestoredAt(restored.savedAt);
    if (autosave !== undefined) saveLater(autosave);
  });
  useEffect(() => takeUp(), [restored]);

  const onValues = useEffectEvent(note);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => onValues() }), [form]);

  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!isSameJson(form.getValues(), base.current.values)) event.preventDefault();
  });
  useEffect(() => {
    if (!isDirty) return;
    // Not always: a page with such a listener is not kept for "back" by some browsers.
    const onLeave = (event: BeforeUnloadEvent) => warn(event);
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [isDirty]);

  useEffect(() => focusFirst(element.current, wrong), [wrong]);

  /** Shows errors at their fields, or at the list that they are in; others above the form. */
  const refuse = (error: ApiError) => {
    const names: string[] = [];
    const others: string[] = [];
    for (const [path, message] of Object.entries(error.fields)) {
      const name = shownField(element.current, path);
      if (name === null) others.push(message);
      else form.setError(name as FieldPath<V>, { type: 'server', message });
      if (name !== null) names.push(name);
    }
    setAlert(names.length > 0 ? others.join('\n') : others.join('\n') || error.message || t('common:operationFailed'));
    setWrong(names);
  };
  /** @returns whether somebody else has stored another version */
  const compare = async (mine: V) => {
    const theirs = await reread?.();
    if (!theirs || theirs.revision === base.current.revision) return false;
    newest.current = theirs;
    setConflict({ base: base.current, mine, theirs });
    return true;
  };
  /** Stores what is typed, which stays as it is: no field is written, and the focus does not move. @returns whether all of it is stored */
  const storeNow = async (): Promise<boolean> => {
    const sent = structuredClone(form.getValues());
    if (isSameJson(sent, base.current.values)) return true;
    const saved = await save(sent, base.current.revision);
    base.current = newest.current = { ...saved, values: sent };
    form.resetDefaultValues(sent);
    setFailed(false);
    setRestoredAt(null);
    const isSent = isSameJson(form.getValues(), sent);
    if (isSent) await forget();
    else note();
    onSaved(saved);
    return isSent;
  };
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** One after another: each save is on top of the revision of the one before. */
  const store = (): Promise<boolean> => {
    const next = last.current.then(storeNow);
    last.current = next.catch(() => undefined);
    return next;
  };
  const quiet = useAction(async () => {
    try {
      await store();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 409 && (await compare(structuredClone(form.getValues())))) return;
      if (error.code === 422 || error.code === 409) return refuse(error);
      setFailed(true);
      saveLater(RETRY_MS);
    }
  });
  const saveByItself = async () => {
    if (conflict) return;
    // Otherwise the one that is running has not seen the last change.
    if (quiet.isPending) return saveLater(autosave!);
    await quiet.run();
  };
  // What a timer calls knows the latest render.
  useEffect(() => {
    saveNow.current = () => void saveByItself();
  });
  const submit = useAction(async () => {
    form.clearErrors();
    setAlert('');
    const sent = structuredClone(form.getValues());
    try {
      const saved = await save(sent, base.current.revision);
      newest.current = saved;
      // What was typed meanwhile is not saved.
      const isSent = isSameJson(form.getValues(), sent);
      show(saved, isSent ? saved.values : structuredClone(form.getValues()));
      setRestoredAt(null);
      if (isSent) await forget();
      onSaved(saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 409 && (await compare(sent))) return;
      refuse(error);
    }
  });

  return {
    form,
    props: {
      ref: element,
      noValidate: true,
      'aria-busy': submit.isPending,
      onSubmit: (event) => {
        event.preventDefault();
        void submit.run();
      },
    },
    isReady: isHydrated && restored !== undefined,
    isPending: submit.isPending || quiet.isPending,
    hasFailed,
    refuse,
    flush: async () => {
      clearTimeout(timer.current);
      try {
        return (await store()) || (await store());
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code !== 409 || !(await compare(structuredClone(form.getValues())))) refuse(error);
        return false;
      }
    },
    alert,
    showAlert: setAlert,
    isUnsaved: isDirty,
    isKept,
    restoredAt,
    discard: () => {
      show(newest.current);
      setAlert('');
      setRestoredAt(null);
    },
    conflict,
    resolve: (values) => {
      show(conflict!.theirs, values);
      setConflict(null);
    },
    replace: (version) => {
      newest.current = version;
      show(version);
      void forget();
    },
    raise: (revision) => {
      // Otherwise somebody else has changed more than that: the next save shows what.
      if (revision !== (base.current.revision ?? 0) + 1) return;
      base.current = { ...base.current, revision };
      newest.current = base.current;
      note();
    },
  };
}

/** Name of the field of the form that an error is shown at: its own, or that of the list that it is in; null: none. */
function shownField(form: HTMLFormElement | null, path: string): string | null {
  const parts = path.split('.');
  for (let n = parts.length; n > 0; n--) {
    const name = fieldOf(form, parts.slice(0, n).join('.'));
    if (name) return name;
  }
  return null;
}
