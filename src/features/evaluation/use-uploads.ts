import { useCallback, useEffect, useRef, useState } from 'react';
import type { DetailedError, Upload } from 'tus-js-client';
import { callHeaders } from '#src/client/api.ts';
import { whenOnline } from '#src/client/when-back.ts';

const ENDPOINT = '/gateway/course/auth/evaluation/upload';
/** Bytes of one request: what is lost at most when the line breaks. */
const CHUNK = 4 * 1024 * 1024;
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000];

export type Uploading = {
  key: string;
  fileName: string;
  /** 0–100. */
  percent: number;
  /** `waiting`: the line has broken; it goes on by itself when the device is online again. */
  state: 'running' | 'paused' | 'waiting' | 'failed';
  message: string;
};

/** Resumable uploads of one evaluation (tus). The code of the protocol is loaded when a file is picked. */
export function useUploads(evaluationId: string, onDone: () => void) {
  const [items, setItems] = useState<Uploading[]>([]);
  const uploads = useRef(new Map<string, Upload>());
  const change = useCallback(
    (key: string, part: Partial<Uploading>) =>
      setItems((all) => all.map((item) => (item.key === key ? { ...item, ...part } : item))),
    [],
  );
  const drop = useCallback((key: string) => {
    uploads.current.delete(key);
    setItems((all) => all.filter((item) => item.key !== key));
  }, []);

  const add = async (file: File) => {
    const key = ['evidence', evaluationId, file.name, file.size, file.lastModified].join('-');
    if (uploads.current.has(key)) return;
    setItems((all) => [...all, { key, fileName: file.name, percent: 0, state: 'running', message: '' }]);
    const { Upload: TusUpload } = await import('tus-js-client');
    const upload = new TusUpload(file, {
      endpoint: ENDPOINT,
      chunkSize: CHUNK,
      retryDelays: RETRY_DELAYS,
      metadata: { filename: file.name, evaluationId },
      fingerprint: () => Promise.resolve(key),
      removeFingerprintOnSuccess: true,
      // The session may have been refreshed since the upload began.
      onBeforeRequest: (request) => {
        for (const [name, value] of Object.entries(callHeaders())) request.setHeader(name, value);
      },
      onProgress: (sent, total) => change(key, { percent: Math.floor((100 * sent) / total), state: 'running' }),
      onSuccess: () => {
        drop(key);
        onDone();
      },
      onError: (error) => {
        const answer = (error as DetailedError).originalResponse;
        change(key, answer ? { state: 'failed', message: messageOf(answer.getBody()) } : { state: 'waiting' });
        onDone();
      },
    });
    uploads.current.set(key, upload);
    const [previous] = await upload.findPreviousUploads();
    if (previous) upload.resumeFromPreviousUpload(previous);
    upload.start();
  };

  const pause = (key: string) => {
    void uploads.current.get(key)?.abort();
    change(key, { state: 'paused' });
  };
  const resume = useCallback(
    (key: string) => {
      change(key, { state: 'running', message: '' });
      uploads.current.get(key)?.start();
    },
    [change],
  );
  const cancel = (key: string) => {
    void uploads.current.get(key)?.abort(true);
    drop(key);
  };
  const waiting = items
    .filter(({ state }) => state === 'waiting')
    .map(({ key }) => key)
    .join('\n');
  useEffect(() => {
    return whenOnline(() => waiting.split('\n').filter(Boolean).forEach(resume));
  }, [waiting, resume]);
  return { items, add, pause, resume, cancel };
}

/** The message of an envelope; empty if the answer is none. */
function messageOf(body: string): string {
  try {
    return (JSON.parse(body) as { msg?: string }).msg ?? '';
  } catch {
    return '';
  }
}
