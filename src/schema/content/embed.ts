import { getEmbed, type Embed as EmbedModel } from '../../domain/content/embed.ts';
import { httpUrl } from '../../lib/http-url.ts';
import { builder } from '../builder.ts';
import { Space } from '../spaces/space.ts';

const Embed = builder.objectRef<EmbedModel>('Embed').implement({
  description: 'What a page of the web says of itself.',
  fields: (t) => ({
    title: t.exposeString('title'),
    site: t.exposeString('site', { description: 'Name of the website, or its host.' }),
    icon: t.exposeString('icon', { nullable: true, description: 'URL of its icon; null without one.' }),
  }),
});

const maxUrlLength = 2_048;

builder.objectField(Space, 'embed', (t) =>
  t.field({
    type: Embed,
    nullable: true,
    description:
      'What a page of the web says of itself, to show where a text embeds it. Null with an error for an address without an HTML page. At most five in an operation.',
    args: { url: t.arg.string({ required: true, description: 'The address.', validate: httpUrl(maxUrlLength) }) },
    resolve: ({ id }, { url }, ctx) => getEmbed(ctx, id, url),
  }),
);
