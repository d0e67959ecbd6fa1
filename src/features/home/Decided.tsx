import { useRef } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { api } from '#src/client/api.ts';
import { type Given, GivenContext, invalidate, optimistically, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import type { Data } from '#src/contract/calls.ts';
import { links } from '#src/features/account/links.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

const HOME = 'GET /data/auth/user/home/view';

/**
 * Decisions on the viewer's requests, changes of their certificates by hand, and papers that have been marked, since the
 * last visit, latest first. Removed once read here or in another tab.
 */
function Decided() {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const { decided, certificateChanges, markedExams } = useCall(HOME, {}).data!;
  if (decided.length + certificateChanges.length + markedExams.length === 0) return null;
  return (
    <ul
      ref={list}
      tabIndex={-1}
      className="paper divide-y divide-base-300 overflow-hidden outline-none"
      aria-label={t('record:home.decided.label')}
    >
      {decided.map(({ id, title, state }) => (
        <News
          key={id}
          title={title}
          text={t(`record:home.decided.${state}`, { title })}
          link={links.ownRequest(id)}
          isGood={state === 'approved'}
          onDismiss={() => list.current?.focus()}
          withoutIt={(home) => ({ ...home, decided: home.decided.filter((each) => each.id !== id) })}
          dismiss={() => api('PUT /user/auth/flow/instance/see', [id])}
        />
      ))}
      {certificateChanges.map(({ id, certificateName: title, change }) => (
        <News
          key={id}
          title={title}
          text={t(`record:home.decided.${change}`, { title })}
          link={links.account(3, 2)}
          isGood={change !== 'revoked'}
          onDismiss={() => list.current?.focus()}
          withoutIt={(home) => ({
            ...home,
            certificateChanges: home.certificateChanges.filter((each) => each.id !== id),
          })}
          dismiss={() => api('PUT /course/auth/user/certificate/see', [id])}
        />
      ))}
      {markedExams.map(({ id, title, path }) => (
        <News
          key={id}
          title={title}
          text={t('record:home.decided.marked', { title })}
          link={path}
          isGood
          onDismiss={() => list.current?.focus()}
          withoutIt={(home) => ({ ...home, markedExams: home.markedExams.filter((each) => each.id !== id) })}
          dismiss={() => api('PUT /user/auth/notice/read', { ids: [id] })}
        />
      ))}
    </ul>
  );
}

type Home = Data<typeof HOME>;
type NewsProps = {
  title: string;
  text: string;
  /** Chinese form of the URL. */
  link: string;
  isGood: boolean;
  /** Before it is removed together with the focus. */
  onDismiss: () => void;
  withoutIt: (home: Home) => Home;
  dismiss: () => Promise<unknown>;
};

function News({ title, text, link, isGood, onDismiss, withoutIt, dismiss }: NewsProps) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const { run, isPending } = useAction(async () => {
    onDismiss();
    await optimistically(HOME, {}, withoutIt, dismiss);
    // There may be more than are shown.
    invalidate(HOME);
  });
  return (
    <li className="flex items-center gap-3 px-4 py-3 hover:bg-base-200 sm:px-6">
      <Icon
        name={isGood ? 'check-circle' : 'warning'}
        className={`size-5 ${isGood ? 'text-success' : 'text-warning'}`}
      />
      <a href={href(locale, link)} className="min-w-0 grow font-medium break-words hover:text-primary">
        {text}
      </a>
      <button
        type="button"
        className="btn btn-ghost btn-sm btn-square"
        aria-label={t('record:home.decided.dismiss', { title })}
        disabled={!hydrated}
        aria-disabled={isPending}
        onClick={() => void run()}
      >
        <Icon name="close" className="size-4" />
      </button>
    </li>
  );
}

export default island(({ given }: { given: Given }) => (
  <GivenContext value={given}>
    <Decided />
  </GivenContext>
));
