import { html, type Safe } from '../lib/html.ts';
import { FeedbackForm } from '../domain/publishing/feedback/fields.ts';
import { giveFeedback } from '../domain/publishing/feedback/feedback.ts';
import type { TreePage } from '../domain/authoring/content/page.ts';
import { publishedPageUrl, type Place } from '../domain/publishing/published-pages/place.ts';
import { pathIn } from '../domain/publishing/published-pages/targets.ts';
import { answerDone, cacheHeaders, type ReaderAnswer } from './answer.ts';
import { answerMissing, answerPage, loadFrame } from './answer-page.ts';
import type { Reading } from './reading.ts';
import { renderDocument } from './shell/document.ts';
import { asksForFeedback, feedbackPath } from './shell/feedback.ts';
import { fillWord } from '../text/words/words.ts';

/** Stores what a visitor thinks of a page, and leads to a page that says thanks. */
export async function answerFeedback(reading: Reading, place: Place): Promise<ReaderAnswer> {
  const { parts, request, ctx } = reading;
  const page = findPage(place, request.form['page']);
  if (page === null) return answerMissing(reading, await loadFrame(reading, place), reading.visit.page);
  const wait = parts.countFeedback(request.address);
  if (wait !== null) return answerWith(reading, place, { page, word: 'feedbackTooMany', wait });
  const form = FeedbackForm.safeParse(request.form);
  if (!form.success) return answerWith(reading, place, { page, word: 'feedbackMissing' });
  const { rating, comment } = form.data;
  await giveFeedback(ctx, {
    organizationId: place.site.organizationId,
    siteId: place.site.id,
    spaceId: place.siteSpace.spaceId,
    pageId: page.id,
    pageTitle: page.title,
    revisionId: place.revision.id,
    rating,
    comment,
  });
  return answerDone(`${place.url}${feedbackPath}?page=${page.id}`);
}

/** Says thanks, with a link back to the page. */
export async function answerThanks(reading: Reading, place: Place): Promise<ReaderAnswer> {
  const page = findPage(place, reading.request.query['page']);
  if (page === null) return answerMissing(reading, await loadFrame(reading, place), reading.visit.page);
  return answerWith(reading, place, { page, word: 'feedbackThanks' });
}

/** The page with this id, if the visitor sees it on a site that asks for feedback. */
function findPage(place: Place, id: string | undefined): TreePage | null {
  const page = asksForFeedback(place) ? place.pages.get(id ?? '') : undefined;
  return page?.type === 'document' ? page : null;
}

interface Sentence {
  readonly page: TreePage;
  readonly word: 'feedbackThanks' | 'feedbackMissing' | 'feedbackTooMany';
  /** Seconds until the visitor may answer again. */
  readonly wait?: number;
}

const statuses = { feedbackThanks: 200, feedbackMissing: 400, feedbackTooMany: 429 } as const;

async function answerWith(reading: Reading, place: Place, { page, word, wait }: Sentence): Promise<ReaderAnswer> {
  const frame = await loadFrame(reading, place);
  const { words } = frame;
  const back: Safe = html`<p><a href="${pathIn(publishedPageUrl(place, page) ?? place.url)}">${fillWord(words.feedbackBack, { title: page.title })}</a></p>`;
  return answerPage(reading, place, {
    status: statuses[word],
    text: renderDocument(frame, {
      title: words[word],
      description: '',
      isIndexed: false,
      main: html`<article><header class="head"><h1>${words[word]}</h1></header>${back}</article>`,
    }),
    headers: {
      ...cacheHeaders('visitor'),
      'x-robots-tag': 'noindex',
      ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
    },
  });
}
