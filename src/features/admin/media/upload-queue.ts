import type { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { api, callHeaders } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';
import { fingerprintOf } from '#src/contract/rules/media.ts';
import type { MediaRow } from './media-list.ts';

const ENDPOINT = '/gateway/data/auth/media/upload';
/** Bytes of one request: what is lost at most when the line breaks. */
const CHUNK = 8 * 1024 * 1024;
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];
/** Files that are sent at the same time. */
const AT_ONCE = 3;
/** Time between two looks at uploads that the server is checking, ms. */
const LOOK_MS = 1_500;

type Stored = Data<'GET /data/auth/media/upload/list'>['uploads'][number];
export type UploadState = 'waiting' | 'running' | 'paused' | 'offline' | 'checking' | 'ready' | 'done' | 'failed';
export type UploadItem = {
  key: string;
  name: string;
  /** Folder of a dropped folder that it was in. */
  path: string;
  size: number;
  sent: number;
  state: UploadState;
  message: string;
  /** Of the upload on the server, once it has begun. */
  uploadId: string | null;
  replaces: MediaRow | null;
  file: Stored['file'];
  sameAs: Stored['sameAs'];
};
export type Dropped = { file: File; path: string };
export type Target = { folderId: string | null; replaces: MediaRow | null };
type Running = { item: UploadItem; source: Dropped; target: Target; tus: TusUpload | null };

/**
 * Uploads of a page, some at a time (tus). The code of the protocol is loaded with the first file.
 * @param onChange gets the uploads whenever something changes
 * @param onDone called after uploads have become files of the library
 */
export function uploadQueue(onChange: (items: UploadItem[]) => void, onDone: (items: UploadItem[]) => void) {
  const all = new Map<string, Running>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const publish = () => onChange([...all.values()].map(({ item }) => item));
  const change = (key: string, part: Partial<UploadItem>) => {
    const found = all.get(key);
    if (!found) return;
    found.item = { ...found.item, ...part };
    publish();
  };
  const next = () => {
    const states = [...all.values()].map(({ item }) => item.state);
    let free = AT_ONCE - states.filter((state) => state === 'running').length;
    for (const { item } of all.values()) if (item.state === 'waiting' && free-- > 0) void start(item.key);
    clearTimeout(timer);
    if (states.includes('checking')) timer = setTimeout(() => void look(), LOOK_MS);
  };

  const start = async (key: string) => {
    const entry = all.get(key)!;
    change(key, { state: 'running', message: '' });
    if (entry.tus) return entry.tus.start();
    const { Upload } = await import('tus-js-client');
    const { file, path } = entry.source;
    const { folderId, replaces } = entry.target;
    const tus = new Upload(file, {
      endpoint: ENDPOINT,
      chunkSize: CHUNK,
      retryDelays: RETRY_DELAYS,
      storeFingerprintForResuming: false,
      // Begun before a reload, or in another browser.
      ...(entry.item.uploadId && { uploadUrl: `${ENDPOINT}/${entry.item.uploadId}` }),
      metadata: {
        ...{ filename: file.name, fingerprint: key, path },
        ...(folderId && { folderId }),
        ...(replaces && { replacesId: replaces.id }),
      },
      // The session may have been refreshed since the upload began.
      onBeforeRequest: (request) => {
        for (const [name, value] of Object.entries(callHeaders())) request.setHeader(name, value);
      },
      onUploadUrlAvailable: () => change(key, { uploadId: tus.url?.split('/').at(-1) ?? null }),
      onProgress: (sent) => change(key, { sent }),
      onSuccess: () => {
        change(key, { state: 'checking', sent: file.size });
        next();
      },
      onError: (error) => {
        const answer = (error as DetailedError).originalResponse;
        change(key, answer ? { state: 'failed', message: messageOf(answer.getBody()) } : { state: 'offline' });
        next();
      },
    });
    entry.tus = tus;
    // Given up while the code was loaded.
    if (all.get(key) === entry && entry.item.state === 'running') tus.start();
  };

  /** Asks for the states of the uploads that the server is checking. */
  const look = async () => {
    const checked = [...all.values()]
      .map(({ item }) => item)
      .filter(({ state, uploadId }) => state === 'checking' && uploadId);
    const ids = checked.slice(0, 100).map(({ uploadId }) => uploadId!);
    try {
      const { uploads } = await api('POST /data/auth/media/upload/states', { ids }, { isShowErrTip: false });
      const done: UploadItem[] = [];
      for (const { key, uploadId } of checked) {
        const stored = uploads.find(({ id }) => id === uploadId);
        if (!stored) continue;
        const { state, problem, file, sameAs } = stored;
        if (state === 'checking') change(key, { message: problem ?? '' });
        if (state === 'refused') change(key, { state: 'failed', message: problem ?? '' });
        if (state === 'ready' || state === 'done') {
          change(key, { state, file, sameAs, message: '' });
          done.push(all.get(key)!.item);
        }
      }
      if (done.length > 0) onDone(done);
    } catch {
      // Asked again.
    }
    next();
  };

  return {
    /** @param begun uploads of the user that the server has not received completely */
    add: (dropped: Dropped[], target: Target, begun: readonly Stored[]) => {
      for (const source of dropped) {
        const { file } = source;
        const place = target.replaces?.id ?? [target.folderId ?? '', source.path].join('/');
        // The same file, wherever it was dropped before.
        const stored = begun.find(
          (each) =>
            each.fingerprint.endsWith(fingerprintOf(file, '')) &&
            each.replacesId === (target.replaces?.id ?? null) &&
            each.state === 'receiving',
        );
        const key = stored?.fingerprint ?? fingerprintOf(file, place);
        const state = all.get(key)?.item.state;
        if (state && state !== 'failed' && state !== 'done') continue;
        const item: UploadItem = {
          ...{
            key,
            name: file.name,
            path: source.path,
            size: file.size,
            sent: stored?.received ?? 0,
            state: 'waiting',
            message: '',
          },
          ...{ uploadId: stored?.id ?? null, replaces: target.replaces, file: null, sameAs: null },
        };
        all.set(key, { item, source, target, tus: null });
      }
      publish();
      next();
    },
    pause: (key: string) => {
      void all.get(key)?.tus?.abort();
      change(key, { state: 'paused' });
      next();
    },
    resume: (key: string) => {
      change(key, { state: 'waiting', message: '' });
      next();
    },
    /** Gives an upload up, with what the server has of it. */
    cancel: (key: string) => {
      const entry = all.get(key);
      all.delete(key);
      void entry?.tus?.abort(true);
      publish();
      next();
    },
    /** Takes what is finished off the list. */
    dismiss: (key: string) => {
      all.delete(key);
      publish();
    },
    /** Goes on with what the line has interrupted. */
    resumeAll: () => {
      for (const { item } of all.values()) if (item.state === 'offline') change(item.key, { state: 'waiting' });
      next();
    },
    /** Ends everything of this page; the server keeps what it has. */
    close: () => {
      clearTimeout(timer);
      for (const { tus } of all.values()) void tus?.abort();
      all.clear();
    },
  };
}

/** The message of an envelope; empty if the answer is none. */
function messageOf(body: string): string {
  try {
    return (JSON.parse(body) as { msg?: string }).msg ?? '';
  } catch {
    return '';
  }
}
