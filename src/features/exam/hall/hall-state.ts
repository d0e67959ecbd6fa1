import { atom, map } from 'nanostores';
import type { Data } from '#src/contract/calls.ts';
import type { AnswerValue, AttemptView } from './answer.ts';
import { closeReasonOf, type CloseReason } from './close-reason.ts';
import type { Rejected, SaveState } from './save-protocol.ts';

/**
 * State of the hall. `connecting`: not the writer yet; `open`: answers count; `superseded`: another window took over;
 * `break`: the paper is hidden and the clock stands still; `submitting`; `closed`: submitted.
 */
type Phase = 'connecting' | 'open' | 'break' | 'superseded' | 'submitting' | 'closed';

/** What the server answers to a submission, also to a repeated one. */
export type Submitted = Data<'POST /exam/auth/user/exam/submit'>;
/** The end of the attempt in this hall. `submitted`: null until the server has said it; `missing`: it does not know the attempt. */
export type Closed = { why: CloseReason; submitted: Submitted | 'missing' | null };

/** What the parts of a hall show. */
export function createHallState(view: AttemptView) {
  return {
    $answers: map<Record<string, AnswerValue>>(
      Object.fromEntries(view.answers.map(({ questionId, answer }) => [questionId, answer])),
    ),
    $flags: map<Record<string, boolean>>(
      Object.fromEntries(view.answers.map(({ questionId, flagged }) => [questionId, flagged])),
    ),
    /** Questions with a change that the server has not acknowledged. */
    $unsaved: atom<ReadonlySet<string>>(new Set()),
    $phase: atom<Phase>('connecting'),
    $closed: atom<Closed | null>(view.status === 'open' ? null : { why: closeReasonOf(view), submitted: null }),
    $saveState: atom<SaveState>('saved'),
    $reachable: atom(true),
    $secondsLeft: atom(Math.max(0, Math.ceil((Date.parse(view.deadlineAt) - Date.parse(view.serverTime)) / 1000))),
    $notice: atom<{ kind: 'warned'; count: number; limit: number } | { kind: 'rejected' } | null>(null),
    $breaksLeft: atom(view.breaksLeft),
    /** Seconds until the current break ends. */
    $breakLeft: atom(0),
    /** Since when an invigilator has stopped the clock; null: it runs. */
    $pausedAt: atom(view.pausedAt),
    /** Messages of invigilators that are not confirmed yet. */
    $messages: atom(0),
    /** Answers that the server did not accept, by question. */
    $rejected: atom<Rejected[]>([]),
  };
}

export type HallState = ReturnType<typeof createHallState>;
