import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';

/** Sends a registration; the page then shows where it stands. */
function start(form: HTMLFormElement): void {
  const note = form.querySelector('textarea')!;
  const error = form.querySelector<HTMLElement>('#register-note-error')!;
  const button = form.querySelector('button')!;
  const say = (text: string) => {
    error.hidden = !text;
    error.textContent = text;
    note.toggleAttribute('aria-invalid', Boolean(text));
    if (text) note.focus();
  };
  note.addEventListener('input', () => say(''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.dataset.missing && !note.value.trim()) return say(form.dataset.missing);
    button.disabled = true;
    const input = { courseId: form.dataset.register!, note: note.value.trim() || undefined };
    api('POST /course/auth/course/registration/save', input).then(
      () => location.reload(),
      (refusal: unknown) => {
        // The message bar has said what concerns no field.
        if (refusal instanceof ApiError && refusal.fields['note']) say(refusal.fields['note']);
        button.disabled = false;
      },
    );
  });
  button.disabled = false;
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-register]')) start(form);
