import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Confirm } from '../kit/Confirm.tsx';

type Uses = Data<'GET /exam/auth/exam/admin/uses'>;
type Props = { id: string; title: string; isReady: boolean };

const USES = ['takers', 'courses', 'tasks', 'projects'] as const;

/** Deletes an exam, after it has said what refers to it, and leads to the list of exams. */
export function DeleteExam({ id, title, isReady }: Props) {
  const t = useT();
  const locale = useLocale();
  const [uses, setUses] = useState<Uses | null>(null);
  const ask = useAction(async () => setUses(await api('GET /exam/auth/exam/admin/uses', { id })));
  const remove = async () => {
    await api('PUT /exam/auth/exam/admin/delete', { id, deleted: true });
    location.assign(href(locale, '/admin/exams?published=deleted'));
  };
  return (
    <>
      <button
        type="button"
        className="btn btn-outline"
        disabled={!isReady || ask.isPending}
        onClick={() => void ask.run()}
      >
        {t('editing:action.delete')}
      </button>
      {uses && (
        <Confirm
          title={t('editing:confirm.delete', { title })}
          consequences={[
            t('exam:admin.deleteHint'),
            ...USES.filter((name) => uses[name] > 0).map((name) => t(`exam:admin.use.${name}`, { count: uses[name] })),
          ]}
          action={t('editing:action.delete')}
          onConfirm={remove}
          onClose={() => setUses(null)}
        />
      )}
    </>
  );
}
