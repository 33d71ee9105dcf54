import './users/user.ts';
import './organizations/organization.ts';
import './spaces/space.ts';
import './spaces/create-space.ts';
import './spaces/change-space.ts';
import './collections/collection.ts';
import './collections/change-collection.ts';
import './grants/grant.ts';
import './grants/change-access.ts';
import './content/revision.ts';
import './content/page-links.ts';
import './comments/space-comments.ts';
import './comments/change-comments.ts';
import './imports/import-content.ts';
import './node.ts';
import { builder } from './builder.ts';
import { withPlainFields } from './plain-fields.ts';

export const schema = withPlainFields(builder.toSchema());
