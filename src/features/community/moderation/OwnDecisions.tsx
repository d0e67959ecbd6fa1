import { useState } from 'react';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import type { OperationInput } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { AppealDialog } from './AppealDialog.tsx';
import { AppealState } from './AppealState.tsx';

const LIST = 'POST /community/auth/moderation/mine';
type Props = { input: OperationInput<typeof LIST>; timeZone: string; given: Given };

/** Decisions of moderators about one's own posts and comments, with the appeal against them. */
export default island<Props>(function OwnDecisions({ given, ...props }) {
  return (
    <GivenContext value={given}>
      <Decisions {...props} />
    </GivenContext>
  );
});

function Decisions({ input, timeZone }: Omit<Props, 'given'>) {
  const t = useT();
  const locale = useLocale();
  const decisions = useCall(LIST, input);
  const [appealing, setAppealing] = useState('');
  return (
    <>
      <PagedList
        label={t('moderation:mine.title')}
        query={decisions}
        empty={<EmptyState icon="shield" title={t('moderation:mine.none')} hint={t('moderation:mine.noneHint')} />}
        href={(page) => `${href(locale, '/community/moderation/mine')}?page=${page}`}
        keyOf={({ id }) => id}
      >
        {(decision) => (
          <article className="px-4 py-4 sm:px-6">
            <span className="badge badge-sm badge-soft badge-warning">{t(`moderation:action.${decision.action}`)}</span>
            <h2 className="mt-2 font-semibold break-words">
              <a href={href(locale, decision.path)} className="hover:text-primary">
                <bdi>{decision.subjectTitle}</bdi>
              </a>
            </h2>
            <p className="mt-1 break-words whitespace-pre-line">{decision.reason}</p>
            <p className="mt-1 text-sm text-muted">
              <time dateTime={decision.gmtCreate}>{dateTimeText(decision.gmtCreate, timeZone, locale)}</time>
            </p>
            <AppealState decision={decision} />
            {decision.appealable && (
              <button type="button" className="btn btn-sm mt-3" onClick={() => setAppealing(decision.id)}>
                {t('moderation:appeal.open')}
              </button>
            )}
          </article>
        )}
      </PagedList>
      {appealing && (
        <AppealDialog decisionId={appealing} onClose={() => setAppealing('')} onDone={() => invalidate(LIST)} />
      )}
    </>
  );
}
