import { html, noHtml, type Safe } from '../../../lib/html.ts';

/** What a mail says, before it is written as text and as HTML. */
export interface Letter {
  readonly subject: string;
  /** Paragraphs. */
  readonly lines: readonly string[];
  /** What a mail lists, each with its address. */
  readonly items?: readonly { readonly text: string; readonly url: string | null }[];
  /** What to do, as a link. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Why it was sent, and how to end that. */
  readonly foot: readonly string[];
}

const maxName = 64;

/**
 * A name that people have chosen, as a subject and a text may have it: one line without control characters and marks of
 * direction, not longer than a name, and without a scheme that would make it a link.
 */
export const plainName = (name: string): string =>
  Array.from(name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').replaceAll(/\w+:\/\//g, ''))
    .slice(0, maxName)
    .join('')
    .trim();

/** Writes a letter as plain text and as HTML, which say the same. */
export function written({ subject, lines, items = [], action, foot }: Letter) {
  const listed = items.map(({ text, url }) => `* ${text}${url === null ? '' : `\n  ${url}`}`).join('\n');
  const parts = [...lines, listed, action ? `${action.label}:\n${action.url}` : '', `-- \n${foot.join('\n')}`];
  return {
    subject,
    text: `${parts.filter((part) => part !== '').join('\n\n')}\n`,
    html: page({ subject, lines, items, foot, ...(action && { action }) }).html,
  };
}

const page = ({ subject, lines, items = [], action, foot }: Letter): Safe =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1e21;background:#ffffff">
        <div style="max-width:560px;margin:0 auto">
          ${lines.map((line) => html`<p>${line}</p> `)}
          ${
            items.length === 0
              ? noHtml
              : html`<ul>
                  ${items.map(item)}
                </ul>`
          }
          ${
            action
              ? html`<p>
                  <a
                    href="${action.url}"
                    style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1c1e21;color:#ffffff;text-decoration:none"
                    >${action.label}</a
                  >
                </p>`
              : noHtml
          }
          <p style="margin-top:32px;font-size:13px;color:#5b6068">${foot.map((line) => html`${line}<br />`)}</p>
        </div>
      </body>
    </html>`;

const item = ({ text, url }: { readonly text: string; readonly url: string | null }): Safe =>
  url === null ? html`<li>${text}</li>` : html`<li><a href="${url}">${text}</a></li>`;
