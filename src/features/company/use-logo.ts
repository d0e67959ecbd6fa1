import { useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { upload } from '#src/client/upload.ts';
import { useT } from '#src/i18n/island.tsx';
import { pictureProblem } from '#src/lib/picture-rules.ts';

/** An uploaded logo. */
export type Logo = { id: string; url: string };
/** What `LogoUpload` shows and does. */
export type LogoState = {
  logo: Logo | null;
  /** Why the last picture was not taken; empty: it was. */
  problem: string;
  /** How much of a picture has been sent, from 0 to 1; null: none is being sent. */
  progress: number | null;
  /** Sends a picture; one that is still being sent is given up. */
  choose: (file: File) => void;
  remove: () => void;
  /** Shows one that was uploaded before. */
  restore: (logo: Logo | null) => void;
  /** Waits for an upload that is under way. @returns the logo then */
  settled: () => Promise<Logo | null>;
};

/** A logo that is uploaded as soon as it is chosen; the form only sends its id. */
export function useLogo(): LogoState {
  const t = useT();
  const [logo, setLogo] = useState<Logo | null>(null);
  const [problem, setProblem] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<AbortController>(undefined);
  const latest = useRef<Promise<Logo | null>>(Promise.resolve(null));

  const show = (next: Logo | null) => {
    latest.current = Promise.resolve(next);
    setLogo(next);
  };
  const stop = () => {
    sending.current?.abort();
    sending.current = undefined;
    setProgress(null);
  };
  const send = async (file: File, before: Logo | null): Promise<Logo | null> => {
    const mine = (sending.current = new AbortController());
    const isLatest = () => sending.current === mine;
    setProgress(0);
    try {
      const { id, url } = await upload(
        'POST /system/auth/upload/pic',
        { file, use: 'logo' },
        { isShowErrTip: false, signal: mine.signal, onProgress: (share) => isLatest() && setProgress(share) },
      );
      if (isLatest()) setLogo({ id, url });
      return { id, url };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isLatest()) setProblem(error.fields.file || error.message || t('account:login.unreachable'));
      return before;
    } finally {
      if (isLatest()) setProgress(null);
    }
  };

  return {
    logo,
    problem,
    progress,
    choose: (file) => {
      stop();
      const wrong = pictureProblem(file);
      const text = { fileTooLarge: t('errors:fileTooLarge'), pictureType: t('errors:pictureType') };
      setProblem(wrong ? text[wrong] : '');
      if (!wrong) latest.current = send(file, logo);
    },
    remove: () => {
      stop();
      setProblem('');
      show(null);
    },
    restore: show,
    settled: () => latest.current,
  };
}
