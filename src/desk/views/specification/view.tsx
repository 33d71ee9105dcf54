import { SpecificationView } from '../../__generated__/specification.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Head } from '../../parts/title.tsx';
import { words } from '../../words/words.ts';

/** An OpenAPI specification: where it comes from and how old it is. */
export const View = ({ ids: { organizationId = '', slug = '' } }: ViewProps) => (
  <Read
    query={SpecificationView}
    variables={{ organizationId, slug }}
    of={({ openApiSpec, organization }) => openApiSpec && { ...openApiSpec, organization }}
    isNews={({ type }) => type.startsWith('OPENAPI_SPEC')}
  >
    {({ sourceUrl, updatedAt, organization }) => (
      <Head
        title={slug}
        kind={words.specification}
        organizationId={organizationId}
        way={[organization && { title: organization.title, href: at('orgs', organizationId) }]}
      >
        <p className="quiet">
          {sourceUrl && <a href={sourceUrl}>{sourceUrl}</a>} <Moment at={updatedAt} />
        </p>
      </Head>
    )}
  </Read>
);
