import { strictObject } from '../schema.ts';

/** The icon of a site: images, an emoji, or an empty object. */
export const siteIcon = {
  present: (icon: unknown) => icon,
  schema: () => {
    const image = { type: 'string', format: 'uri' };
    return {
      oneOf: [
        { type: 'null' },
        strictObject({ icon: strictObject({ light: image, dark: image }) }),
        strictObject({ emoji: { type: 'string' } }),
        strictObject({}),
      ],
    };
  },
};
