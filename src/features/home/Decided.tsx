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

/** Decisions on the viewer's requests since the last visit, latest first. Removed once read here or in another tab. */
function Decided() {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const { decided } = useCall(HOME, {}).data!;
  if (decided.length === 0) return null;
  return (
    <ul
      ref={list}
      tabIndex={-1}
      className="paper divide-y divide-base-300 overflow-hidden outline-none"
      aria-label={t('record:home.decided.label')}
    >
      {decided.map((each) => (
        <Decision key={each.id} {...each} onDismiss={() => list.current?.focus()} />
      ))}
    </ul>
  );
}

type DecisionProps = Data<typeof HOME>['decided'][number] & {
  /** Before it is removed together with the focus. */
  onDismiss: () => void;
};

function Decision({ id, title, state, onDismiss }: DecisionProps) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const { run, isPending } = useAction(async () => {
    onDismiss();
    await optimistically(
      HOME,
      {},
      (home) => ({ ...home, decided: home.decided.filter((each) => each.id !== id) }),
      () => api('PUT /user/auth/flow/instance/see', [id]),
    );
    // There may be more than are shown.
    invalidate(HOME);
  });
  const isApproved = state === 'approved';
  const text = t(`record:home.decided.${state}`, { title });
  return (
    <li className="flex items-center gap-3 px-4 py-3 hover:bg-base-200 sm:px-6">
      <Icon
        name={isApproved ? 'check-circle' : 'warning'}
        className={`size-5 ${isApproved ? 'text-success' : 'text-warning'}`}
      />
      <a href={href(locale, links.ownRequest(id))} className="min-w-0 grow font-medium break-words hover:text-primary">
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
