import type { ButtonHTMLAttributes, ReactNode } from 'react';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { children: ReactNode };

/** Submit button of a form: `<SubmitButton {...form.submit}>`. Shows the pending state. */
export function SubmitButton({ children, className = '', ...button }: Props) {
  return (
    <button {...button} className={`btn btn-primary ${className}`}>
      {button['aria-disabled'] === true && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {children}
    </button>
  );
}
