import { type RefObject, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { useT } from '#src/i18n/island.tsx';

/** The picture code of a form; `PictureField` shows it. */
export type Picture = {
  /** The server asked for one. */
  shown: boolean;
  /** Address of the picture; undefined while it loads. */
  image: string | undefined;
  /** Why the picture could not be loaded. */
  problem: string;
  input: RefObject<HTMLInputElement | null>;
  /** What goes along with the call: nothing when no picture is shown. */
  answer: () => { pictureId?: string; pictureCode?: string };
  /** Shows a new picture. */
  ask: () => void;
  /** After a refused call: another picture, if it was sent with one (each works once) or is asked for one now. */
  renew: (error: unknown) => void;
  /** The last answer was right, and is used up. */
  hide: () => void;
};

/** The picture code that the server asks for after suspicious tries. */
export function usePicture(): Picture {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const [picture, setPicture] = useState<{ id: string; image: string }>();
  const [problem, setProblem] = useState('');

  const empty = () => {
    setPicture(undefined);
    setProblem('');
    if (input.current) input.current.value = '';
  };
  const load = async () => {
    try {
      setPicture(await api('GET /user/api/user/info/get/image/verification/code', {}, { _No_dispose: true }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message || t('account:login.unreachable'));
    }
  };
  const ask = () => {
    setShown(true);
    empty();
    void load();
  };
  return {
    shown,
    image: picture?.image,
    problem,
    input,
    answer: () => (shown && picture ? { pictureId: picture.id, pictureCode: input.current!.value } : {}),
    ask,
    renew: (error) => {
      if (shown || (error instanceof ApiError && error.fields.pictureCode)) ask();
    },
    hide: () => {
      setShown(false);
      empty();
    },
  };
}
