import { html, noHtml, type Safe } from '../../lib/html.ts';
import { change, type Change, type WithChange } from '../rich-text/change.ts';
import { wordHtml, type HtmlContext } from './html-context.ts';

const tags = { added: html`ins`, removed: html`del` } as const;

/** Writes what only one of two compared texts has: `ins` or `del`, which begin with a word for those who hear the page. */
export const writeChange = (context: HtmlContext, kind: Change, content: Safe, className?: string): Safe => {
  if (content.html === '') return noHtml;
  const look = className === undefined ? 'change' : `change ${className}`;
  return html`<${tags[kind]} class="${look}"><span class="unseen">${wordHtml(context, kind)}: </span>${content}</${tags[kind]}>`;
};

/** The HTML of a part of a text, with its change if it has one. */
export const withChange = (context: HtmlContext, part: WithChange, content: Safe, className?: string): Safe => {
  const kind = part[change];
  return kind === undefined ? content : writeChange(context, kind, content, className);
};
