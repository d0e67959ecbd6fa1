import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { useT } from '#src/i18n/island.tsx';
import { showBulk } from '../kit/BulkProgress.tsx';
import type { Selected } from '../kit/use-selection.ts';
import type { CertificateFilter } from './certificate-list.ts';
import { RequestDialog, ReverseCredits } from './RequestDialog.tsx';

type Props = { selected: Selected<CertificateFilter>; onDone: () => void };
type Kind = 'revoke' | 'renew';
const KINDS: readonly Kind[] = ['renew', 'revoke'];

/** What can be requested for the selected certificates, or for all that the filter finds. */
export function BulkChange({ selected, onDone }: Props) {
  const t = useT();
  const [kind, setKind] = useState<Kind | null>(null);
  return (
    <div className="flex flex-wrap gap-2 sm:ms-auto">
      {KINDS.map((each) => (
        <button
          key={each}
          type="button"
          className={`btn btn-sm ${each === 'revoke' ? 'btn-outline btn-error' : ''}`}
          onClick={() => setKind(each)}
        >
          {t(`record:issued.${each}`)}
        </button>
      ))}
      {kind && <BulkDialog kind={kind} selected={selected} onDone={onDone} onClose={() => setKind(null)} />}
    </div>
  );
}

function BulkDialog({ kind, selected, onDone, onClose }: Props & { kind: Kind; onClose: () => void }) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { reason: t('record:issued.reasonMissing') }),
    send: async (values) => {
      const which = selected.filter
        ? { found: { filter: selected.filter, count: selected.count } }
        : { ids: selected.ids };
      const input = { ...which, kind, reason: textOf(values, 'reason'), reverseCredits: values.has('reverseCredits') };
      await api('POST /course/auth/certificate/bulk/save', input, { isShowErrTip: false });
      showBulk();
      onDone();
      onClose();
    },
  });
  return (
    <RequestDialog
      title={t(`record:issued.${kind}Several`, { count: selected.count })}
      isDestructive={kind === 'revoke'}
      form={form}
      onClose={onClose}
    >
      <p className="text-sm">{t('record:issued.severalHint')}</p>
      {kind === 'revoke' && <ReverseCredits />}
    </RequestDialog>
  );
}
