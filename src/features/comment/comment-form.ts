import { ApiError } from '#src/client/api-error.ts';
import { askToLogIn } from '#src/client/login-first.ts';
import { COMMENT_LENGTH, isVisible } from '#src/lib/comment-text.ts';

type Options = {
  /** Where what is typed is kept until it is sent, also across the login. */
  draft: string;
  signedIn: boolean;
  texts: { required: string; failed: string };
  /** Sends it; throws what was refused. */
  send: (content: string) => Promise<void>;
};

/** Makes a form of CommentForm.astro work: counter, draft, what is missing, what was refused. */
export function startForm(form: HTMLFormElement, { draft, signedIn, texts, send }: Options): void {
  const field = form.querySelector('textarea')!;
  const submit = form.querySelector<HTMLButtonElement>('[type=submit]')!;
  const error = form.querySelector<HTMLElement>('[data-error]')!;
  const busy = form.querySelector<HTMLElement>('[data-busy]')!;

  function showError(text: string): void {
    error.hidden = !text;
    error.textContent = text;
    if (text) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
  }
  function showCount(): void {
    form.querySelector('[data-count]')!.textContent = `${field.value.length} / ${COMMENT_LENGTH}`;
  }

  // What was typed before this script ran stays.
  field.value ||= sessionStorage.getItem(draft) ?? '';
  showCount();
  submit.disabled = false;
  field.addEventListener('input', () => {
    showCount();
    showError('');
    if (field.value) sessionStorage.setItem(draft, field.value);
    else sessionStorage.removeItem(draft);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!busy.hidden) return;
    if (!isVisible(field.value)) {
      showError(texts.required);
      field.focus();
    } else if (signedIn) await sendIt();
    else askToLogIn();
  });

  async function sendIt(): Promise<void> {
    busy.hidden = false;
    submit.setAttribute('aria-disabled', 'true');
    showError('');
    try {
      await send(field.value);
      field.value = '';
      sessionStorage.removeItem(draft);
      showCount();
    } catch (thrown) {
      const refusal = thrown instanceof ApiError ? thrown : new ApiError(0, '');
      // The login page is on its way already; what was typed is kept.
      if (!refusal.needsLogin) showError(refusal.fields.content ?? (refusal.message || texts.failed));
      field.focus();
    } finally {
      busy.hidden = true;
      submit.removeAttribute('aria-disabled');
    }
  }
}
