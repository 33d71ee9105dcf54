import {
  linkKinds,
  linkStatuses,
  listPageLinks,
  type PageLink as LinkModel,
} from '../../../domain/authoring/content/links.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { File } from './file.ts';
import { Page } from './page.ts';

const LinkKindEnum = contractEnum('PageLinkKind', 'The kind of the target of a link.', linkKinds);
export const LinkStatusEnum = contractEnum('LinkStatus', 'Whether a link works.', linkStatuses);

const PageLink = builder.objectRef<LinkModel>('PageLink').implement({
  description: 'A link or image in the text of a page.',
  fields: (t) => ({
    kind: t.expose('kind', { type: LinkKindEnum, description: 'Kind of the target.' }),
    status: t.expose('status', { type: LinkStatusEnum, description: 'Whether the link works.' }),
    href: t.exposeString('url', {
      description: 'The URL as it is written in the text; absolute when it leads out of the space.',
    }),
    startOffset: t.exposeInt('startsAt', {
      description: 'Start offset of the URL in `markdown`, in UTF-16 code units.',
    }),
    endOffset: t.exposeInt('endsAt', { description: 'End offset of the URL in `markdown`, in UTF-16 code units.' }),
    anchor: t.exposeString('anchor', { nullable: true, description: 'The anchor on the target page.' }),
    page: t.expose('page', { type: Page, nullable: true, description: 'The target page.' }),
    file: t.expose('file', { type: File, nullable: true, description: 'The target file.' }),
  }),
});

const PageLinkConnection = connectionOf(PageLink, 'PageLink', 'a link in a text', 'links in a text');

builder.objectField(Page, 'links', (t) =>
  t.field({
    type: PageLinkConnection,
    description: 'The links and images of the text, in order. They keep their targets when pages move.',
    args: { ...pageArgs },
    resolve: async (page, args, ctx) => toConnection(await listPageLinks(ctx, page, pageRequest(args))),
  }),
);
