import { Icon } from './Icon.tsx';

type Props = {
  /** The field references it in `aria-describedby`. */
  id: string;
  text: string;
  className?: string;
};

/** Error message below a field; announced to screen readers. */
export function FieldError({ id, text, className = '' }: Props) {
  return (
    <p id={id} role="alert" className={`flex items-center gap-1 text-sm text-error ${className}`}>
      <Icon name="warning" className="size-4" />
      {text}
    </p>
  );
}
