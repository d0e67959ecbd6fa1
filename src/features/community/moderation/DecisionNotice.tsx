import { useState } from 'react';
import { reloadAfter } from '#src/client/reload-after.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { AppealDialog } from './AppealDialog.tsx';

/** Time to read the message before the page shows the new state, ms. */
const READING = 1_000;

/** On the page of one's own post that a moderator hid: the appeal, if it is possible. */
export default island(function DecisionNotice({ decisionId }: { decisionId: string }) {
  const t = useT();
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-sm mt-3" disabled={!hydrated} onClick={() => setOpen(true)}>
        {t('moderation:appeal.open')}
      </button>
      {isOpen && (
        <AppealDialog decisionId={decisionId} onClose={() => setOpen(false)} onDone={() => reloadAfter(READING)} />
      )}
    </>
  );
});
