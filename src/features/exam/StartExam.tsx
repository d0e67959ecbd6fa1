import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

/** The start button: starts an attempt and opens the hall. */
export default island<{ examId: string }>(function StartExam({ examId, locale }) {
  const t = useT();
  const [starting, setStarting] = useState(false);
  // Disabled until hydrated, because an early click would be lost.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  // The page may be restored from the back/forward cache.
  useEffect(() => {
    const back = () => setStarting(false);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
  const start = async () => {
    setStarting(true);
    try {
      const { attemptId } = await api('POST /exam/auth/user/exam/start', { id: examId });
      location.assign(href(locale, `/account/exam/${attemptId}`));
    } catch {
      // The error was shown as a toast.
      setStarting(false);
    }
  };
  return (
    <button type="button" className="btn btn-primary btn-lg btn-block" disabled={starting || !ready} onClick={start}>
      {t(starting ? 'exam:start.starting' : 'exam:start.button')}
    </button>
  );
});
