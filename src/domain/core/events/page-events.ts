import * as z from 'zod';
import { kind } from './event-kind.ts';

const id = z.string();

/** Events of pages beside their content: of who looks after them, and of templates. */
export const pageEvents = {
  'page.freshness_updated': kind(
    'content',
    'Somebody set who looks after a page, or when it is to be reviewed.',
    z.object({ owner: id.nullable(), reviewAt: z.string().nullable() }),
  ),
  'page.verified': kind('content', 'Somebody found a page to be right.', z.object({ reviewAt: z.string().nullable() })),
  'page.review_due': kind(
    'content',
    'The review date of a page has passed.',
    z.object({ owner: id.nullable(), reviewAt: z.string() }),
  ),
  'template.created': kind('content', 'A space or a page was made a template.', z.object({ page: id.nullable() })),
  'template.deleted': kind('content', 'A space or a page is no longer a template.', z.object({ page: id.nullable() })),
} as const;
