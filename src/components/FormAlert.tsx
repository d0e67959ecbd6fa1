import { Icon } from './Icon.tsx';

/** What is wrong with a form and concerns none of its fields; announced to screen readers. */
export function FormAlert({ text }: { text: string }) {
  return (
    // Empty it takes no part in the layout, nor in the gaps of its form; hidden it would not be announced.
    <div role="alert" className="empty:absolute">
      {text && (
        <p className="flex items-start gap-2 rounded-field bg-error/10 px-3 py-2.5 text-sm text-error">
          <Icon name="x-circle" className="mt-0.5 size-4" />
          {text}
        </p>
      )}
    </div>
  );
}
