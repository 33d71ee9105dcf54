import { inputForm } from '../../../lib/form-types.ts';
import { RendererSecret, RendererUrl } from './fields.ts';

const urlDescription = 'URL of the renderer. Notifications are sent to `~gitbook/revalidate` below it.';

const secretDescription =
  'Secret that signs the notifications. The renderer must be configured with the same one. It is never returned.';

export const CreateRendererInput = inputForm('CreateRenderer', 'Fields of a new renderer.', {
  url: RendererUrl.describe(urlDescription),
  secret: RendererSecret.describe(secretDescription),
});

export const UpdateRendererInput = inputForm('UpdateRenderer', 'Fields to update; omitted fields stay unchanged.', {
  url: RendererUrl.optional().describe(urlDescription),
  secret: RendererSecret.optional().describe(secretDescription),
});
