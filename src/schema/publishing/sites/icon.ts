import { withInput } from '../../../lib/watched-inputs.ts';
import { setSiteIcon } from '../../../domain/publishing/sites/icon.ts';
import { SetSiteIconInput } from '../../../domain/publishing/sites/inputs.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { siteArgs } from './mutations.ts';
import { Site } from './site.ts';

mutation('setSiteIcon', {
  description:
    'Sets the icon of a site, which is shown beside its title in lists of sites. The icon of browser tabs is `favicon` of its customization. Needs the role `create` on the site.',
  args: { ...siteArgs, ...expectedVersionArg },
  input: { form: SetSiteIconInput, description: 'The icon.' },
  payload: shows('site', Site, 'The updated site.'),
  resolve: (ctx, { organizationId, siteId: id, expectedVersion, input }) =>
    setSiteIcon(ctx, withInput(input, { organizationId, id, expectedVersion })),
});
