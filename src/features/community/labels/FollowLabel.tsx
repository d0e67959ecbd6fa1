import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = { label: { name: string; followed: boolean }; onToggle: () => void };

/** Button that follows a label, or stops following it. */
export function FollowLabel({ label: { name, followed }, onToggle }: Props) {
  const t = useT();
  return (
    <button
      type="button"
      aria-pressed={followed}
      aria-label={t('posts:feed.followLabel', { name })}
      onClick={onToggle}
      className="btn btn-xs h-8 font-normal aria-pressed:border-primary aria-pressed:text-primary noscript:hidden"
    >
      <Icon name={followed ? 'check' : 'plus'} className="size-3.5" />
      {t(followed ? 'posts:feed.following' : 'posts:feed.follow')}
    </button>
  );
}
