import { html, type Safe } from '../../lib/html.ts';
import type { Frame } from './frame.ts';

/** Maximum length of a query, in characters. */
export const maxQueryLength = 200;

/** The form of a search within a page. Its page needs the styles of searches. */
export const renderSearchForm = ({ words, base }: Frame, query: string): Safe =>
  html`<form class="search page-search" action="${base}~/search"><input type="search" name="q" value="${query}" required maxlength="${maxQueryLength}" aria-label="${words.search}"><button class="button-primary">${words.search}</button></form>`;
