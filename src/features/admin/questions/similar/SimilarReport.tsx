import { type Given, GivenContext } from '#src/client/query.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { PageHead } from '../../kit/PageHead.tsx';
import { Similar } from './Similar.tsx';

/** The similar questions of a bank, as a page. */
function SimilarReport({ bankId, title }: { bankId: string; title: string }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('bank:similar.of', { title })} hint={t('bank:similar.hint')} />
      <Similar bankId={bankId} />
    </div>
  );
}

export default island(({ given, ...props }: { bankId: string; title: string; given: Given }) => (
  <GivenContext value={given}>
    <SimilarReport {...props} />
  </GivenContext>
));
