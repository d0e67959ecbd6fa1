import { Icon } from './Icon.tsx';

/** Error message of a form that concerns none of its fields; announced to screen readers. */
export function FormAlert({ text }: { text: string }) {
  return (
    // While empty it takes no space in the layout; if it were hidden, it would not be announced.
    <div role="alert" className="empty:absolute">
      {text && (
        <p className="alert alert-error alert-soft whitespace-pre-line">
          <Icon name="x-circle" className="size-4" />
          {text}
        </p>
      )}
    </div>
  );
}
