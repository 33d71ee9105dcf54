import type { Page } from 'playwright-core';

/** Lists what a page of a site runs, or could run, beside the script of the reader. */
export const findDangers = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => [
      ...(/^(?:iframe|object|embed|base|frame|style)$/i.test(element.tagName) ? [element.outerHTML] : []),
      ...(element instanceof HTMLScriptElement &&
      element.type !== 'application/ld+json' &&
      !/\/~\/assets\/site\.[0-9a-f]+\.js$/.test(element.src)
        ? [element.outerHTML]
        : []),
      ...[...element.attributes]
        .filter(
          ({ name, value }) =>
            /^on/i.test(name) ||
            name === 'style' ||
            // oxlint-disable-next-line no-control-regex
            /^[\s\0-\x1F]*(?:javascript|vbscript|data):/i.test(value.replaceAll(/[\t\n\r]/g, '')),
        )
        .map(({ name, value }) => `${name}="${value}"`),
    ]),
  );

/** What a page has tried that its policy forbids, of what it said to the console. */
export const listViolations = (complaints: readonly string[]): string[] =>
  complaints.filter((one) => one.includes('Content Security Policy'));

/** Listens to the dialogs that scripts of attacks open, closes them, and lists them. */
export function watchDialogs(page: Page): readonly string[] {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  return dialogs;
}
