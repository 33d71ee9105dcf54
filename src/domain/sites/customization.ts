import type { Context } from '../context.ts';
import { createConditions } from '../visitors/conditions.ts';
import { defaultCustomization } from './customization-defaults.ts';
import { inheriting, type Customization } from './merge-customization.ts';
import type { ReadSite } from './sites.ts';
import { readStructure } from './structure.ts';

/** The appearance of a site, and of each of its site spaces. */
export interface Customizations {
  readonly site: Customization;
  readonly siteSpaces: Readonly<Record<string, Customization>>;
}

/** The appearance of what the caller reads of a site, complete. */
export async function readCustomizations(ctx: Context, site: ReadSite): Promise<Customizations> {
  const { siteSpaces, settings, siteSpaceSettings } = await readStructure(ctx, site);
  const ofSite = inheriting(defaultCustomization, settings);
  const seen = site.reading === 'member' ? asSet : forReader(site);
  return {
    site: seen(ofSite),
    siteSpaces: Object.fromEntries(siteSpaces.map(({ id }) => [id, seen(inheriting(ofSite, siteSpaceSettings[id]))])),
  };
}

const asSet = (settings: Customization) => settings;

interface HeaderItem {
  readonly condition?: string | undefined;
}

/** The settings without links of the header that their conditions hide from the reader, and without conditions. */
function forReader({ visitor }: ReadSite) {
  const conditions = visitor && createConditions(visitor.claims);
  return (settings: Customization): Customization => {
    const header = settings['header'] as { readonly links?: readonly HeaderItem[] };
    const links = (header.links ?? [])
      .filter(({ condition }) => conditions?.holds(condition) ?? true)
      .map(({ condition: _condition, ...item }) => item);
    return { ...settings, header: { ...header, links } };
  };
}
