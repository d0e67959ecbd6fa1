import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { invalidate, useCall } from '#src/client/query.ts';
import { whenOnline } from '#src/client/when-back.ts';
import { FOLDERS, PAGE, QUOTA, UPLOADS } from './media-list.ts';
import { type Dropped, type Target, type UploadItem, uploadQueue } from './upload-queue.ts';

const NONE: never[] = [];

/** Uploads of this page into the library. @param onDone called with those that have become files, or are ready to replace one */
export function useMediaUploads(onDone: (items: UploadItem[]) => void) {
  const [items, setItems] = useState<UploadItem[]>([]);
  const done = useEffectEvent((finished: UploadItem[]) => {
    invalidate(PAGE, FOLDERS, QUOTA);
    onDone(finished);
  });
  const queue = useRef<ReturnType<typeof uploadQueue> | null>(null);
  /** Files that were chosen before the page was hydrated: their button is, before the queue is made. */
  const early = useRef<Parameters<ReturnType<typeof uploadQueue>['add']>[]>([]);
  const stored = useCall(UPLOADS, {}).data?.uploads ?? NONE;
  useEffect(() => {
    const made = uploadQueue(setItems, (finished) => done(finished));
    queue.current = made;
    for (const args of early.current.splice(0)) made.add(...args);
    const stop = whenOnline(made.resumeAll);
    return () => {
      stop();
      made.close();
    };
  }, []);
  const isSending = items.some(({ state }) => state === 'running' || state === 'waiting');
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSending]);
  const own = new Set(items.map(({ uploadId }) => uploadId));
  return {
    items,
    /** Uploads that were begun before a reload: the browser does not keep the file, so it has to be chosen again. */
    interrupted: stored.filter(({ id, state }) => state === 'receiving' && !own.has(id)),
    /** Uploads that wait for the decision to replace a file. */
    ready: stored.filter(({ id, state }) => state === 'ready' && !own.has(id)),
    add: (dropped: Dropped[], target: Target) => {
      if (queue.current) queue.current.add(dropped, target, stored);
      else early.current.push([dropped, target, stored]);
    },
    pause: (key: string) => queue.current?.pause(key),
    resume: (key: string) => queue.current?.resume(key),
    cancel: (key: string) => queue.current?.cancel(key),
    dismiss: (key: string) => queue.current?.dismiss(key),
  };
}

export type MediaUploads = ReturnType<typeof useMediaUploads>;
