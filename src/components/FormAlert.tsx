import { Icon } from './Icon.tsx';

/** What is wrong with a form and concerns none of its fields; announced to screen readers. */
export function FormAlert({ text }: { text: string }) {
  return (
    // Empty it takes no part in the layout, nor in the gaps of its form; hidden it would not be announced.
    <div role="alert" className="empty:absolute">
      {text && (
        <p className="alert alert-error alert-soft">
          <Icon name="x-circle" className="size-4" />
          {text}
        </p>
      )}
    </div>
  );
}
