import * as z from 'zod';
import { urlForm } from '../../../lib/form-types.ts';
import { httpUrl } from '../../../lib/http-url.ts';

/** Base URL of a renderer. ASCII only, so that its stored length is its given length. */
export const RendererUrl = urlForm(
  httpUrl(1_024)
    .refine((text) => !/[?#]/.test(text), 'must not have a query or a fragment')
    .refine((text) => /^[!-~]*$/.test(text), 'must contain ASCII characters only; encode others'),
);

/** A secret shared with the renderer. */
export const RendererSecret = z.string().min(16).max(256);

/** Maximum number of renderers of an organization, because each change notifies all of them. */
export const maxRenderers = 10;
