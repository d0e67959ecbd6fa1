import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { FormDialog } from '../kit/FormDialog.tsx';
import { SidePanel } from '../kit/SidePanel.tsx';
import type { Asked } from './matrix-columns.tsx';
import { Why } from './Why.tsx';

type Props = { asked: Asked & { on: string | undefined }; timeZone: string; onClose: () => void };

/** Explains a cell of the matrix beside it. */
export function StatePanel({ asked: { userId, requirementId, on }, timeZone, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const query = useCall('GET /course/auth/requirement/why', { userId, requirementId, on });
  const [ending, setEnding] = useState<string | null>(null);
  const { data } = query;
  const address = new URLSearchParams({ userId, requirementId, ...(on && { on }) });
  return (
    <SidePanel
      title={data ? t('requirement:why.title', { name: data.person.userName, requirement: data.title }) : '…'}
      onClose={onClose}
    >
      <LoadState query={query} lines={8}>
        {(why) => (
          <>
            <Why why={why} timeZone={timeZone} onEnd={why.canChange && on === undefined ? setEnding : undefined} />
            <p className="pt-6">
              <a className="link" href={href(locale, `/admin/matrix/why?${address}`)}>
                {t('requirement:why.evidence')}
              </a>
            </p>
          </>
        )}
      </LoadState>
      {ending && <EndDialog id={ending} onClose={() => setEnding(null)} />}
    </SidePanel>
  );
}

function EndDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { reason: t('requirement:change.reasonMissing') }),
    send: async (values) => {
      const reason = textOf(values, 'reason');
      await api('POST /course/auth/requirement/exemption/end', { id, reason }, { isShowErrTip: false });
      invalidate('GET /course/auth/requirement/why');
      invalidate('POST /course/auth/requirement/matrix/page');
      invalidate('POST /course/auth/requirement/matrix/total');
      onClose();
    },
  });
  return (
    <FormDialog title={t('requirement:why.end')} action={t('requirement:why.end')} form={form} onClose={onClose}>
      <TextArea {...form.field('reason')} label={t('requirement:why.endReason')} rows={3} maxLength={500} />
    </FormDialog>
  );
}
