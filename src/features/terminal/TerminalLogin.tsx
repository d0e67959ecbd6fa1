import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#src/client/api-error.ts';
import { api } from '#src/client/api.ts';
import { clearBrowser } from '#src/client/leave-terminal.ts';
import { retryOnBusy } from '#src/client/retry-on-busy.ts';
import { keepSession } from '#src/client/session.ts';
import { textOf, useForm } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { AgreeField } from '#src/features/login/AgreeField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { isBadge } from '#src/contract/rules/terminal.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { PinField } from './PinField.tsx';

type Props = {
  badgeNeedsPin: boolean;
  /** Codes of the texts that must be accepted. */
  agreements: ('agreement' | 'privacy')[];
};

/** The decoder is larger than the page: it is loaded where a camera is used. */
const BadgeCamera = lazyPart(async () => (await import('./BadgeCamera.tsx')).BadgeCamera, 6);

/** After this without input, what somebody has typed and left is forgotten, ms. */
const FORGET_MS = 60_000;

/** Login at a shared terminal: employee number and PIN, or a badge; at the first time a PIN of one's own. */
export default island<Props>(function TerminalLogin({ badgeNeedsPin, agreements }) {
  const t = useT();
  const locale = useLocale();
  const [badge, setBadge] = useState<string | null>(null);
  /** Number or badge with the initial PIN that is right. */
  const [initial, setInitial] = useState<{ employeeNo?: string; badge?: string; pin: string } | null>(null);
  const [isAgreeing, setAgreeing] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const hydrated = useHydrated();
  const pinField = useRef<HTMLInputElement>(null);
  const consent = useRef<HTMLInputElement>(null);
  const form = useForm({
    fallback: t('account:login.unreachable'),
    validate: (values): Record<string, string> => {
      if (initial) {
        const [first, second] = [textOf(values, 'newPin'), textOf(values, 'repeat')];
        return first === second ? {} : { repeat: t('terminal:login.different') };
      }
      return badge === null && textOf(values, 'employeeNo').trim() === ''
        ? { employeeNo: t('terminal:login.numberMissing') }
        : {};
    },
    send: async (values) => {
      const number = textOf(values, 'employeeNo').trim();
      const scanned = badge ?? (isBadge(number) ? number : null);
      const pin = textOf(values, 'pin').trim();
      const who = scanned === null ? { employeeNo: number } : { badge: scanned };
      const tried = initial
        ? { ...initial, newPin: textOf(values, 'newPin').trim() }
        : { ...who, ...(pin !== '' && { pin }) };
      try {
        const input = { ...tried, agreed: values.has('agreed') };
        const session = await retryOnBusy(
          () => api('POST /user/api/terminal/login', input, { _No_dispose: true }),
          () => form.showAlert(t('account:login.wait')),
        );
        keepSession(session);
        return { path: href(locale, '/home'), replace: true };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if ('agreed' in error.fields) setAgreeing(true);
        if (error.code !== 409 || initial) throw error;
        setInitial({ ...who, pin });
      }
    },
  });
  const startAgain = () => {
    setBadge(null);
    setInitial(null);
    setAgreeing(false);
    setLooking(false);
    form.form.ref.current?.reset();
    form.showAlert('');
  };
  const reset = useEffectEvent(startAgain);
  useEffect(() => {
    // What a session has left that was not ended here: a crash, an empty battery.
    void clearBrowser();
    let timer = setTimeout(() => reset(), FORGET_MS);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(() => reset(), FORGET_MS);
    };
    const types = ['keydown', 'pointerdown'] as const;
    for (const type of types) addEventListener(type, again);
    return () => {
      clearTimeout(timer);
      for (const type of types) removeEventListener(type, again);
    };
  }, []);

  // A scanner types the number of the badge and Enter.
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const typed = event.currentTarget.value.trim();
    if (isBadge(typed)) {
      if (!badgeNeedsPin) return;
      setBadge(typed);
    }
    event.preventDefault();
    pinField.current?.focus();
  };
  // As if a scanner had typed it.
  const onBadge = (read: string) => {
    flushSync(() => {
      setBadge(read);
      setLooking(false);
    });
    if (badgeNeedsPin) pinField.current?.focus();
    else form.form.ref.current?.requestSubmit();
  };
  return (
    <form method="post" {...form.form} className="flex flex-col gap-5">
      <FormAlert text={form.alert} />
      {initial ? (
        <>
          <p>{t('terminal:login.newPinText')}</p>
          <PinField {...form.field('newPin')} label={t('terminal:login.newPin')} autoFocus />
          <FormField
            {...form.field('repeat')}
            label={t('terminal:login.repeat')}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            large
          />
        </>
      ) : (
        <>
          {badge === null && (
            <button
              type="button"
              className="btn btn-lg"
              aria-expanded={isLooking}
              disabled={!hydrated}
              onClick={() => setLooking(!isLooking)}
            >
              <Icon name="camera" className="size-5" />
              {t(isLooking ? 'terminal:camera.close' : 'terminal:camera.open')}
            </button>
          )}
          {isLooking && <BadgeCamera onRead={onBadge} />}
          {badge === null ? (
            <FormField
              {...form.field('employeeNo')}
              label={t('terminal:login.number')}
              hint={t('terminal:login.numberHint')}
              autoComplete="off"
              maxLength={60}
              icon="user"
              autoFocus
              large
              onKeyDown={onEnter}
            />
          ) : (
            <p role="status" className="flex items-center gap-2 text-lg font-medium">
              <Icon name="check-circle" className="size-6 text-success" />
              {t('terminal:login.badgeRead')}
            </p>
          )}
          <PinField {...form.field('pin')} ref={pinField} label={t('terminal:pad.pin')} />
        </>
      )}
      {isAgreeing && <AgreeField form={form} name="agreed" codes={agreements} ref={consent} />}
      <div className="flex gap-3">
        <SubmitButton {...form.submit} className="grow btn-lg text-base">
          {t('terminal:login.submit')}
        </SubmitButton>
        {(badge !== null || initial) && (
          <button type="button" className="btn btn-lg" onClick={startAgain}>
            {t('common:cancel')}
          </button>
        )}
      </div>
    </form>
  );
});
