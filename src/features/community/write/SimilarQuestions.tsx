import { useCallback } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { findSimilar } from '../community-search.ts';
import { postPath } from '../post-path.ts';
import { useFound } from '../use-found.ts';

/** Characters from which on a title is compared. */
const SHORTEST = 4;

type Props = {
  title: string;
  /** The question that is edited. */
  except: string | null;
};

/** Questions similar to the one that is being asked; they open in a new tab. */
export function SimilarQuestions({ title, except }: Props) {
  const t = useT();
  const locale = useLocale();
  const look = useCallback((text: string) => findSimilar(text, except ?? undefined), [except]);
  const found = useFound(title, look, SHORTEST) ?? [];
  return (
    <div role="status" className="empty:hidden">
      {found.length > 0 && (
        <div className="rounded-box border border-base-300 bg-base-200 p-4">
          <p className="text-sm font-medium">{t('posts:write.similar')}</p>
          <ul className="mt-1">
            {found.map((question) => (
              <li key={question.id}>
                <a
                  href={href(locale, postPath({ kind: 'question', id: question.id }))}
                  target="_blank"
                  rel="noopener"
                  className="flex min-h-9 flex-wrap items-center gap-x-3 py-1 hover:text-primary"
                >
                  <span className="min-w-0 break-words">{question.title}</span>
                  <span
                    className={`flex items-center gap-1 text-sm ${question.solved ? 'text-success' : 'text-muted'}`}
                  >
                    {question.solved && <Icon name="check-circle" className="size-4" />}
                    {t('posts:view.answers', { count: question.answerCount })}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
