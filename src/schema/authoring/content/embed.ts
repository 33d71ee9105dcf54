import { getEmbed, type Embed as EmbedModel } from '../../../domain/authoring/content/embed.ts';
import { httpUrl } from '../../../lib/http-url.ts';
import { builder } from '../../builder.ts';
import { Space } from '../spaces/space.ts';

const Embed = builder.objectRef<EmbedModel>('Embed').implement({
  description: 'The metadata of a web page, to show it where a text embeds its URL.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title of the web page, or its URL.' }),
    site: t.exposeString('site', { description: 'Name of the website, or its host.' }),
    iconUrl: t.expose('icon', { type: 'URL', nullable: true, description: 'URL of the icon; null without one.' }),
  }),
});

const maxUrlLength = 2_048;

builder.objectField(Space, 'embed', (t) =>
  t.field({
    type: Embed,
    nullable: true,
    description:
      'Fetches the metadata of a web page, to show it where a text embeds its URL. Null with an error when the URL has no HTML page. An operation may fetch at most five.',
    args: {
      url: t.arg({
        type: 'URL',
        required: true,
        description: 'URL of the web page.',
        validate: httpUrl(maxUrlLength),
      }),
    },
    resolve: ({ id }, { url }, ctx) => getEmbed(ctx, id, url),
  }),
);
