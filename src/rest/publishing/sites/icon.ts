import { objectSchema } from '../../schema.ts';

/** The icon of a site: images, an emoji, or an empty object. */
export const siteIcon = {
  present: (icon: unknown) => icon,
  schema: () => {
    const image = { type: 'string', format: 'uri' };
    return {
      oneOf: [
        { type: 'null' },
        objectSchema({ icon: objectSchema({ light: image, dark: image }) }),
        objectSchema({ emoji: { type: 'string' } }),
        objectSchema({}),
      ],
    };
  },
};
