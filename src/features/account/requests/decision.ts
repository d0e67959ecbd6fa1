import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { leaveSoon } from '#src/client/leave-soon.ts';
import { notify } from '#src/client/notify.ts';

/** Approves, rejects or recalls the request on the page, which then shows what came of it. */
function start(form: HTMLFormElement): void {
  const { id = '', missing = '' } = form.dataset;
  const comment = form.querySelector('textarea');
  const error = form.querySelector<HTMLElement>('#comment-error');
  const dialog = form.querySelector('dialog');
  const buttons = [...form.querySelectorAll('button')];

  const say = (text: string) => {
    if (!comment || !error) return;
    error.hidden = !text;
    error.textContent = text;
    comment.toggleAttribute('aria-invalid', Boolean(text));
    if (text) comment.focus();
  };
  comment?.addEventListener('input', () => say(''));

  async function send(act: () => Promise<unknown>, said = ''): Promise<void> {
    buttons.forEach((button) => (button.disabled = true));
    try {
      await act();
      notify(said, 'success');
      // Long enough to read the message; the server knows best how it stands now.
      leaveSoon(600);
    } catch (refusal) {
      const CONFLICT = 409;
      if (refusal instanceof ApiError && refusal.fields['comment']) say(refusal.fields['comment']);
      if (refusal instanceof ApiError && refusal.code === CONFLICT) leaveSoon(2_000);
      buttons.forEach((button) => (button.disabled = false));
    }
  }

  const recall = () => void send(() => api('POST /user/auth/flow/instance/withdraw', { id }), form.dataset.withdrawn);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button');
    if (!button) return;
    if ('close' in button.dataset) dialog?.close();
    else if ('yes' in button.dataset) {
      dialog?.close();
      recall();
    } else if (button.dataset.do === 'withdraw') dialog?.showModal();
    else {
      const action = button.dataset.do === 'reject' ? ('reject' as const) : ('approve' as const);
      const text = comment?.value.trim() || undefined;
      if (action === 'reject' && !text) return say(missing);
      const said = action === 'approve' ? form.dataset.approved : form.dataset.rejected;
      void send(() => api('POST /user/auth/flow/instance/submitFlow', { id, action, comment: text }), said);
    }
  });
  buttons.forEach((button) => (button.disabled = false));
}

const form = document.querySelector<HTMLFormElement>('form#decision');
if (form) start(form);
