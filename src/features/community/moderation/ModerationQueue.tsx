import { useState } from 'react';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import type { OperationInput } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { CaseRow } from './CaseRow.tsx';

const LIST = 'POST /community/auth/moderation/page';
export const CASE_LISTS = ['open', 'appeals', 'closed'] as const;

type Props = { input: OperationInput<typeof LIST>; timeZone: string; given: Given };

/** The moderation queue: open cases, appeals and closed cases; a case opens in its place. */
export default island<Props>(function ModerationQueue({ given, ...props }) {
  return (
    <GivenContext value={given}>
      <Queue {...props} />
    </GivenContext>
  );
});

function Queue({ input, timeZone }: Omit<Props, 'given'>) {
  const t = useT();
  const path = `${href(useLocale(), '/community/moderation')}?list=`;
  const cases = useCall(LIST, input);
  const [opened, setOpened] = useState('');
  const counts = { open: cases.data?.openCount ?? 0, appeals: cases.data?.appealCount ?? 0, closed: 0 };
  const choices = CASE_LISTS.map((list) => {
    const name = t(`moderation:queue.${list}`);
    const count = counts[list];
    return {
      label: count > 0 ? t('moderation:queue.count', { name, count }) : name,
      href: path + list,
      chosen: list === input.list,
    };
  });
  return (
    <div className="flex flex-col gap-4">
      <Choices label={t('moderation:queue.lists')} choices={choices} />
      <PagedList
        label={t(`moderation:queue.${input.list}`)}
        query={cases}
        empty={<EmptyState icon="shield" title={t('moderation:queue.none')} hint={t('moderation:queue.noneHint')} />}
        href={(page) => `${path}${input.list}&page=${page}`}
        keyOf={({ id }) => id}
      >
        {(each) => (
          <CaseRow
            row={each}
            isOpen={opened === each.id}
            timeZone={timeZone}
            onToggle={() => setOpened(opened === each.id ? '' : each.id)}
            onDone={() => {
              setOpened('');
              invalidate(LIST, 'GET /community/auth/moderation/view');
            }}
          />
        )}
      </PagedList>
    </div>
  );
}
