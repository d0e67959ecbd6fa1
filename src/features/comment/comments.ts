import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { DRAFT } from '#src/client/session.ts';
import { commentCalls, type SubjectType } from './comment-calls.ts';
import { startForm } from './comment-form.ts';
import { drawComment, drawForm, drawReply, showRest, showTimes } from './comment-view.ts';

const MINUTE = 60_000;
/** Below the error that a form shows by itself, `api` says nothing more. */
const QUIET = { isShowErrTip: false };

/** The script of Comments.astro: writing, replying, deleting, more, links to one comment, times that stay true. */
function start(section: HTMLElement): void {
  const { comments: subjectId = '', ...texts } = section.dataset as Record<string, string>;
  const signedIn = 'signedIn' in section.dataset;
  const calls = commentCalls(texts.subjectType as SubjectType, signedIn);
  const find = <T extends HTMLElement = HTMLElement>(selector: string, root: ParentNode = section) =>
    root.querySelector<T>(selector)!;
  const list = find('[data-list]');
  const more = find<HTMLButtonElement>('[data-more]');
  const dialog = find<HTMLDialogElement>('dialog');
  const ofForm = { signedIn, texts: { required: texts.required!, failed: texts.failed! } };
  const itemOf = (id: string) => document.getElementById(`comment-${id}`);
  const commentOf = (element: Element) => element.closest<HTMLElement>('[data-list] > [data-comment]')!;
  let replyForm: { form: HTMLFormElement; from: HTMLElement } | undefined;

  function showTotal(total: number): void {
    find('[data-total]').textContent = String(total);
    find('[data-empty]').hidden = list.childElementCount > 0;
  }

  startForm(find<HTMLFormElement>('[data-write=comment]'), {
    ...ofForm,
    draft: `${DRAFT}comment:${subjectId}`,
    send: async (content) => {
      const { comment, commentCount } = await api(calls.save, { subjectId, content }, QUIET);
      itemOf(comment.id)?.remove();
      list.prepend(drawComment(section, comment));
      showTotal(commentCount);
      notify(texts.sent, 'success');
    },
  });

  function openReply(item: HTMLElement): void {
    const isOpen = replyForm?.from === item;
    closeReply();
    if (isOpen) return;
    const form = drawForm(section);
    replyForm = { form, from: item };
    find('[data-tools]', item).after(form);
    startForm(form, {
      ...ofForm,
      draft: `${DRAFT}reply:${item.dataset.comment}`,
      send: async (content) => {
        const { reply, commentCount } = await api(calls.reply, { commentId: item.dataset.comment!, content }, QUIET);
        const comment = commentOf(item);
        itemOf(reply.id)?.remove();
        find('[data-replies]', comment).append(drawReply(section, reply));
        showTotal(commentCount);
        closeReply();
        notify(texts.sent, 'success');
      },
    });
    find('[data-cancel]', form).addEventListener('click', closeReply);
    form.addEventListener('keydown', ({ key }) => key === 'Escape' && closeReply());
    find('textarea', form).focus();
  }

  /** The keyboard goes on where it was. */
  function closeReply(): void {
    const hadFocus = replyForm?.form.contains(document.activeElement);
    replyForm?.form.remove();
    if (hadFocus) find('[data-reply]', replyForm!.from).focus();
    replyForm = undefined;
  }

  function askToDelete(item: HTMLElement): void {
    dialog.dataset.of = item.dataset.comment;
    dialog.showModal();
  }
  dialog.addEventListener('close', async () => {
    const item = itemOf(dialog.dataset.of ?? '');
    const isSure = dialog.returnValue === 'delete';
    dialog.returnValue = '';
    if (!isSure || !item) return;
    const comment = commentOf(item);
    const isReply = comment !== item;
    try {
      const { commentCount } = await api(isReply ? calls.deleteReply : calls.delete, { id: item.dataset.comment! });
      if (replyForm && item.contains(replyForm.form)) replyForm = undefined;
      item.remove();
      showTotal(commentCount);
      notify(texts.deleted, 'success');
      find('h2').focus();
    } catch {
      // `api` has said why.
    }
  });

  async function showMore(): Promise<void> {
    more.disabled = true;
    try {
      const { list: found, pageSize } = await api(calls.page, { subjectId, before: list.dataset.last });
      const drawn = found.filter(({ id }) => !itemOf(id)).map((comment) => drawComment(section, comment));
      list.append(...drawn);
      list.dataset.last = found.at(-1)?.id ?? list.dataset.last;
      more.hidden = found.length < pageSize;
      // The button may be gone: the keyboard goes on with what came.
      find('[data-link]', drawn[0] ?? section)?.focus({ preventScroll: true });
    } catch {
      // `api` has said why; the button is there for another try.
    } finally {
      more.disabled = false;
    }
  }

  async function showReplies(button: HTMLButtonElement): Promise<void> {
    const comment = commentOf(button);
    const replies = find('[data-replies]', comment);
    button.disabled = true;
    try {
      const { list: found, totalCount } = await api(calls.replies, {
        commentId: comment.dataset.comment!,
        ...(replies.dataset.last ? { after: replies.dataset.last } : {}),
      });
      replies.append(...found.filter(({ id }) => !itemOf(id)).map((reply) => drawReply(section, reply)));
      replies.dataset.last = found.at(-1)?.id ?? replies.dataset.last;
      // One's own, written meanwhile, came before those that are older.
      replies.append(...[...replies.children].sort((a, b) => at(a).localeCompare(at(b))));
      showRest(section, comment, found.length === 0 ? 0 : totalCount);
      if (found[0]) find('[data-link]', itemOf(found[0].id)!).focus({ preventScroll: true });
    } catch {
      // `api` has said why; the button is there for another try.
    } finally {
      button.disabled = false;
    }
  }

  /** `#comment-<id>` leads to a comment or reply, also to one that is not on the page yet. */
  async function follow(): Promise<void> {
    const id = /^#comment-([0-9a-f-]{36})$/.exec(location.hash)?.[1];
    if (!id) return;
    if (!itemOf(id)) {
      const { list: found } = await api(calls.page, { subjectId, commentId: id });
      const comment = found[0];
      if (!comment) return notify(texts.gone, 'error');
      const drawn = drawComment(section, comment);
      const shown = itemOf(comment.id);
      if (shown) shown.replaceWith(drawn);
      else list.prepend(drawn);
    }
    const item = itemOf(id);
    for (const old of section.querySelectorAll<HTMLElement>('[data-linked]')) delete old.dataset.linked;
    if (!item) return;
    item.dataset.linked = '';
    item.scrollIntoView({ block: 'center' });
  }

  section.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button');
    if (!button) return;
    const item = button.closest<HTMLElement>('[data-comment]');
    if (button === more) void showMore();
    else if (!item) return;
    else if ('reply' in button.dataset) openReply(item);
    else if ('delete' in button.dataset) askToDelete(item);
    else if ('moreReplies' in button.dataset) void showReplies(button);
  });
  addEventListener('hashchange', () => void follow().catch(() => undefined));
  void follow().catch(() => undefined);
  showTimes(section);
  setInterval(() => showTimes(section), MINUTE);

  // Back from the login page: on with the reply that was begun.
  const begun = Object.keys(sessionStorage).find((key) => key.startsWith(`${DRAFT}reply:`) && itemOf(key.slice(-36)));
  if (begun) openReply(itemOf(begun.slice(-36))!);
}

const at = (item: Element) => (item as HTMLElement).dataset.at!;

const section = document.querySelector<HTMLElement>('[data-comments]');
if (section) start(section);
