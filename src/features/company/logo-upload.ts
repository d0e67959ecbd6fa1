import { ApiError } from '#src/client/api-error.ts';
import { upload } from '#src/client/upload.ts';
import { pictureProblem } from '#src/lib/picture-rules.ts';

export type Logo = { id: string; url: string };
export type LogoUpload = {
  /** The uploaded logo; null: none. */
  value(): Logo | null;
  /** Shows one that was uploaded before. */
  restore(logo: Logo): void;
  /** Waits for an upload that is under way. */
  settled(): Promise<void>;
  showError(text: string): void;
};

/** Brings `LogoUpload.astro` to life: a picture is uploaded as soon as it is chosen, and the form only names it. */
export function startLogoUpload(root: HTMLElement, onChange: () => void): LogoUpload {
  const find = <E extends HTMLElement>(name: string) => root.querySelector<E>(`[data-${name}]`)!;
  const input = find<HTMLInputElement>('file');
  const progress = find<HTMLProgressElement>('progress');
  const preview = find<HTMLImageElement>('preview');
  let logo: Logo | null = null;
  let underWay: Promise<void> = Promise.resolve();
  let sending: AbortController | undefined;

  const show = (next: Logo | null) => {
    logo = next;
    preview.hidden = !next;
    if (next) preview.src = next.url;
    else preview.removeAttribute('src');
    find('placeholder').hidden = Boolean(next);
    find('remove').hidden = !next;
  };
  const showError = (text: string) => {
    const place = document.getElementById('logo-error')!;
    place.textContent = text;
    place.hidden = !text;
    if (text) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  };

  async function send(file: File): Promise<void> {
    sending?.abort();
    const mine = (sending = new AbortController());
    const problem = pictureProblem(file);
    showError(problem === 'fileTooLarge' ? root.dataset.tooLarge! : problem ? root.dataset.wrongType! : '');
    if (problem) return;
    progress.value = 0;
    progress.hidden = false;
    try {
      const { id, url } = await upload(
        'POST /system/auth/upload/pic',
        { file, use: 'logo' },
        { _No_dispose: true, signal: mine.signal, onProgress: (share) => (progress.value = share) },
      );
      if (mine !== sending) return;
      show({ id, url });
      onChange();
    } catch (error) {
      if (mine !== sending || mine.signal.aborted) return;
      const { fields, message } = error instanceof ApiError ? error : new ApiError(0, '');
      showError(fields.file || message || root.dataset.fault!);
    } finally {
      if (mine === sending) progress.hidden = true;
    }
  }

  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) underWay = send(file);
  });
  find('remove').addEventListener('click', () => {
    sending?.abort();
    input.value = '';
    showError('');
    show(null);
    onChange();
    input.focus();
  });
  return { value: () => logo, restore: show, settled: () => underWay, showError };
}
