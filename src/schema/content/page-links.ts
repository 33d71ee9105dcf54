import { linkKinds, linkStatuses, linksOf, type PageLink as LinkModel } from '../../domain/content/links.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { File } from './file.ts';
import { Page } from './page.ts';

const LinkKindEnum = contractEnum('PageLinkKind', 'What a link points at.', linkKinds);
export const LinkStatusEnum = contractEnum('LinkStatus', 'Whether a link leads anywhere.', linkStatuses);

const PageLink = builder.objectRef<LinkModel>('PageLink').implement({
  description: 'A link or image in the text of a page.',
  fields: (t) => ({
    kind: t.expose('kind', { type: LinkKindEnum, description: 'What it points at.' }),
    status: t.expose('status', { type: LinkStatusEnum, description: 'Whether it leads anywhere.' }),
    url: t.exposeString('url', { description: 'The address as written; made absolute where it leads elsewhere.' }),
    startsAt: t.exposeInt('startsAt', { description: 'Where the address begins in `markdown`, in UTF-16 code units.' }),
    endsAt: t.exposeInt('endsAt', { description: 'Where the address ends in `markdown`, in UTF-16 code units.' }),
    anchor: t.exposeString('anchor', { nullable: true, description: 'The place on the page.' }),
    page: t.expose('page', { type: Page, nullable: true, description: 'The page it leads to.' }),
    file: t.expose('file', { type: File, nullable: true, description: 'The file it leads to.' }),
  }),
});

builder.objectField(Page, 'links', (t) =>
  t.field({
    type: [PageLink],
    description: 'The links and images of the text, in order. They follow pages that move.',
    resolve: (page, _args, ctx) => linksOf(ctx, page),
  }),
);
