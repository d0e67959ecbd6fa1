import { createRoot } from 'react-dom/client';
import type { ProofAsked } from '#src/client/session.store.ts';
import { ProofDialog } from '#src/features/account/settings/factor/ProofDialog.tsx';
import { localeOfPath } from '#src/i18n/locale.ts';

/** Asks the user in a dialog to prove again who they are, and says whether they have. */
export function showProof({ settle }: ProofAsked): void {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  let isOver = false;
  const end = (isProven: boolean) => {
    // Closing the dialog that is removed is told, too.
    if (isOver) return;
    isOver = true;
    root.unmount();
    place.remove();
    settle(isProven);
  };
  root.render(<ProofDialog locale={localeOfPath(location.pathname)} onEnd={end} />);
}
