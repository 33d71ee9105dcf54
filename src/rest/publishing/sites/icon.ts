import { objectSchema } from '../../schema.ts';

/** The icon of a site: images or an emoji, or null without one. Each value has exactly one of these forms. */
export const siteIcon = {
  present: (icon: object | null) => (icon !== null && Object.keys(icon).length > 0 ? icon : null),
  schema: () => {
    const image = { type: 'string', format: 'uri' };
    return {
      oneOf: [
        { type: 'null' },
        objectSchema({ icon: objectSchema({ light: image, dark: image }) }),
        objectSchema({ emoji: { type: 'string' } }),
      ],
    };
  },
};
