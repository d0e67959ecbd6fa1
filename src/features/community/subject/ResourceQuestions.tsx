import { useState } from 'react';
import { useCall } from '#src/client/query.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import type { ResourcePlace } from '#src/contract/resource-place.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { postPath, writePath } from '../post-path.ts';
import { questionsOf } from './questions-of.ts';

type Props = {
  resourceId: string;
  /** Returns the current position of the player or reader. */
  placeNow: () => ResourcePlace | null;
};

/** Questions about the resource that is being studied, and the link to ask one about the current place. */
export function ResourceQuestions({ resourceId, placeNow }: Props) {
  const t = useT();
  const locale = useLocale();
  const [place, setPlace] = useState<ResourcePlace | null>(null);
  // Read before the link is followed, also into a new tab.
  const takePlace = () => setPlace(placeNow());
  const questions = useCall(...questionsOf({ type: 'resource', id: resourceId }));
  return (
    <section aria-labelledby="asked" className="paper mt-6 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="asked" className="font-semibold">
          {t('posts:subject.title')}
        </h2>
        <a
          href={href(locale, writePath({ kind: 'question', subject: { type: 'resource', id: resourceId, place } }))}
          onFocus={takePlace}
          onPointerDown={takePlace}
          onKeyDown={takePlace}
          className="btn btn-sm"
        >
          <Icon name="talk" className="size-4" />
          {t('posts:subject.ask')}
        </a>
      </div>
      <LoadState query={questions} lines={1}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="mt-2 text-sm text-muted">{t('posts:subject.none')}</p>
          ) : (
            <ul className="mt-2">
              {list.map((post) => (
                <li key={post.id}>
                  <a
                    href={href(locale, postPath(post))}
                    className="flex min-h-9 items-center py-1 break-words hover:text-primary"
                  >
                    {post.title}
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </LoadState>
    </section>
  );
}
