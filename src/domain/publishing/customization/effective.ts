import type { Context } from '../../core/context.ts';
import { awaitConditions } from '../../people/visitors/condition-turns.ts';
import { createConditions } from '../../people/visitors/conditions.ts';
import { defaultCustomization } from './defaults.ts';
import { mergeSettings, type Customization } from './merge.ts';
import type { ReadSite } from '../sites/sites.ts';
import { loadStructure } from '../structure/structure.ts';

/** The effective appearance of a site and of each site space. */
export interface Customizations {
  readonly site: Customization;
  readonly siteSpaces: Readonly<Record<string, Customization>>;
}

/** Reads the effective appearance of the parts of a site that the caller may read. */
export async function loadCustomizations(ctx: Context, site: ReadSite): Promise<Customizations> {
  const { siteSpaces, settings, siteSpaceSettings } = await loadStructure(ctx, site);
  const ofSite = mergeSettings(defaultCustomization, settings);
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
