import {
  findPublication,
  findRevisionPublication,
  type Publication,
} from '../../../domain/publishing/sites/published-space.ts';
import { whenKnown } from '../../../lib/when-known.ts';
import { builder } from '../../builder.ts';
import { Revision } from '../../authoring/content/revision.ts';
import { Space } from '../../authoring/spaces/space.ts';

const publishedUrl = (publication: Publication | null) => publication?.url ?? null;
const publicUrl = (publication: Publication | null) => (publication?.isPublic === true ? publication.url : null);

builder.objectFields(Space, (t) => ({
  publishedUrl: t.field({
    type: 'URL',
    nullable: true,
    description:
      'URL at which a site publishes the space: the site that it is read through, else the oldest. Null when none does.',
    resolve: (space, _args, ctx) => whenKnown(findPublication(ctx, space), publishedUrl),
  }),
  publicUrl: t.field({
    type: 'URL',
    nullable: true,
    description: '`publishedUrl` when the site is public; null otherwise.',
    resolve: (space, _args, ctx) => whenKnown(findPublication(ctx, space), publicUrl),
  }),
}));

builder.objectFields(Revision, (t) => ({
  publishedUrl: t.field({
    type: 'URL',
    nullable: true,
    description: '`publishedUrl` of the space whose content it is now; null for any other revision.',
    resolve: async (revision, _args, ctx) => publishedUrl(await findRevisionPublication(ctx, revision)),
  }),
  publicUrl: t.field({
    type: 'URL',
    nullable: true,
    description: '`publishedUrl` when the site is public; null otherwise.',
    resolve: async (revision, _args, ctx) => publicUrl(await findRevisionPublication(ctx, revision)),
  }),
}));
