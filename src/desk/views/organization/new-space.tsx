import { AddSpace } from '../../__generated__/templates.ts';
import { at, go } from '../../frame/place.ts';
import { Form, TextField, type Sending } from '../../parts/form.tsx';
import { TemplateField } from '../../parts/templates.tsx';
import { words } from '../../words/words.ts';

/** Creates a space, also from a template, and leads to it. */
export function NewSpace({ organizationId }: { readonly organizationId: string }) {
  const create = async ({ send, field }: Sending) => {
    const templateId = field('template');
    const template = templateId === '' ? null : { templateId };
    const data = await send(AddSpace, { organizationId, input: { title: field('title'), template } });
    if (data) go(at('spaces', data.createSpace.space.id));
    return data;
  };
  return (
    <details className="panel">
      <summary>{words.newSpace}</summary>
      <Form submit={words.createSpace} isPrimary onSend={create}>
        <TextField label={words.title} name="title" isRequired maxLength={50} />
        <TemplateField organizationId={organizationId} withSpaces />
      </Form>
    </details>
  );
}
