import * as z from 'zod';
import { maxUrlLength } from '../../../domain/publishing/addresses/address.ts';
import { getContentByUrl, type ContentAtUrl } from '../../../domain/publishing/addresses/content-by-url.ts';
import { builder } from '../../builder.ts';
import { ChangeRequest } from '../../authoring/change-requests/change-request.ts';
import { Collection } from '../../authoring/collections/collection.ts';
import { Page } from '../../authoring/content/page.ts';
import { Space } from '../../authoring/spaces/space.ts';

const ContentAtUrlType = builder.objectRef<ContentAtUrl>('ContentAtUrl').implement({
  description: 'The content at a URL of the application: a collection, or a space with a change request or a page.',
  fields: (t) => ({
    collection: t.expose('collection', {
      type: Collection,
      nullable: true,
      description: 'The collection at the URL; null for a space.',
    }),
    space: t.expose('space', {
      type: Space,
      nullable: true,
      description: 'The space at the URL; null for a collection.',
    }),
    changeRequest: t.expose('changeRequest', {
      type: ChangeRequest,
      nullable: true,
      description: 'The change request in the URL; null when the URL names none.',
    }),
    page: t.expose('page', {
      type: Page,
      nullable: true,
      description: 'The page in the URL; null when the URL names none.',
    }),
  }),
});

builder.queryField('contentByUrl', (t) =>
  t.field({
    type: ContentAtUrlType,
    nullable: true,
    description:
      'The content at a URL of the application. Null with an error when nothing is there that the caller may read.',
    args: {
      url: t.arg({
        type: 'URL',
        required: true,
        description: 'A URL of the application, such as `app` of a space.',
        validate: z.string().max(maxUrlLength),
      }),
    },
    resolve: (_root, { url }, ctx) => getContentByUrl(ctx, url),
  }),
);
