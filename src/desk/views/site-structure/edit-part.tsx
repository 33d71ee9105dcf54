import {
  RemoveGroup,
  RemoveSection,
  RemoveSiteSpace,
  SaveGroup,
  SaveSection,
  SaveSiteSpace,
} from '../../__generated__/site-structure.ts';
import type { Send } from '../../client/change.ts';
import { at } from '../../frame/place.ts';
import { Action } from '../../parts/action.tsx';
import { Form, TextField, type Sending } from '../../parts/form.tsx';
import { fill, words } from '../../words/words.ts';
import type { SiteIds, SitePart } from './parts-of-site.ts';

interface EditPartProps {
  readonly ids: SiteIds;
  readonly part: SitePart;
}

/** Renames a part, gives it another path, and removes it. */
export function EditPart({ ids, part }: EditPartProps) {
  const { type, id, title, path, spaceId } = part;
  const save = ({ send, field }: Sending) => {
    if (type === 'SITE_SPACE') return send(SaveSiteSpace, { ...ids, id, path: field('path') });
    if (type === 'SITE_SECTION_GROUP') return send(SaveGroup, { ...ids, id, title: field('title') });
    return send(SaveSection, { ...ids, id, input: { title: field('title'), path: field('path') } });
  };
  const remove = (send: Send) => {
    if (type === 'SITE_SPACE') return send(RemoveSiteSpace, { ...ids, id });
    return type === 'SITE_SECTION' ? send(RemoveSection, { ...ids, id }) : send(RemoveGroup, { ...ids, id });
  };
  return (
    <details className="edit-part">
      <summary aria-label={fill(words.changeName, { name: title })}>{words.change}</summary>
      <Form submit={words.save} isKept onSend={save}>
        {type !== 'SITE_SPACE' && <TextField label={words.title} name="title" value={title} isRequired />}
        {path !== undefined && <TextField label={words.slug} name="path" value={path} hint={words.pathHint} />}
      </Form>
      <div className="actions">
        {spaceId && <a href={at('spaces', spaceId)}>{words.openSpace}</a>}
        <Action
          className="danger"
          confirm={{ title: fill(words.removeFromSite, { title }), text: words.removeFromSiteText }}
          onAct={remove}
        >
          {words.remove}
        </Action>
      </div>
    </details>
  );
}
