import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { PAGE_OWNER } from '#src/client/session.store.ts';
import { whenOnline } from '#src/client/when-back.ts';
import { useLocalDraft } from '#src/features/editor/use-local-draft.ts';
import type { DraftContent, KnownDraft } from './draft-content.ts';
import { DraftSync, type DraftView } from './draft-sync.ts';

type Options = {
  id: string;
  /** The draft as the page read it; revision 0 for a new one. */
  given: KnownDraft;
  /** The text was replaced, e.g. by what this device had kept. */
  onReplaced: (content: DraftContent) => void;
  /** Whether there are changes that only this device has. */
  onUnsaved: (isUnsaved: boolean) => void;
};
export type WrittenDraft = DraftView & {
  sync: DraftSync;
  /** What this device had kept has been read: until then nothing may be typed. */
  isReady: boolean;
  /** The newest change is stored on this device. */
  isKept: boolean;
};

/** A draft that saves itself on this device and on the server (DraftSync), as a form shows it. */
export function useDraft({ id, given, onReplaced, onUnsaved }: Options): WrittenDraft {
  const { restored, isKept, keep, forget } = useLocalDraft<KnownDraft>(PAGE_OWNER, id);
  const [sync] = useState(() => new DraftSync(id, given, { keep, forget, onReplaced, onUnsaved }));
  const view = useStore(sync.$view);

  const takeUp = useEffectEvent(() => {
    if (restored) sync.restore(restored.value);
  });
  useEffect(() => takeUp(), [restored]);
  useEffect(() => {
    const again = () => sync.retry();
    const stop = whenOnline(again);
    addEventListener('focus', again);
    return () => {
      stop();
      removeEventListener('focus', again);
      sync.stop();
    };
  }, [sync]);
  return { ...view, sync, isReady: restored !== undefined, isKept };
}
