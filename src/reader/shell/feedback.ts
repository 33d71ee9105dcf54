import { html, noHtml, type Safe } from '../../lib/html.ts';
import { maxCommentLength, pageRatings } from '../../domain/publishing/feedback/fields.ts';
import { ownAddresses } from '../../domain/publishing/addresses/address.ts';
import type { ShownPage, ShownPlace } from '../../domain/publishing/published-pages/shown.ts';
import type { Frame } from './frame.ts';

/** Path of the form below that of a space. */
export const feedbackPath = `${ownAddresses}/feedback`;

/** Whether the pages of a place ask their readers. Those of a preview do not: no reader sees them. */
export const asksForFeedback = ({ settings, site }: Pick<ShownPlace, 'settings' | 'site'>): boolean =>
  settings.feedback?.enabled === true && site.visitor?.admission.preview !== true;

const wordOf = { good: 'feedbackGood', ok: 'feedbackOk', bad: 'feedbackBad' } as const;

/** Asks whether a page has helped; nothing on a site that does not want to know. */
export function renderFeedback({ place, words, base }: Frame, { id }: ShownPage): Safe {
  if (!asksForFeedback(place)) return noHtml;
  const ratings = pageRatings.map(
    (rating) =>
      html`<label><input type="radio" name="rating" value="${rating}" required>${words[wordOf[rating]]}</label>`,
  );
  return html`<form class="feedback" method="post" action="${base}${feedbackPath}"><input type="hidden" name="page" value="${id}"><fieldset><legend>${words.feedbackQuestion}</legend>${ratings}</fieldset><label>${words.feedbackComment}<textarea name="comment" rows="2" maxlength="${maxCommentLength}"></textarea></label><button>${words.feedbackSend}</button></form>`;
}
