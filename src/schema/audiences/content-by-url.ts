import * as z from 'zod';
import { maxUrlLength } from '../../domain/audiences/address.ts';
import { getContentByUrl, type ContentAtUrl } from '../../domain/audiences/content-by-url.ts';
import { builder } from '../builder.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { Collection } from '../collections/collection.ts';
import { Page } from '../content/page.ts';
import { Space } from '../spaces/space.ts';

const ContentAtUrlType = builder.objectRef<ContentAtUrl>('ContentAtUrl').implement({
  description: 'What a URL of the application shows: a collection, or a space with what of it the URL names.',
  fields: (t) => ({
    collection: t.expose('collection', { type: Collection, nullable: true }),
    space: t.expose('space', { type: Space, nullable: true }),
    changeRequest: t.expose('changeRequest', {
      type: ChangeRequest,
      nullable: true,
      description: 'The change request that the URL names.',
    }),
    page: t.expose('page', { type: Page, nullable: true, description: 'The page that the URL names.' }),
  }),
});

builder.queryField('contentByUrl', (t) =>
  t.field({
    type: ContentAtUrlType,
    nullable: true,
    description: 'What a URL of the application shows. Null with an error when that is nothing the caller may read.',
    args: {
      url: t.arg.string({
        required: true,
        description: 'The URL, as in `urls.app`.',
        validate: z.string().max(maxUrlLength),
      }),
    },
    resolve: (_root, { url }, ctx) => getContentByUrl(ctx, url),
  }),
);
