import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Data } from '#src/contract/calls.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import MessageEditor from './MessageEditor.tsx';

const text = (body: string) => ({ subject: null, body });
const stored = {
  ...{ id: null, kind: 'sms_code', channel: 'sms', revision: 0, hasSubject: false, placeholders: [] },
  ...{ texts: { zh: null, en: null }, builtIn: { zh: text('验证码'), en: text('Your code') } },
  ...{ example: { zh: {}, en: {} }, test: 'off', isOwnTextRefused: false, isFixedByProvider: false },
} as unknown as Data<'GET /system/auth/message/template/view'>;
const bodies = () =>
  page
    .getByRole('textbox')
    .elements()
    .map((each) => (each as HTMLTextAreaElement).value);

test('a message has fields in the languages that are offered', async () => {
  await hydrate(MessageEditor, { stored, timeZone: 'Asia/Shanghai', languages: ['zh'] });
  expect(bodies()).toEqual(['验证码']);
});

test('a text of one’s own in another language keeps its fields', async () => {
  const own = { ...stored, texts: { zh: null, en: text('Welcome') } } as typeof stored;
  await hydrate(MessageEditor, { stored: own, timeZone: 'Asia/Shanghai', languages: ['zh'] });
  expect(bodies()).toEqual(['验证码', 'Welcome']);
});
