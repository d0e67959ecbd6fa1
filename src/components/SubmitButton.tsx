import type { ButtonHTMLAttributes, ReactNode } from 'react';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { children: ReactNode; isDestructive?: boolean };

/** Submit button of a form: `<SubmitButton {...form.submit}>`. Shows the pending state. */
export function SubmitButton({ children, className = '', isDestructive = false, ...button }: Props) {
  return (
    <button {...button} className={`btn ${isDestructive ? 'btn-error' : 'btn-primary'} ${className}`}>
      {button['aria-disabled'] === true && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {children}
    </button>
  );
}
