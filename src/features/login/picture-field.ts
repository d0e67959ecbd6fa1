import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { showFieldError } from '#src/client/form-errors.ts';

/** The picture code of a form (PictureField.astro). */
export type PictureField = {
  readonly shown: boolean;
  /** What goes along with the call. */
  answer(): { pictureId?: string; pictureCode?: string };
  /** Shows a new picture, and leads there when the server said something about the last one. */
  ask(message: string): void;
  /** The last answer is used up and was right. */
  hide(): void;
};

/** Brings the picture code of a form to life. A picture works once, so each refusal brings a new one. */
export function startPictureField(form: HTMLFormElement): PictureField {
  const place = form.querySelector<HTMLElement>('[data-picture]')!;
  const image = place.querySelector<HTMLImageElement>('[data-image]')!;
  const input = form.elements.namedItem('pictureCode') as HTMLInputElement;
  let id: string | undefined;

  const load = async () => {
    id = undefined;
    input.value = '';
    try {
      const picture = await api('GET /user/api/user/info/get/image/verification/code', {}, { _No_dispose: true });
      id = picture.id;
      image.src = picture.image;
      image.hidden = false;
    } catch (error) {
      image.hidden = true;
      showFieldError(form, 'pictureCode', (error instanceof ApiError && error.message) || form.dataset.fault!);
    }
  };
  place.querySelector('[data-refresh]')!.addEventListener('click', () => {
    showFieldError(form, 'pictureCode', '');
    void load();
    input.focus();
  });
  return {
    get shown() {
      return !place.hidden;
    },
    answer: () => (place.hidden || !id ? {} : { pictureId: id, pictureCode: input.value }),
    ask(message) {
      place.hidden = false;
      showFieldError(form, 'pictureCode', message);
      void load();
      if (message) input.focus();
    },
    hide() {
      place.hidden = true;
      id = undefined;
      input.value = '';
      showFieldError(form, 'pictureCode', '');
    },
  };
}
