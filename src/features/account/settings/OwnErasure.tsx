import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import { links } from '../links.ts';

const VIEW = 'GET /user/auth/own/data/view';

/** Requests the erasure of the user's own data, or shows the request that waits, which can be withdrawn. */
export function OwnErasure({ timeZone }: { timeZone: string }) {
  const t = useT();
  const query = useCall(VIEW, {});
  return (
    <section className="paper flex flex-col gap-3 p-4 sm:p-6" aria-labelledby="erase-title">
      <h2 id="erase-title" className="font-semibold">
        {t('account:data.erase')}
      </h2>
      <p className="text-sm text-muted">{t('account:data.eraseText')}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-sm">
        {(['erased', 'changed', 'kept'] as const).map((fate) => (
          <li key={fate}>{t(`account:data.eraseWhat.${fate}`)}</li>
        ))}
      </ul>
      <LoadState query={query} lines={2}>
        {({ request }) => (
          <>
            {request && <Asked request={request} timeZone={timeZone} />}
            {request?.state !== 'pending' && <RequestForm />}
          </>
        )}
      </LoadState>
    </section>
  );
}

type Request = NonNullable<Data<typeof VIEW>['request']>;

function Asked({ request: { id, state, gmtCreate }, timeZone }: { request: Request; timeZone: string }) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const withdraw = useAction(async () => {
    await api('POST /user/auth/flow/instance/withdraw', { id });
    notify(t('account:data.withdrawn'), 'success');
    invalidate(VIEW);
  });
  if (state !== 'pending' && state !== 'rejected') return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box bg-base-200 p-3 text-sm" role="status">
      <span>{t(`account:data.${state}`, { date: dateTimeText(gmtCreate, timeZone, locale) })}</span>
      <a className="link" href={href(locale, links.ownRequest(id))}>
        {t('account:data.see')}
      </a>
      {state === 'pending' && (
        <button
          type="button"
          className="btn btn-sm"
          disabled={!hydrated}
          aria-disabled={withdraw.isPending}
          onClick={() => void withdraw.run()}
        >
          {t('account:data.withdraw')}
        </button>
      )}
    </div>
  );
}

function RequestForm() {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    draft: 'own-erasure',
    validate: (values) => required(values, { reason: t('account:data.reasonMissing') }),
    send: async (values) => {
      await api('POST /user/auth/own/data/erase', { reason: textOf(values, 'reason') }, { isShowErrTip: false });
      notify(t('account:data.eraseAsked'), 'success');
      invalidate(VIEW);
    },
  });
  return (
    <form method="post" {...form.form} className="flex flex-col gap-3">
      <FormAlert text={form.alert} />
      <TextArea {...form.field('reason')} label={t('account:data.eraseReason')} maxLength={500} rows={3} />
      <button {...form.submit} className="btn self-start btn-outline btn-error btn-sm">
        {t('account:data.eraseAction')}
      </button>
    </form>
  );
}
