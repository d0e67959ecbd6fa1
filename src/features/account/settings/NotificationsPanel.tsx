import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { LoadState } from '#src/components/LoadState.tsx';
import { NoticeTable } from '#src/components/NoticeTable.tsx';
import type { Input } from '#src/contract/calls.ts';
import { choiceName, type NoticeChannel, type NoticeChoice } from '#src/contract/rules/notice.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { links } from '../links.ts';
import { noticeSetting } from '../panel-calls.ts';
import { DigestChoice } from './DigestChoice.tsx';
import { type NoticeSetting, QuietHours } from './QuietHours.tsx';

const SAVE = 'PUT /user/auth/notice/setting/save';

/** Where an address of a channel is confirmed. */
const CONFIRM: Record<NoticeChannel, string> = {
  mail: links.confirmEmail,
  sms: links.confirmPhone,
  wecom: links.identities,
  dingtalk: links.identities,
};

/** Which notices come on which channel besides the portal, in which language, and when not; each change is saved at once. */
export function NotificationsPanel() {
  const t = useT();
  const setting = useCall(...noticeSetting());
  const save = useAction(async (changed: Input<typeof SAVE>) => {
    await api(SAVE, changed);
    notify(t('notice:setting.saved'), 'success');
    invalidate(noticeSetting()[0]);
  });
  return (
    <section className="paper" aria-labelledby="notifications-title">
      <div className="border-b border-base-300 px-4 py-3 sm:px-6">
        <h2 id="notifications-title" className="font-semibold">
          {t('notice:setting.title')}
        </h2>
        <p className="text-sm text-muted">{t('notice:setting.hint')}</p>
      </div>
      <LoadState query={setting} lines={8}>
        {(data) => (
          <div className="flex flex-col gap-6 px-4 py-5 sm:px-6">
            <Choices setting={data} isBusy={save.isPending} save={(changed) => void save.run(changed)} />
            <LanguageChoice setting={data} isBusy={save.isPending} save={(changed) => void save.run(changed)} />
            <QuietHours setting={data} isBusy={save.isPending} save={(quiet) => void save.run({ quiet })} />
            <DigestChoice />
          </div>
        )}
      </LoadState>
    </section>
  );
}

type Part = { setting: NoticeSetting; isBusy: boolean; save: (changed: Input<typeof SAVE>) => void };

function Choices({ setting, isBusy, save }: Part) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const { chosen, required, channels } = setting;
  const head = (channel: NoticeChannel) => {
    const state = channels[channel];
    if (state === 'ready') return null;
    return (
      <span className="block text-xs font-normal">
        {state === 'off' ? (
          <span className="text-muted">{t('notice:setting.off')}</span>
        ) : (
          <a className="link" href={href(locale, CONFIRM[channel])}>
            {t(state === 'failing' ? 'notice:setting.failing' : `notice:setting.confirm.${channel}`)}
          </a>
        )}
      </span>
    );
  };
  return (
    <NoticeTable
      label={t('notice:setting.title')}
      head={head}
      cell={(channel, group, label) => {
        const name: NoticeChoice = choiceName(channel, group);
        const isRequired = required.includes(name);
        const isOn = chosen.includes(name);
        // Of a channel that is not set up only what was chosen or required says something.
        if (channels[channel] === 'off' && !isOn) return <span className="text-muted">–</span>;
        return (
          <span className="inline-flex flex-col items-center">
            <input
              type="checkbox"
              className="checkbox rounded-sm checkbox-sm"
              aria-label={isRequired ? t('notice:setting.requiredChoice', { label }) : label}
              key={String(isOn)}
              defaultChecked={isOn}
              disabled={!hydrated || isBusy || isRequired || channels[channel] !== 'ready'}
              onChange={({ target }) => save({ choices: { [name]: target.checked } })}
            />
            {isRequired && <span className="text-xs text-muted">{t('notice:setting.required')}</span>}
          </span>
        );
      }}
    />
  );
}

function LanguageChoice({ setting: { locale, languages }, isBusy, save }: Part) {
  const t = useT();
  const hydrated = useHydrated();
  return (
    <label className="flex flex-wrap items-center gap-2 text-sm">
      {t('notice:setting.language')}
      <select
        className="select select-sm w-auto"
        disabled={!hydrated || isBusy}
        key={locale}
        defaultValue={locale}
        onChange={({ target }) => save({ locale: target.value as 'zh' | 'en' })}
      >
        {languages.map((each) => (
          <option key={each} value={each}>
            {t(`notice:setting.locale.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
