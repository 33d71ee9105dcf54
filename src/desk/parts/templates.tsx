import { useState } from 'react';
import { EndTemplate, MoreTemplates, OfferTemplate, type TemplatesOfListFragment } from '../__generated__/templates.ts';
import { useChange } from '../client/change.ts';
import { at } from '../frame/place.ts';
import { fill, words } from '../words/words.ts';
import { Action } from './action.tsx';
import { Failure } from './failure.tsx';
import { SelectField } from './form.tsx';
import { PagedList, Row } from './list.tsx';

type Template = TemplatesOfListFragment['edges'][number]['node'];

interface FieldProps {
  readonly of: TemplatesOfListFragment;
  /** Whether spaces are offered as well as pages. */
  readonly withSpaces: boolean;
}

/** A field for the template with which a page or a space begins; nothing where there are none. */
export function TemplateField({ of: { edges }, withSpaces }: FieldProps) {
  const offered = edges.map(({ node }) => node).filter(({ pageId }) => withSpaces || pageId !== null);
  if (offered.length === 0) return null;
  const options = offered.map(({ id, title }) => [id, title] as const);
  return <SelectField label={words.template} name="template" options={[['', words.noTemplate], ...options]} />;
}

interface TemplatesProps {
  readonly organizationId: string;
  readonly of: TemplatesOfListFragment;
}

/** The templates of an organization, and an end to their offer. */
export const Templates = ({ organizationId: id, of }: TemplatesProps) => (
  <PagedList
    title={words.templates}
    of={of}
    query={MoreTemplates}
    variables={{ id }}
    pick={(data) => data.organization?.templates}
    each={(template) => <Offered key={template.id} organizationId={id} template={template} />}
  />
);

function Offered({ organizationId, template }: { readonly organizationId: string; readonly template: Template }) {
  const { id, title, description, spaceId, pageId, space } = template;
  const place = pageId === null ? at('spaces', spaceId) : at('spaces', spaceId, 'pages', pageId);
  return (
    <Row title={<a href={place}>{title}</a>} about={description ?? space.title}>
      {space.permissions.edit && (
        <Action
          label={fill(words.removeName, { name: title })}
          onAct={(send) => send(EndTemplate, { organizationId, templateId: id })}
        >
          {words.remove}
        </Action>
      )}
    </Row>
  );
}

interface OfferProps {
  readonly organizationId: string;
  readonly spaceId: string;
  /** The page; the whole space without one. */
  readonly pageId?: string;
}

/** Offers a page or a space as a template. */
export function Offer({ organizationId, spaceId, pageId }: OfferProps) {
  const { send, isBusy, refusal } = useChange();
  const [isOffered, setIsOffered] = useState(false);
  const offer = async () => {
    if (await send(OfferTemplate, { organizationId, input: { spaceId, pageId: pageId ?? null } })) setIsOffered(true);
  };
  return (
    <p className="actions">
      <button type="button" disabled={isBusy || isOffered} onClick={() => void offer()}>
        {words.offerTemplate}
      </button>{' '}
      <span role="status" className="quiet">
        {isOffered && words.templateOffered}
      </span>
      <Failure>{refusal}</Failure>
    </p>
  );
}
