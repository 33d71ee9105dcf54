import { html, noHtml, type Safe } from '../lib/html.ts';
import { listChangedPages, type ChangedPage } from '../domain/publishing/published-pages/changed-pages.ts';
import type { Place } from '../domain/publishing/published-pages/place.ts';
import { pathIn } from '../domain/publishing/published-pages/targets.ts';
import type { ReaderAnswer } from './answer.ts';
import { answerPage, loadFrame } from './answer-page.ts';
import type { Reading } from './reading.ts';
import { renderDocument } from './shell/document.ts';
import type { Frame } from './shell/frame.ts';

/** Answers with the pages that the change request of a preview changes; null in other views. */
export async function answerChanges(reading: Reading, place: Place): Promise<ReaderAnswer | null> {
  const changed = await listChangedPages(reading.ctx, place);
  if (changed === null) return null;
  const frame = await loadFrame(reading, place);
  const { words } = frame;
  const none = changed.pages.length === 0 ? html`<p class="lead">${words.noChanges}</p>` : noHtml;
  const more = changed.hasMore ? html`<p class="quiet">${words.hiddenMore}</p>` : noHtml;
  const text = renderDocument(frame, {
    title: words.changes,
    description: '',
    isIndexed: false,
    main: html`<article><header class="head"><h1>${words.changes}</h1>${none}</header><div class="text"><ul class="hidden-parts">${changed.pages.map((page) => renderChanged(frame, page))}</ul>${more}</div></article>`,
  });
  return answerPage(reading, place, { text, headers: {} });
}

function renderChanged({ words }: Frame, { kind, title, url, hasText }: ChangedPage): Safe {
  const href = url === null ? null : `${pathIn(url)}${hasText && kind !== 'removed' ? '?diff' : ''}`;
  const subject = href === null ? html`${title}` : html`<a href="${href}">${title}</a>`;
  return html`<li><span>${subject}</span><span class="${`change ${kind}`}">${words[kind]}</span></li>`;
}
