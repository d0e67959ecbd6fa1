import { notify } from '#src/client/notify.ts';
import { useSignedIn } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { knowledgePath } from '../knowledge-path.ts';
import type { OwnReactions, Sums } from './apply-change.ts';
import { react, type Subject, useReactions } from './reactions.store.ts';
import { Share } from './Share.tsx';

type Props = {
  subject: Subject;
  title: string;
  /** For members including their own reactions. */
  given: Sums | OwnReactions;
  /** URL of the login page that returns here. */
  login: string;
  /** Absolute URL of the page, to share. */
  link: string;
};

const BUTTON = 'btn btn-sm h-10 gap-2 border-base-300 bg-base-100 text-sm font-normal';
const PRESSED = 'aria-pressed:border-primary aria-pressed:text-primary aria-pressed:[&_svg]:fill-current';

/** Rating, students, like, bookmark and share of a course or project; the last three need a session. */
export default island(function ReactionBar({ subject, title, given, login, link }: Props) {
  const t = useT();
  const locale = useLocale();
  const reactions = useReactions(given);
  const signedIn = useSignedIn('liked' in given);
  const own = signedIn && 'liked' in reactions ? reactions : null;

  const toggle = async (field: 'liked' | 'bookmarked') => {
    const on = !own![field];
    const saved = await react(subject, own!, { [field]: on });
    if (!saved || !on || field === 'liked') return;
    const kind = subject.subjectType === 'project' ? ({ kind: 'project' } as const) : { courseType: 0 };
    notify(t('course:react.bookmarkedNow'), 'success', {
      href: href(locale, knowledgePath({ ...kind, bookmarked: true })),
      label: t('course:filter.bookmarked'),
    });
  };
  const loginFirst = { href: login, rel: 'nofollow', 'data-login-first': '', className: BUTTON };
  const buttons = [
    { field: 'liked', icon: 'like', label: t('course:react.like'), count: reactions.likeCount },
    { field: 'bookmarked', icon: 'bookmark', label: t('course:react.bookmark'), count: reactions.bookmarkCount },
  ] as const;

  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
      <p className="flex items-center gap-x-4 gap-y-1 text-sm text-muted">
        <a href="#rating" className="flex items-center gap-1.5 py-1 hover:text-primary">
          <Icon name="star" className="size-4 fill-current text-star" />
          {reactions.ratingMean !== null && (
            <span className="font-medium text-base-content tabular-nums">{reactions.ratingMean.toFixed(1)}</span>
          )}
          <span>
            {reactions.ratingCount ? t('course:rate.count', { number: reactions.ratingCount }) : t('course:rate.none')}
          </span>
        </a>
        {reactions.studentCount > 0 && (
          <span className="flex items-center gap-1.5">
            <Icon name="users" className="size-4" />
            {t('course:students', { count: reactions.studentCount })}
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {buttons.map(({ field, icon, label, count }) => {
          const content = (
            <>
              <Icon name={icon} />
              {label}
              <span className="tabular-nums">{count}</span>
            </>
          );
          return own ? (
            <button
              key={field}
              type="button"
              aria-pressed={own[field]}
              onClick={() => void toggle(field)}
              className={`${BUTTON} ${PRESSED}`}
            >
              {content}
            </button>
          ) : (
            <a key={field} {...loginFirst}>
              {content}
            </a>
          );
        })}
        {own ? (
          <Share title={title} link={link} className={BUTTON} />
        ) : (
          <a {...loginFirst}>
            <Icon name="share" />
            {t('course:share.button')}
          </a>
        )}
      </div>
    </div>
  );
});
