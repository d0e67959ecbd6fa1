import './labels.css';
import { useLocale } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import type { PostCard } from '../post-path.ts';
import { labelPath } from '../post-path.ts';

type Label = PostCard['labels'][number];

/** Labels of a post, as links to their pages. */
export function LabelChips({ labels }: { labels: Label[] }) {
  const locale = useLocale();
  return (
    <ul className="flex flex-wrap gap-1.5 empty:hidden">
      {labels.map(({ id, code, name, color }) => (
        <li key={id} className="relative">
          <a href={href(locale, labelPath(code))} className={`post-label post-label-${color} hover:underline`}>
            <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}
