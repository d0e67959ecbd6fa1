import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import type { Data, Input } from '#src/contract/calls.ts';

type Reactions = Data<'POST /course/auth/reaction/save'>;
type Change = Omit<Input<'POST /course/auth/reaction/save'>, 'subjectType' | 'subjectId'>;

/** Arrow keys pass over stars on their way: only where they rest for this long is meant, ms. */
const REST = 400;

/** Like, bookmark and rate without leaving the page; what the server answers is what is shown. */
export function startReactions(): void {
  const bar = document.querySelector<HTMLElement>('[data-reactions]');
  if (!bar) return;
  const subject = {
    subjectType: bar.dataset.subjectType as 'course' | 'project',
    subjectId: bar.dataset.subjectId!,
  };
  const save = async (change: Change) => {
    const now = await api('POST /course/auth/reaction/save', { ...subject, ...change });
    show(now);
    return now;
  };

  for (const button of bar.querySelectorAll<HTMLButtonElement>('[data-react]')) {
    const field = button.dataset.react as 'liked' | 'bookmarked';
    button.disabled = false;
    button.addEventListener('click', async () => {
      // Not `disabled`: that would take the focus away.
      if (button.ariaBusy === 'true') return;
      button.ariaBusy = 'true';
      try {
        const now = await save({ [field]: button.ariaPressed !== 'true' });
        if (field === 'bookmarked' && now.bookmarked) {
          const { bookmarked, bookmarks = '', bookmarksLabel = '' } = bar.dataset;
          notify(bookmarked, 'success', { href: bookmarks, label: bookmarksLabel });
        }
      } catch {
        // The message bar has said why.
      } finally {
        button.ariaBusy = 'false';
      }
    });
  }
  startRating(save);
}

function startRating(save: (change: Change) => Promise<Reactions>): void {
  const form = document.querySelector<HTMLFormElement>('form[data-rating]');
  if (!form) return;
  const status = form.querySelector<HTMLElement>('[role=status]')!;
  const takeBack = form.querySelector<HTMLButtonElement>('[data-unrate]')!;
  const radios = [...form.querySelectorAll<HTMLInputElement>('input[name=rating]')];
  let saved = radios.find(({ checked }) => checked)?.value ?? null;
  let resting: ReturnType<typeof setTimeout>;
  form.querySelector('fieldset')!.disabled = false;

  const rate = async (value: string | null) => {
    status.textContent = '';
    try {
      const { rating } = await save({ rating: value === null ? null : Number(value) });
      saved = rating === null ? null : String(rating);
      status.textContent = (saved === null ? status.dataset.takenBack : status.dataset.saved) ?? '';
    } catch {
      // The message bar has said why; the stars go back to what is saved.
    }
    for (const radio of radios) radio.checked = radio.value === saved;
    takeBack.hidden = saved === null;
  };
  form.addEventListener('change', ({ target }) => {
    clearTimeout(resting);
    resting = setTimeout(() => void rate((target as HTMLInputElement).value), REST);
  });
  takeBack.addEventListener('click', () => {
    clearTimeout(resting);
    radios[0]!.focus();
    void rate(null);
  });
}

/** Everything on the page that shows what people think. */
function show(now: Reactions): void {
  const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);
  for (const button of all('[data-react]')) {
    button.ariaPressed = String(now[button.dataset.react as 'liked' | 'bookmarked']);
  }
  for (const count of all('[data-reactions] [data-count]')) {
    count.textContent = String(now[count.dataset.count as 'likeCount' | 'bookmarkCount']);
  }
  const mean = now.ratingMean?.toFixed(1);
  for (const text of all('[data-mean-text]')) {
    text.hidden = mean === undefined;
    text.textContent = mean ?? '';
  }
  for (const text of all('[data-mean-big]')) text.textContent = mean ?? text.dataset.none ?? '';
  for (const rect of all('[data-mean-width]')) rect.setAttribute('width', String((now.ratingMean ?? 0) * 24));
  for (const text of all('[data-rating-count]')) {
    const { some = '', none = '' } = text.dataset;
    text.textContent = now.ratingCount > 0 ? some.replace('#', String(now.ratingCount)) : none;
  }
  now.ratings.forEach((count, index) => {
    for (const bar of all(`progress[data-stars="${index + 1}"]`) as NodeListOf<HTMLProgressElement>) {
      bar.max = Math.max(1, now.ratingCount);
      bar.value = count;
    }
    for (const text of all(`[data-stars-count="${index + 1}"]`)) text.textContent = String(count);
  });
}
