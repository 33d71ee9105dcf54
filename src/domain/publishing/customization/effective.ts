import type { Context } from '../../core/context.ts';
import { awaitConditions } from '../../people/visitors/condition-turns.ts';
import { createConditions } from '../../people/visitors/conditions.ts';
import { defaultCustomization } from './defaults.ts';
import { changed, mergeSettings, type Customization } from './merge.ts';
import type { ReadSite } from '../sites/sites.ts';
import { loadStructure, type Structure } from '../structure/structure.ts';

/** The effective appearance of a site and of each site space. */
export interface Customizations {
  readonly site: Customization;
  readonly siteSpaces: Readonly<Record<string, Customization>>;
}

/** Reads the effective appearance of the parts of a site that the caller may read. */
export const loadCustomizations = async (ctx: Context, site: ReadSite): Promise<Customizations> =>
  customizationsIn(ctx, site, await loadStructure(ctx, site));

/** The same in a structure that was read, also with a change of the settings of the site that is not stored. */
export async function customizationsIn(
  ctx: Context,
  site: ReadSite,
  { siteSpaces, settings, siteSpaceSettings }: Structure,
  change: Customization = {},
): Promise<Customizations> {
  const ofSite = mergeSettings(defaultCustomization, changed(settings, change));
  const ofSiteSpaces = siteSpaces.map(({ id }) => mergeSettings(ofSite, siteSpaceSettings[id]));
  if (site.reading !== 'member') await awaitConditions(ctx, [ofSite, ...ofSiteSpaces].flatMap(conditionsIn).length);
  const seen = site.reading === 'member' ? asSet : forReader(site);
  return {
    site: seen(ofSite),
    siteSpaces: Object.fromEntries(ofSiteSpaces.map((merged, index) => [siteSpaces[index]?.id, seen(merged)])),
  };
}

const asSet = (settings: Customization) => settings;

interface HeaderItem {
  readonly condition?: string | undefined;
}

const readHeader = (settings: Customization) => settings['header'] as { readonly links?: readonly HeaderItem[] };

const conditionsIn = (settings: Customization) =>
  (readHeader(settings).links ?? []).flatMap(({ condition }) => condition ?? []);

/** Removes header links whose conditions hide them from the reader, and the conditions of others. */
function forReader({ visitor }: ReadSite) {
  const conditions = visitor && createConditions(visitor.claims);
  return (settings: Customization): Customization => {
    const header = readHeader(settings);
    const links = (header.links ?? [])
      .filter(({ condition }) => conditions?.holds(condition) ?? true)
      .map(({ condition: _condition, ...item }) => item);
    return { ...settings, header: { ...header, links } };
  };
}
