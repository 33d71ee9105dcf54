import * as z from 'zod';
import { customizationShapes as shapes } from '../customization/form.ts';
import { SiteTitle } from '../sites/fields.ts';

/** The settings of the appearance that pages of a site need. Those that are absent have no effect. */
const ShownSettings = z.object({
  title: SiteTitle.optional(),
  styling: z.object(shapes.styling).optional(),
  internationalization: z.object(shapes.internationalization).optional(),
  favicon: z.object(shapes.favicon).optional(),
  header: z.object(shapes.header).optional(),
  footer: z.object(shapes.footer).optional(),
  announcement: z.object(shapes.announcement).optional(),
  themes: z.object(shapes.themes).optional(),
  git: z.object(shapes.git).optional(),
  pageActions: z.object(shapes.pageActions).optional(),
  externalLinks: z.object(shapes.externalLinks).optional(),
  embeds: z.object(shapes.embeds).optional(),
  openapi: z.object(shapes.openapi).optional(),
  freshness: z.object(shapes.freshness).optional(),
  pdf: z.object(shapes.pdf).optional(),
  feedback: z.object(shapes.feedback).optional(),
  pagination: z.object(shapes.pagination).optional(),
  trademark: z.object(shapes.trademark).optional(),
  privacyPolicy: z.object(shapes.privacyPolicy).optional(),
  socialPreview: z.object(shapes.socialPreview).optional(),
});

export type ShownSettings = z.output<typeof ShownSettings>;

/** What the pages have looks of their own for, unless the site or the site space sets it. */
const onlyChosen = ['font', 'monospaceFont', 'infoColor', 'successColor', 'warningColor', 'dangerColor'] as const;

/** Settings as they are stored, of which only the names matter. */
const Stored = z.object({ styling: z.record(z.string(), z.unknown()).optional() });

/**
 * Reads the effective settings of a site space. Settings of an older form have no effect. `stored` are those of the site and of the
 * site space, so that pages load no font by default.
 */
export function readShownSettings(settings: unknown, stored: readonly unknown[]): ShownSettings {
  const shown = ShownSettings.safeParse(settings).data ?? {};
  const styling = { ...shown.styling };
  const isChosen = (name: string) => stored.some((one) => Stored.safeParse(one).data?.styling?.[name] !== undefined);
  for (const name of onlyChosen) if (!isChosen(name)) delete styling[name];
  return { ...shown, styling };
}
