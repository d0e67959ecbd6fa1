import { useCall } from '#src/client/query.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { ProveForm } from './ProveForm.tsx';

type Props = {
  /** @param isProven false: the dialog was closed */
  onEnd: (isProven: boolean) => void;
};

/** Asks the user to prove again who they are, over the form whose call needs it. */
export const ProofDialog = island<Props>(function ProofDialog({ onEnd }) {
  const t = useT();
  const query = useCall('GET /user/auth/user/info/factor/view', {});
  return (
    <ActionDialog title={t('account:factor.proveTitle')} onClose={() => onEnd(false)} className="max-w-md">
      <LoadState query={query} lines={3}>
        {(view) => <ProveForm {...view} onProven={() => onEnd(true)} />}
      </LoadState>
    </ActionDialog>
  );
});
