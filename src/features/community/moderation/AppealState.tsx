import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';

type Decision = Data<'GET /community/auth/moderation/view'>['decisions'][number];

/** The appeal against a decision, and what became of it. */
export function AppealState({ decision }: { decision: Pick<Decision, 'appeal' | 'appealState' | 'appealReason'> }) {
  const t = useT();
  const { appeal, appealState, appealReason } = decision;
  if (!appealState) return null;
  return (
    <div className="mt-2 border-s-2 border-base-300 ps-3 text-sm break-words whitespace-pre-line">
      <p>{t('moderation:appeal.said', { text: appeal })}</p>
      <p className="text-muted">{t(`moderation:appeal.${appealState}`, { reason: appealReason })}</p>
    </div>
  );
}
