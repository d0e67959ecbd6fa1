import { useT } from '#src/i18n/island.tsx';
import { TextField } from '../kit/fields.tsx';
import { tagsOf } from './draft.ts';

type Props = { value: string; known: string[]; error: string | undefined; onChange: (tags: string) => void };
const SHOWN = 8;

/** Tags, separated by commas, with suggestions of those that the bank has. */
export function TagField({ value, known, error, onChange }: Props) {
  const t = useT();
  const chosen = tagsOf(value);
  const isTyping = value !== '' && !/[,，;；]\s*$/.test(value) && !known.includes(chosen.at(-1) ?? '');
  const typed = isTyping ? (chosen.at(-1) ?? '').toLowerCase() : '';
  const offered = known.filter((tag) => !chosen.includes(tag) && tag.toLowerCase().includes(typed)).slice(0, SHOWN);
  const add = (tag: string) => onChange([...(isTyping ? chosen.slice(0, -1) : chosen), tag].join(', '));
  return (
    <div className="flex flex-col gap-2">
      <TextField
        name="tags"
        label={t('bank:tags')}
        hint={t('bank:tagsHint')}
        value={value}
        error={error}
        maxLength={2000}
        onChange={onChange}
      />
      {offered.length > 0 && (
        <ul className="flex flex-wrap gap-1" aria-label={t('bank:tagsKnown')}>
          {offered.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                className="btn border-base-300 bg-base-100 font-normal btn-xs"
                aria-label={t('bank:addTag', { tag })}
                onClick={() => add(tag)}
              >
                + {tag}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
