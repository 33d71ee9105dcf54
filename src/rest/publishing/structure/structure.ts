import { ref, objectSchema } from '../../schema.ts';

const toList = (...names: readonly string[]) => ({ type: 'array', items: { oneOf: names.map(ref) } });

/** The structure of a site: its sections and groups, or its site spaces when it has no sections. */
export const siteStructure = {
  present: (structure: unknown) => structure,
  schema: () => ({
    oneOf: [
      objectSchema({
        type: { type: 'string', const: 'sections' },
        structure: toList('SiteSection', 'SiteSectionGroup'),
      }),
      objectSchema({
        type: { type: 'string', const: 'siteSpaces' },
        structure: { type: 'array', items: ref('SiteSpace') },
      }),
    ],
  }),
};

interface Customizations {
  readonly site: unknown;
  readonly siteSpaces: readonly { readonly siteSpaceId: string; readonly customization: unknown }[];
}

/** The appearance of a site, and of each of its site spaces by its id. */
export const customizations = {
  present: ({ site, siteSpaces }: Customizations) => ({
    site,
    siteSpaces: Object.fromEntries(siteSpaces.map(({ siteSpaceId, customization }) => [siteSpaceId, customization])),
  }),
  schema: () =>
    objectSchema({
      site: ref('SiteCustomization'),
      siteSpaces: { type: 'object', additionalProperties: ref('SiteCustomization') },
    }),
};
