import { useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { upload } from '#src/client/upload.ts';
import { useT } from '#src/i18n/island.tsx';
import { pictureProblem } from '#src/contract/rules/picture.ts';

/** An uploaded logo. */
export type Logo = { id: string; url: string };
/** State and actions for `LogoUpload`. */
export type LogoState = {
  logo: Logo | null;
  /** Error of the last image; empty if it was accepted. */
  problem: string;
  /** Upload progress from 0 to 1; null if no upload is in progress. */
  progress: number | null;
  /** Uploads an image; an upload in progress is aborted. */
  choose: (file: File) => void;
  remove: () => void;
  /** Shows a logo that was uploaded before. */
  restore: (logo: Logo | null) => void;
  /** Waits for an upload in progress. @returns the logo */
  settled: () => Promise<Logo | null>;
};

/** A logo that is uploaded when it is chosen; the form sends only its id. */
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
