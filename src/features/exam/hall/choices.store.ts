import { atom } from 'nanostores';
import { ApiError } from '#src/client/api-error.ts';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { isNewer, type Stamp } from './device-store.ts';
import { isRefusal } from './save-protocol.ts';

type Save = OperationInput<'POST /exam/auth/user/exam/choices/save'>;
export type HallChoices = Save['choices'];
type Saved = Stamp & { choices: HallChoices };

/** State of the notes: on the server, on the way there, or refused because they are too long together. */
export type ChoicesState = 'saved' | 'pending' | 'refused';

type Options = {
  attemptId: string;
  /** @throws ApiError if they were refused, or the server cannot be reached */
  send(input: Save): Promise<Data<'POST /exam/auth/user/exam/choices/save'>>;
};

/** Changes are sent after a pause of this length, ms. */
const DELAY_MS = 1_500;
const RETRY_MS = 5_000;

export const NO_CHOICES: HallChoices = { layout: 'one', lang: null, langs: {}, struck: {}, notes: {}, pad: '' };

/**
 * How the candidate works on the paper: languages, layout, strike-outs, notes, scratch pad (decision 065). A change is kept on
 * this device until the server has it. None of it is an answer, so none of it holds up answers or submitting.
 */
export function createChoices({ attemptId, send }: Options) {
  const $choices = atom(NO_CHOICES);
  const $state = atom<ChoicesState>('saved');
  const key = `exam-choices:${attemptId}`;
  /** Null: this window is not the writer. */
  let epoch: number | null = null;
  let revision = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  function change(next: Partial<HallChoices>): void {
    $choices.set({ ...$choices.get(), ...next });
    revision += 1;
    $state.set('pending');
    if (epoch === null) return;
    keep(key, { epoch, revision, choices: $choices.get() });
    schedule(DELAY_MS);
  }

  function schedule(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  }

  async function flush(): Promise<void> {
    if (isSending || epoch === null || $state.get() !== 'pending') return;
    isSending = true;
    const sent = { epoch, revision };
    const isCurrent = () => sent.epoch === epoch && sent.revision === revision;
    try {
      const { state } = await send({ attemptId, ...sent, choices: $choices.get() });
      if (state === 'closed') keep(key, null);
      else if (state === 'saved' && isCurrent()) {
        keep(key, null);
        $state.set('saved');
      }
      if (state === 'saved' && !isCurrent()) schedule(DELAY_MS);
    } catch (error) {
      if (isRefusal(error)) $state.set('refused');
      else schedule(Math.max(RETRY_MS, error instanceof ApiError ? error.retryAfter * 1_000 : 0));
    } finally {
      isSending = false;
    }
  }

  return {
    $choices,
    $state,
    change,
    /** Sends what is pending now. */
    flush,
    /** Becomes the writer `next`. A change on this device that is newer than the server's is sent again. */
    adopt(next: number, saved: Saved | null): void {
      const kept = recall(key);
      // Changes that were made before this window was the writer.
      const isChanged = epoch === null && revision > 0;
      const own = kept && (!saved || isNewer(kept, saved)) ? kept : null;
      const base = own?.choices ?? saved?.choices ?? NO_CHOICES;
      $choices.set(isChanged ? $choices.get() : base);
      revision = Math.max(own?.revision ?? 0, saved?.revision ?? 0);
      epoch = next;
      if (isChanged || own) change({});
      else {
        keep(key, null);
        $state.set('saved');
      }
    },
    /** Stops sending. @param isOver the attempt is closed: nothing stays on this device */
    stop(isOver = false): void {
      clearTimeout(timer);
      epoch = null;
      if (isOver) keep(key, null);
    },
  };
}

export type Choices = ReturnType<typeof createChoices>;

/** Storage may be blocked or full: then changes are in memory until the server has them. */
function keep(key: string, saved: Saved | null): void {
  try {
    if (saved) localStorage.setItem(key, JSON.stringify(saved));
    else localStorage.removeItem(key);
  } catch (error) {
    console.warn(error);
  }
}

function recall(key: string): Saved | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as Saved);
  } catch (error) {
    console.warn(error);
    return null;
  }
}
