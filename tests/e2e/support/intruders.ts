import type { Page } from '@playwright/test';

/**
 * Returns what is on a page that only the portal's own code may bring there: event handlers, addresses that run, elements of
 * a stored text that no text may have.
 */
export const intruders = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('*')];
    const inText = [...document.querySelectorAll('.prose *, [data-text] *')];
    return [
      ...all.filter((element) => [...element.attributes].some(({ name }) => /^on/i.test(name))),
      ...all.filter((element) =>
        ['href', 'src', 'action', 'data', 'xlink:href'].some((name) =>
          /^[\s\u0000-\u0020]*(javascript|vbscript|data:text)/i.test(element.getAttribute(name) ?? ''),
        ),
      ),
      ...document.querySelectorAll(
        'iframe, object, embed, base, marquee, annotation-xml, mglyph, img[src="x"], img[src="1"], main [style]',
      ),
      // Formulas are MathML in the texts of the community only.
      ...[...document.querySelectorAll('math')].filter((element) => !element.closest('.prose')),
      ...inText.filter((element) =>
        /^(script|style|svg|form|input|textarea|template|video|audio|link|meta)$/i.test(element.tagName),
      ),
      ...[...document.querySelectorAll('[data-text] *')].filter(({ tagName }) => !['A', 'BR'].includes(tagName)),
    ].map(({ outerHTML }) => outerHTML.slice(0, 120));
  });

/** Collects what runs although it should be text: calls of `xss()`, dialogs, and violations of the content policy. */
export async function watchScripts(page: Page): Promise<string[]> {
  const ran: string[] = [];
  await page.exposeFunction('xss', () => ran.push(`xss() at ${page.url()}`));
  await page.exposeFunction('violated', (what: string) => ran.push(`${what} at ${page.url()}`));
  await page.addInitScript(() => {
    const { violated } = window as unknown as { violated: (what: string) => void };
    addEventListener('securitypolicyviolation', (event) => violated(`${event.violatedDirective} ${event.blockedURI}`));
  });
  page.on('dialog', (dialog) => {
    ran.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return ran;
}
