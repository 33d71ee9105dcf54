import { AddPage } from '../../__generated__/change-request.ts';
import { at, go } from '../../frame/place.ts';
import { Form, TextField, type Sending } from '../../parts/form.tsx';
import { words } from '../../words/words.ts';
import { isAlive, type Facts } from './facts.ts';

/** Adds a page to the change request, and leads to its editor. */
export function NewPage({ space, request }: Facts) {
  if (!isAlive(request) || !space.permissions.edit) return null;
  const add = async ({ send, field }: Sending) => {
    const data = await send(AddPage, { spaceId: space.id, id: request.id, title: field('title') });
    const page = data?.createPage.page?.pageId;
    if (page) go(at('spaces', space.id, 'change-requests', request.id, 'pages', page, 'edit'));
    return page;
  };
  return (
    <details>
      <summary>{words.newPage}</summary>
      <Form submit={words.addPage} onSend={add}>
        <TextField label={words.title} name="title" isRequired maxLength={256} />
      </Form>
    </details>
  );
}
