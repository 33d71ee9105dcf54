import { AddSite } from '../../__generated__/organization.ts';
import { at, go } from '../../frame/place.ts';
import { Form, TextField, type Sending } from '../../parts/form.tsx';
import { words } from '../../words/words.ts';

/** Creates a site, and leads to what it shows. */
export function NewSite({ organizationId }: { readonly organizationId: string }) {
  const create = async ({ send, field }: Sending) => {
    const data = await send(AddSite, { organizationId, title: field('title') });
    if (data) go(at('orgs', organizationId, 'sites', data.createSite.site.id, 'structure'));
    return data;
  };
  return (
    <details className="panel">
      <summary>{words.newSite}</summary>
      <Form submit={words.createSite} isPrimary onSend={create}>
        <TextField label={words.title} name="title" isRequired />
      </Form>
    </details>
  );
}
