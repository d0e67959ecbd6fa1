import './picker.css';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  id?: string;
  name?: string;
  ref?: Ref<HTMLButtonElement>;
  /** Names the button, together with what is chosen. */
  label: string;
  /** What is chosen; null: nothing, `placeholder` is shown. */
  chosen: string | null;
  placeholder: string;
  /** Nothing is chosen any more; without it something always is. */
  onClear?: () => void;
  isSmall?: boolean;
  className?: string;
  about?: { 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
  /** What can be chosen; it is rendered while the picker is open. */
  children: (close: () => void) => ReactNode;
};

/** A button that shows what is chosen, and opens a panel in which something else is chosen. */
export function Picker({ id, name, ref, label, chosen, placeholder, onClear, isSmall, about, ...props }: Props) {
  const { className = '', children } = props;
  const t = useT();
  const panel = useId();
  const element = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The browser opens it before the island is hydrated, too.
  useEffect(() => setOpen(element.current!.matches(':popover-open')), []);
  const size = isSmall ? 'select-sm' : '';
  return (
    <div className={`picker ${className}`}>
      <button
        {...{ id, name, ref, ...about }}
        type="button"
        popoverTarget={panel}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${label}: ${chosen ?? placeholder}`}
        className={`select w-full text-start ${size} ${about?.['aria-invalid'] ? 'select-error' : ''}`}
      >
        <span className={`min-w-0 grow truncate ${chosen === null ? 'text-muted' : ''}`}>{chosen ?? placeholder}</span>
      </button>
      {onClear && chosen !== null && (
        <button
          type="button"
          className="btn btn-square btn-ghost btn-xs picker-clear"
          aria-label={t('admin:picker.clear', { label })}
          onClick={onClear}
        >
          <Icon name="close" className="size-4" />
        </button>
      )}
      <div
        ref={element}
        id={panel}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="picker-panel floating"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && children(() => element.current!.hidePopover())}
      </div>
    </div>
  );
}

/** Where arrow keys lead in the panel of an element: its search field, then what can be chosen. */
const stopsAround = (element: HTMLElement): HTMLElement[] =>
  [...(element.closest('[popover]')?.getElementsByTagName('*') ?? [])].filter((each): each is HTMLElement =>
    each.matches('input, [role=treeitem][tabindex="0"], [data-option]'),
  );

type SearchProps = { label: string; value: string; onChange: (value: string) => void };

/** The search field of a panel, which has the focus when it opens. Arrow down leads to what is below it. */
export function PickerSearch({ label, value, onChange }: SearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current!.focus(), []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter searches; it does not send the form.
    if (event.key === 'Enter') event.preventDefault();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    stopsAround(event.currentTarget)[1]?.focus();
  };
  return (
    <input
      ref={input}
      type="search"
      className="input input-sm w-full"
      value={value}
      maxLength={100}
      autoComplete="off"
      placeholder={label}
      aria-label={label}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

type Option = { id: string; name: string; hint?: string };
type OptionsProps = { label: string; options: Option[]; none: string; onChoose: (option: Option) => void };

/** What a search of a panel has found. Arrow keys move among them. */
export function PickerOptions({ label, options, none, onChoose }: OptionsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = stopsAround(event.currentTarget);
    all[all.indexOf(event.target as HTMLElement) + step]?.focus();
  };
  return (
    <>
      <ul aria-label={label} onKeyDown={onKeyDown}>
        {options.map((option) => (
          <li key={option.id}>
            <button
              type="button"
              data-option
              className="w-full rounded-field px-3 py-1.5 text-start hover:bg-base-200"
              onClick={() => onChoose(option)}
            >
              <span className="block break-words">{option.name}</span>
              {option.hint && <span className="block text-sm text-muted">{option.hint}</span>}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="px-3 py-2 text-sm text-muted empty:hidden">
        {options.length === 0 && none}
      </p>
    </>
  );
}

/** Delay after the last key before searching, ms. */
const PAUSE = 250;

/** A keyword, and what to search for once no key has been pressed for a moment. */
export function useTyped(): { typed: string; setTyped: (text: string) => void; keyword: string | undefined } {
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, keyword: keyword || undefined };
}
