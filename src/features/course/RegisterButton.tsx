import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { island, useT } from '#src/i18n/island.tsx';

/** Asks to join a course; the page then shows where the registration stands. */
export default island(function RegisterButton({ courseId }: { courseId: string }) {
  const t = useT();
  const [sending, setSending] = useState(false);
  // Until it works it says that it does not: an early press would be lost.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const register = async () => {
    setSending(true);
    try {
      await api('POST /course/auth/course/registration/save', { courseId });
      location.reload();
    } catch {
      // The message bar has said why.
      setSending(false);
    }
  };
  return (
    <button type="button" className="btn btn-primary btn-block" disabled={sending || !ready} onClick={register}>
      {t(sending ? 'course:registering' : 'course:register')}
    </button>
  );
});
