import { useEffect, useState } from 'react';
import { island, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { requestStart } from './start-request.ts';

/** The start button: opens the hall, which starts an attempt. */
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
  // The hall starts the attempt when its page is loaded, so that no time passes while the page is awaited.
  const start = () => {
    setStarting(true);
    requestStart(examId);
    location.assign(href(locale, `/account/exam/start?id=${examId}`));
  };
  return (
    <button type="button" className="btn btn-primary btn-lg btn-block" disabled={starting || !ready} onClick={start}>
      {t(starting ? 'exam:start.starting' : 'exam:start.button')}
    </button>
  );
});
