import { Icon } from './Icon.tsx';

type Props = {
  value: string | undefined;
  /** What is searched for: placeholder and name of the field. */
  label: string;
  /** Text of the button. */
  action: string;
  /** Width of the field. */
  className?: string;
};

/** Keyword and button of the search form of a list (`?keyword=`). */
export function KeywordField({ value, label, action, className = 'w-40 grow sm:grow-0' }: Props) {
  return (
    <>
      <input
        type="search"
        name="keyword"
        defaultValue={value}
        maxLength={100}
        placeholder={label}
        aria-label={label}
        className={`input input-sm ${className}`}
      />
      <button className="btn border-base-300 bg-base-100 btn-sm">
        <Icon name="search" className="size-4" />
        {action}
      </button>
    </>
  );
}
