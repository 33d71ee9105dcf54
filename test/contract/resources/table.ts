import { beyond } from './beyond.ts';
import { content } from './content.ts';
import { embedded } from './embedded.ts';
import { freshness } from './freshness.ts';
import { git } from './git.ts';
import { links } from './links.ts';
import { organizations } from './organizations.ts';
import { services } from './services.ts';
import { shared } from './shared.ts';
import { siteSettings } from './site-settings.ts';
import { sites } from './sites.ts';
import { signInResources } from './sign-in.ts';
import type { Table } from './shape.ts';
import { spaces } from './spaces.ts';
import { templates } from './templates.ts';

/**
 * The resources of the REST API as the contract states them, written by hand: nothing here is derived from the program
 * or its OpenAPI document, because both are held against this table.
 */
export const table: Table = {
  ...shared,
  ...spaces,
  ...content,
  ...links,
  ...embedded,
  ...organizations,
  ...sites,
  ...siteSettings,
  ...services,
  ...beyond,
  ...git,
  ...templates,
  ...freshness,
  ...signInResources,
};
