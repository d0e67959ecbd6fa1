import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { whenOnline } from '#src/client/when-back.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { openDeviceStore, type DeviceEntry } from './hall/device-store.ts';
import { sendStaleAnswers } from './hall/save-protocol.ts';

type Props = { attemptId: string; /** Questions in the order of the paper. */ questionIds: string[] };

/**
 * After the end of an attempt: sends answers that are still on this device as evidence for the marker, and lists the
 * answers that the server did not accept. Renders nothing if there are none.
 */
export default island<Props>(function DeviceAnswers({ attemptId, questionIds }) {
  const t = useT();
  const [sent, setSent] = useState(0);
  const [waiting, setWaiting] = useState(0);
  const [rejected, setRejected] = useState<DeviceEntry[]>([]);

  useEffect(() => {
    let left = false;
    async function sendLeft() {
      const store = await openDeviceStore();
      const send: Parameters<typeof sendStaleAnswers>[2] = (answers, { epoch, keepalive }) =>
        api('POST /exam/auth/user/exam/answer/save', { attemptId, epoch, answers }, { _No_dispose: true, keepalive });
      try {
        const count = await sendStaleAnswers(store, attemptId, send);
        if (!left) setSent((before) => before + count);
      } finally {
        const kept = await store.all(attemptId);
        if (!left) {
          setRejected(kept.filter((entry) => entry.rejected));
          setWaiting(kept.filter((entry) => !entry.rejected).length);
        }
      }
    }
    // A browser without storage has no answers; while offline, the answers stay on the device and are sent when the
    // network is back.
    const run = () => void sendLeft().catch(console.warn);
    run();
    const stop = whenOnline(run);
    return () => {
      left = true;
      stop();
    };
  }, [attemptId]);

  if (sent + waiting + rejected.length === 0) return null;
  return (
    <div role="status" className="alert alert-warning flex-col items-start">
      {sent > 0 && <p>{t('exam:done.sentNow', { count: sent })}</p>}
      {waiting > 0 && <p>{t('exam:done.onDevice', { count: waiting })}</p>}
      {rejected.length > 0 && (
        <>
          <p>{t('exam:done.rejectedHere', { count: rejected.length })}</p>
          <ul className="list-disc ps-5">
            {rejected.map((entry) => {
              const number = questionIds.indexOf(entry.questionId) + 1;
              return (
                <li key={entry.questionId}>
                  {number > 0 && `${t('exam:hall.questionNumber', { n: number })} · `}
                  {t(`exam:rejected.${entry.rejected!.reason}`)}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
});
