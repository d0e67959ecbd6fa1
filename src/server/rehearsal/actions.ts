import type { RehearsalKind as Kind } from './tables.ts';
import type { Reply } from './portal-client.ts';

/** What a candidate does, in this order. */
export const KINDS: Kind[] = [
  ...(['examPage', 'hallPage', 'start', 'received', 'save', 'beat', 'leave', 'return'] as const),
  ...(['takeOver', 'supersededSave', 'submit', 'resultPage'] as const),
];

/** Something that a candidate did: once, however often it had to be sent. `due`, a moment, and `ms`: since then until it was done. */
export type Action = {
  kind: Kind;
  due: number;
  ms: number;
  /** Requests, and those of them that were answered with 503, with another 5xx, and not at all. */
  requests: number;
  refused: number;
  broken: number;
  unanswered: number;
};

/** The actions of all candidates, in the order in which they were done. */
export class ActionLog {
  readonly all: Action[] = [];
  readonly saves: Action[] = [];

  /** Begins an action that was due at a moment of `performance.now()`, perhaps earlier than now. */
  begin(kind: Kind, due: number): Doing {
    const action: Action = { kind, due, ms: 0, requests: 0, refused: 0, broken: 0, unanswered: 0 };
    return {
      answered: ({ status }) => {
        action.requests += 1;
        if (status === 503) action.refused += 1;
        else if (status >= 500) action.broken += 1;
        else if (status === 0) action.unanswered += 1;
      },
      done: () => {
        action.ms = performance.now() - due;
        this.all.push(action);
        if (kind === 'save') this.saves.push(action);
      },
    };
  }
}

/** An action under way: `answered` is told every reply. */
export type Doing = { answered(reply: Pick<Reply, 'status'>): void; done(): void };
