import { createContext, useState } from 'react';

/** Pictures of a text that are not in it yet: those that are being sent, and those that could not be. */
export type Pending = { sending: number; failed: number };

const NONE: Pending = { sending: 0, failed: 0 };

/** Tells the editor around a text about its pictures; outside of one nobody listens. */
export const PictureContext = createContext<(field: string, pending: Pending) => void>(() => undefined);

export type PictureGate = Pending & {
  /** Waits for the pictures that are being sent. @returns whether all of them are in their texts */
  settled: () => Promise<boolean>;
};

/** Knows which pictures of the texts of an editor are not in them yet. */
export function usePictureGate(): { gate: PictureGate; report: (field: string, pending: Pending) => void } {
  const [pending, setPending] = useState(NONE);
  const [state] = useState(() => ({ fields: new Map<string, Pending>(), waiting: [] as (() => void)[] }));
  const [acts] = useState(() => {
    const sum = () =>
      [...state.fields.values()].reduce(
        (all, { sending, failed }) => ({ sending: all.sending + sending, failed: all.failed + failed }),
        NONE,
      );
    return {
      report: (field: string, now: Pending) => {
        state.fields.set(field, now);
        const all = sum();
        setPending(all);
        if (all.sending === 0) for (const resolve of state.waiting.splice(0)) resolve();
      },
      settled: async () => {
        if (sum().sending > 0) await new Promise<void>((resolve) => void state.waiting.push(resolve));
        return sum().failed === 0;
      },
    };
  });
  return { gate: { ...pending, settled: acts.settled }, report: acts.report };
}
