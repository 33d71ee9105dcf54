import { ref, objectSchema } from '../schema.ts';

const listOf = (...names: readonly string[]) => ({ type: 'array', items: { oneOf: names.map(ref) } });

/** The structure of a site: its sections and groups, or its site spaces when it has no sections. */
export const siteStructure = {
  present: (structure: unknown) => structure,
  schema: () => ({
    oneOf: [
      objectSchema({
        type: { type: 'string', const: 'sections' },
        structure: listOf('SiteSection', 'SiteSectionGroup'),
      }),
      objectSchema({
        type: { type: 'string', const: 'siteSpaces' },
        structure: { type: 'array', items: ref('SiteSpace') },
      }),
    ],
  }),
};

export const settings = {
  type: 'object',
  description:
    'The appearance of a site: the members that `SiteCustomizationInput` lists, each with its value or default.',
  additionalProperties: {},
};

/** The appearance of a site, and of each of its site spaces. */
export const customizations = {
  present: (read: unknown) => read,
  schema: () =>
    objectSchema({
      site: ref('SiteCustomization'),
      siteSpaces: { type: 'object', additionalProperties: ref('SiteCustomization') },
    }),
  components: () => ({ SiteCustomization: settings }),
};
