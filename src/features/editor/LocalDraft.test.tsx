import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { island } from '#src/i18n/island.tsx';
import { hydrate, leave } from '../../../tests/component/render.ts';
import { openLocalDrafts } from './local-drafts.ts';
import { useLocalDraft } from './use-local-draft.ts';

const OWNER = '01890000-0000-7000-8000-000000000001';
const OTHER = '01890000-0000-7000-8000-000000000002';

const Form = island<{ owner: string; id: string }>(function Form({ owner, id }) {
  const draft = useLocalDraft<string>(owner, id);
  return (
    <div>
      <input aria-label="text" onChange={({ target }) => draft.keep(target.value)} />
      <output aria-label="restored">
        {draft.restored === undefined ? 'reading' : (draft.restored?.value ?? 'none')}
      </output>
      <output aria-label="kept">{String(draft.isKept)}</output>
      <button type="button" aria-label="publish" onClick={() => void draft.forget()}>
        Publish
      </button>
    </div>
  );
});
const input = page.getByLabelText('text');
const restored = page.getByLabelText('restored');
const kept = page.getByLabelText('kept');
const stored = async () => (await (await openLocalDrafts()).read<string>(OWNER, 'd1'))?.value;

beforeEach(async () => {
  const drafts = await openLocalDrafts();
  await drafts.forget(OWNER, 'd1');
});

test('what was typed is stored by itself, and there again after the tab was killed', async () => {
  await hydrate(Form, { owner: OWNER, id: 'd1' });
  await expect.element(restored).toHaveTextContent('none');
  await userEvent.fill(input, 'one');
  await expect.element(kept).toHaveTextContent('false');
  await expect.element(kept).toHaveTextContent('true');
  // No event of leaving: the tab is killed.
  expect(await stored()).toBe('one');
  leave();
  await hydrate(Form, { owner: OWNER, id: 'd1' });
  await expect.element(restored).toHaveTextContent('one');
});

test('leaving the page stores at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    await hydrate(Form, { owner: OWNER, id: 'd1' });
    await userEvent.fill(input, 'two');
    dispatchEvent(new PageTransitionEvent('pagehide'));
    // Not `expect.poll`, which moves the clock on.
    expect(await stored()).toBe('two');
  } finally {
    vi.useRealTimers();
  }
});

test('nobody else gets it, and no other draft', async () => {
  await hydrate(Form, { owner: OWNER, id: 'd1' });
  await userEvent.fill(input, 'three');
  await expect.element(kept).toHaveTextContent('true');
  leave();
  await hydrate(Form, { owner: OTHER, id: 'd1' });
  await expect.element(restored).toHaveTextContent('none');
  leave();
  await hydrate(Form, { owner: OWNER, id: 'd2' });
  await expect.element(restored).toHaveTextContent('none');
});

test('published, it is gone, also what had not been stored yet', async () => {
  await hydrate(Form, { owner: OWNER, id: 'd1' });
  await userEvent.fill(input, 'four');
  await expect.element(kept).toHaveTextContent('true');
  await userEvent.fill(input, 'four and more');
  await userEvent.click(page.getByLabelText('publish'));
  await expect.element(kept).toHaveTextContent('true');
  leave();
  expect(await stored()).toBeUndefined();
});

test('drafts of long ago are removed from the device', async () => {
  const drafts = await openLocalDrafts();
  await drafts.keep(OWNER, 'd1', { value: 'old', savedAt: Date.now() - 61 * 86_400_000 });
  expect(await stored()).toBeUndefined();
});
