import { useT } from '#src/i18n/island.tsx';
import { Icon } from '#src/components/Icon.tsx';

/** Says how many pictures of what was pasted are missing in the text, as long as there are any. */
export function LostPictures({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useT();
  return (
    <div role="status">
      {count > 0 && (
        <p className="flex items-start gap-2 border-b border-base-300 bg-base-200 px-3 py-2 text-sm">
          <span className="min-w-0 grow">{t('editor:picture.lost', { count })}</span>
          <button
            type="button"
            className="btn btn-square btn-ghost btn-xs"
            aria-label={t('common:close')}
            onClick={onClose}
          >
            <Icon name="close" className="size-4" />
          </button>
        </p>
      )}
    </div>
  );
}
