import * as z from 'zod';
import { PageTitle } from '../../../text/content/edit-fields.ts';

export const TemplateTitle = PageTitle;

export const TemplateDescription = z.string().trim().max(1_000);

/** Maximum number of templates of an organization. */
export const maxTemplates = 1_000;
