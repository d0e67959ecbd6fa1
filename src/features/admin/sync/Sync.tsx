import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { syncSettings } from './sync-list.ts';
import { SyncProvider } from './SyncProvider.tsx';
import { SyncRuns } from './SyncRuns.tsx';

type Props = { search: string; timeZone: string };

/** Synchronisation with the contacts of WeCom and DingTalk: how each is set, and the runs. */
function Sync({ search, timeZone }: Props) {
  const t = useT();
  const settings = useCall(...syncSettings);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('people:sync.title')} hint={t('people:sync.intro')} />
      <LoadState query={settings}>
        {({ list }) => list.map((each) => <SyncProvider key={each.provider} setting={each} timeZone={timeZone} />)}
      </LoadState>
      <SyncRuns {...{ search, timeZone }} />
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Sync {...props} />
  </GivenContext>
));
