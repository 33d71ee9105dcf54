import { AddSpace, type TemplatesOfListFragment } from '../../__generated__/templates.ts';
import { at, go } from '../../frame/place.ts';
import { Form, TextField, type Sending } from '../../parts/form.tsx';
import { TemplateField } from '../../parts/templates.tsx';
import { words } from '../../words/words.ts';

interface NewSpaceProps {
  readonly organizationId: string;
  readonly templates: TemplatesOfListFragment;
}

/** Creates a space, also from a template, and leads to it. */
export function NewSpace({ organizationId, templates }: NewSpaceProps) {
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
        <TemplateField of={templates} withSpaces />
      </Form>
    </details>
  );
}
