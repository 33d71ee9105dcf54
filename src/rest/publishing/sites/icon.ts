import { objectSchema } from '../../schema.ts';

/** The icon of a site: images, an emoji, or none. Each value has exactly one of the forms. */
export const siteIcon = {
  present: (icon: object | null) => (icon !== null && Object.keys(icon).length > 0 ? icon : null),
  schema: () => {
    const image = { type: 'string', format: 'uri' };
    return {
      oneOf: [
        { type: 'null' },
        objectSchema({ icon: objectSchema({ light: image, dark: image }) }),
        objectSchema({ emoji: { type: 'string' } }),
        { ...objectSchema({}), maxProperties: 0 },
      ],
    };
  },
};
