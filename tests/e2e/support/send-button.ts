import type { Locator, Page } from '@playwright/test';
import type { Texts } from './texts.ts';

/** The button that sends a code, also while it counts the seconds until another one can be sent. */
export function sendButton(page: Page, t: Texts): Locator {
  const counting = t('account:code.again', { seconds: '\\d+' });
  return page.getByRole('button', { name: new RegExp(`^(${t('account:code.send')}|${counting})$`) });
}
