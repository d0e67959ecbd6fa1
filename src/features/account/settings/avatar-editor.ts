import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { upload } from '#src/client/upload.ts';
import { pictureProblem } from '#src/lib/picture-rules.ts';
import { cropCanvas } from './crop-canvas.ts';
import { showOwnAvatar } from './own-avatar.ts';

/** Side of what is sent, pixels: as large as the server keeps it. */
const SIDE = 512;
const UPDATE = 'PUT /user/auth/enterprise/user/info/update';

/** Choosing, cutting, sending and taking away one's picture. */
function start(editor: HTMLElement): void {
  const find = <T extends HTMLElement = HTMLElement>(selector: string) => editor.querySelector<T>(selector)!;
  const file = find<HTMLInputElement>('[data-file]');
  const choose = find<HTMLButtonElement>('[data-choose]');
  const remove = find<HTMLButtonElement>('[data-remove]');
  const dialog = find<HTMLDialogElement>('dialog');
  const save = find<HTMLButtonElement>('[data-save]');
  const zoom = find<HTMLInputElement>('[data-zoom]');
  const progress = find<HTMLProgressElement>('progress');
  const previews = editor.querySelectorAll<HTMLCanvasElement>('[data-preview]');
  let sending: AbortController | undefined;

  const canvas = cropCanvas(find<HTMLCanvasElement>('[data-frame]'), (at, max, draw) => {
    zoom.max = String(max);
    zoom.value = String(at);
    zoom.disabled = max === 1;
    for (const preview of previews) draw(preview);
  });
  const say = (where: 'problem' | 'error', text = '') => (find(`[data-${where}]`).textContent = text);

  async function open(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    const problem = pictureProblem(chosen);
    const picture = problem ? null : await createImageBitmap(chosen).catch(() => null);
    say('problem', picture ? '' : editor.dataset[problem ?? 'pictureBroken']);
    if (!picture) return;
    say('error');
    canvas.show(picture);
    if (!dialog.open) dialog.showModal();
    find('[data-frame]').focus();
  }

  async function send(): Promise<void> {
    if (sending) return;
    sending = new AbortController();
    const { signal } = sending;
    say('error');
    progress.value = 0;
    find('[data-sending]').hidden = false;
    save.setAttribute('aria-disabled', 'true');
    try {
      const cut = canvas.cut(SIDE);
      // Browsers that cannot write WebP write PNG.
      const blob = await new Promise<Blob | null>((resolve) => cut.toBlob(resolve, 'image/webp', 0.92));
      const picture = await upload(
        'POST /system/auth/upload/pic',
        { file: new File([blob!], 'avatar', { type: blob!.type }), use: 'avatar' },
        { signal, isShowErrTip: false, onProgress: (share) => (progress.value = share) },
      );
      const user = await api(UPDATE, { headPortraitFileId: picture.id }, { isShowErrTip: false, signal });
      show(user.headPortrait, editor.dataset.saved!);
      dialog.close();
    } catch (error) {
      // The cut-out stays as it is: one more press tries again.
      if (!signal.aborted) say('error', messageOf(error));
    } finally {
      sending = undefined;
      find('[data-sending]').hidden = true;
      save.removeAttribute('aria-disabled');
    }
  }

  async function takeAway(): Promise<void> {
    remove.disabled = true;
    say('problem');
    try {
      await api(UPDATE, { headPortraitFileId: null });
      show(null, editor.dataset.removed!);
      choose.focus();
    } catch {
      // The message bar has said why.
    } finally {
      remove.disabled = false;
    }
  }

  function show(url: string | null, said: string): void {
    showOwnAvatar(url);
    remove.hidden = !url;
    notify(said, 'success');
  }
  function messageOf(error: unknown): string {
    const { fields, message } = error instanceof ApiError ? error : new ApiError(0, '');
    return Object.values(fields)[0] || message || editor.dataset.unreachable!;
  }

  choose.addEventListener('click', () => file.click());
  file.addEventListener('change', () => {
    void open(file.files?.[0]);
    // The same file may be chosen again.
    file.value = '';
  });
  remove.addEventListener('click', () => void takeAway());
  save.addEventListener('click', () => void send());
  zoom.addEventListener('input', () => canvas.zoomTo(Number(zoom.value)));
  find('[data-cancel]').addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    sending?.abort();
    choose.focus();
  });
  // Anywhere on the page: beside its target the browser would open the file and leave the page.
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    editor.dataset.over = '';
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!relatedTarget) delete editor.dataset.over;
  });
  document.addEventListener('drop', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    delete editor.dataset.over;
    if (!sending) void open(event.dataTransfer.files[0]);
  });
  choose.disabled = remove.disabled = false;
}

const editor = document.querySelector<HTMLElement>('[data-avatar-editor]');
if (editor) start(editor);
