import { Icon } from './Icon.tsx';

type Props = {
  /** The field names it in `aria-describedby`. */
  id: string;
  text: string;
  className?: string;
};

/** What is wrong with a field, below it; announced to screen readers. */
export function FieldError({ id, text, className = '' }: Props) {
  return (
    <p id={id} role="alert" className={`flex items-center gap-1 text-sm text-error ${className}`}>
      <Icon name="warning" className="size-4" />
      {text}
    </p>
  );
}
