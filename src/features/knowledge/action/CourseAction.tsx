import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { Icon } from '#src/components/Icon.tsx';
import { Progress } from '#src/components/Progress.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { moneyText } from '#src/lib/money.ts';
import { AddToCart } from './AddToCart.tsx';
import { AskForSeat } from './AskForSeat.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';
import { StatusBox } from './StatusBox.tsx';

type Course = Data<'GET /course/api/course/info/view'>;
type Mine = Data<'GET /course/auth/course/info/view'>;
type Props = {
  course: Pick<Course, 'id' | 'title' | 'price' | 'currency' | 'purchaseRequired' | 'courseType'> & {
    hasOnline: boolean;
  };
  /** Null for visitors. */
  mine: Pick<Mine, 'status' | 'studyState' | 'studyProgress' | 'registration' | 'purchase'> | null;
  /** The cart of an organisation account or administrator; null for others. */
  cart: { inCart: boolean } | null;
  /** URL of the login page that returns here. */
  login: string;
  /** Error if the reason for applying again is missing. */
  required: string;
};

/** An offline course is not studied here: its classes are booked, and attended elsewhere. */
const OFFLINE = 2;
const START = {
  notStarted: 'course:start',
  learning: 'course:continue',
  completed: 'course:again',
  overdue: 'course:continue',
};

/** The viewer's next action for a course: log in, register, wait, apply again, buy, ask for a seat, start, continue. */
export default island(function CourseAction({ course, mine: given, cart, login, required }: Props) {
  const t = useT();
  const locale = useLocale();
  const [mine, setMine] = useState(given);
  const { id, title, purchaseRequired } = course;

  const register = async (note: string | undefined) => {
    const input = { courseId: id, note };
    await api('POST /course/auth/course/registration/save', input, { isShowErrTip: false });
    // Reloads to get the id of the new request for the link.
    setMine(await api('GET /course/auth/course/info/view', { id }));
  };
  const ask = async (note: string | undefined) => {
    await api('POST /course/auth/order/cart/save', { courseId: id, note }, { isShowErrTip: false });
    setMine(await api('GET /course/auth/course/info/view', { id }));
  };
  const registration = (again: boolean) => (
    <RegistrationForm
      again={again}
      required={required}
      label={t(again ? 'course:registerNote.again' : 'course:registerNote.label')}
      send={register}
    />
  );

  return (
    <div className="flex flex-col gap-3" id="course-action">
      {purchaseRequired && (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-2xl font-semibold tabular-nums">
            {moneyText(course.price, course.currency, locale)}
          </span>
          <span className="text-sm text-muted">{t('course:buy.perSeat')}</span>
        </p>
      )}
      {mine && mine.status !== 'notStarted' && (
        <div className="flex flex-col gap-1">
          <p className="text-sm text-muted">{t(`enum:learningState.${mine.status}`)}</p>
          <Progress value={mine.studyProgress} label={t('course:progressOf', { title })} />
        </div>
      )}
      {!mine ? (
        <>
          <a className="btn btn-primary btn-block" href={login}>
            {t('course:loginToStudy')}
          </a>
          {purchaseRequired && (
            <a className="btn btn-outline btn-primary btn-block" href={login} data-login-first="">
              {t('course:buy.add')}
            </a>
          )}
          <p className="text-center text-sm text-muted">
            {purchaseRequired ? t('course:state.purchaseFirst') : t('course:pleaseLogIn')}
          </p>
        </>
      ) : mine.studyState === 'registerFirst' ? (
        <>
          {registration(false)}
          <p className="text-center text-sm text-muted">{t('course:state.registerFirst')}</p>
        </>
      ) : mine.purchase && !cart ? (
        <AskForSeat purchase={mine.purchase} required={required} focused={mine !== given} ask={ask} />
      ) : mine.studyState !== 'open' ? (
        <ClosedReason mine={mine} forOthers={cart !== null} focused={mine !== given} />
      ) : course.hasOnline ? (
        <a className="btn btn-primary btn-block" href={href(locale, `/watch/course?id=${id}`)}>
          <Icon name={course.courseType === OFFLINE ? 'calendar' : 'play'} />
          {t(course.courseType === OFFLINE ? 'course:enter' : START[mine.status])}
        </a>
      ) : (
        <p className="rounded-box bg-base-200 p-3 text-sm">{t('course:nothingOnline')}</p>
      )}
      {mine?.studyState === 'registrationRejected' && mine.registration.mayAskAgain && registration(true)}
      {mine && purchaseRequired && cart && <AddToCart courseId={id} inCart={cart.inCart} />}
    </div>
  );
});

type ReasonProps = {
  mine: NonNullable<Props['mine']>;
  /** The viewer may buy the course for others. */
  forOthers: boolean;
  /** The viewer has just registered. */
  focused: boolean;
};

/** The reason why the course cannot be studied. */
function ClosedReason({ mine, forOthers, focused }: ReasonProps) {
  const t = useT();
  const locale = useLocale();
  const { studyState, registration } = mine;
  return (
    <StatusBox icon={studyState === 'registrationPending' ? 'clock' : 'lock'} focused={focused}>
      <p>{forOthers && studyState === 'purchaseFirst' ? t('course:buy.forOthers') : t(`course:state.${studyState}`)}</p>
      {studyState === 'registrationRejected' && registration.reason && (
        <p className="mt-1 break-words text-muted">{t('course:reason', { reason: registration.reason })}</p>
      )}
      {studyState === 'registrationPending' && registration.instanceId && (
        <a className="link mt-1 inline-block" href={href(locale, `/account?change=6&id=${registration.instanceId}`)}>
          {t('course:seeRequest')}
        </a>
      )}
    </StatusBox>
  );
}
