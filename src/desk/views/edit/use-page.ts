import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { EditView, SavePage, type EditedPageFragment } from '../../__generated__/edit.ts';
import { useChange } from '../../client/change.ts';
import { useDraft } from '../../parts/draft.ts';
import { fieldsOf, inputOf, isSame, parseDraft, savedFields, type Draft, type Fields } from './fields.ts';

interface PagePlace {
  readonly spaceId: string;
  readonly requestId: string;
  readonly page: EditedPageFragment;
  readonly revisionId: string;
}

/** A page that is written: its draft, what somebody else has made of it meanwhile, and how it is saved. */
export function usePage({ spaceId, requestId, page, revisionId }: PagePlace) {
  const client = useClient();
  const { send, isBusy, refusal } = useChange();
  const [text, keep] = useDraft(`page ${requestId} ${page.pageId}`);
  const [begun] = useState(() => begin(page, revisionId, text === '' ? null : parseDraft(text, fieldsOf(page))));
  const [draft, setDraft] = useState<Draft>(begun.draft);
  const [theirs, setTheirs] = useState<Latest | null>(begun.theirs);
  const [isSaved, setIsSaved] = useState(false);
  /** What is written by now, also while a save waits for its answer. */
  const written = useRef(draft);

  const change = (next: Draft) => {
    written.current = next;
    setDraft(next);
    setIsSaved(false);
    keep(isSame(next.fields, next.base) ? '' : JSON.stringify(next));
  };
  const place = { spaceId, id: requestId, pageId: page.pageId };
  const latest = async (): Promise<Latest | null> => {
    const { data } = await client.query(EditView, place, { requestPolicy: 'network-only' }).toPromise();
    const request = data?.space?.changeRequest;
    const now = request?.content.page;
    return request && now ? { fields: fieldsOf(now), revisionId: request.revisionId } : null;
  };
  const write = ({ fields, base, revisionId: expectedRevision }: Draft) =>
    send(SavePage, { ...place, expectedRevision, input: inputOf(fields, base) });

  /** Saves what differs. When somebody else has changed the page, nothing is written, and both texts are kept. */
  const save = async () => {
    let sent = draft;
    let saved = await write(sent);
    if (saved === null) {
      const now = await latest();
      if (now === null || now.revisionId === sent.revisionId) return;
      if (!isSame(now.fields, sent.base)) return setTheirs(now);
      // Somebody has changed another page of the change request.
      sent = { ...sent, revisionId: now.revisionId };
      saved = await write(sent);
    }
    const now = saved && (await latest());
    if (!now) return;
    const fields = savedFields(now.fields, sent.fields, written.current.fields);
    change({ fields, base: now.fields, revisionId: now.revisionId });
    setIsSaved(isSame(fields, now.fields));
  };

  /** Goes on over the page of the other one, with the own text or with theirs. */
  const settle = (fields: Fields) => {
    if (theirs === null) return;
    change({ fields, base: theirs.fields, revisionId: theirs.revisionId });
    setTheirs(null);
  };
  return {
    fields: draft.fields,
    set: (fields: Partial<Fields>) => change({ ...written.current, fields: { ...written.current.fields, ...fields } }),
    isChanged: !isSame(draft.fields, draft.base),
    isRestored: begun.isRestored,
    isSaved,
    isBusy,
    refusal: theirs === null ? refusal : null,
    theirs: theirs?.fields ?? null,
    save,
    settle,
    discard: () => change({ ...draft, fields: draft.base }),
  };
}

interface Latest {
  readonly fields: Fields;
  readonly revisionId: string;
}

/** Begins with the page, or with a draft of it, over which somebody else may have written since. */
function begin(page: EditedPageFragment, revisionId: string, kept: Draft | null) {
  const now: Latest = { fields: fieldsOf(page), revisionId };
  if (kept === null || isSame(kept.fields, now.fields))
    return { draft: { fields: now.fields, base: now.fields, revisionId }, theirs: null, isRestored: false };
  const isOvertaken = !isSame(kept.base, now.fields);
  return { draft: isOvertaken ? kept : { ...kept, revisionId }, theirs: isOvertaken ? now : null, isRestored: true };
}
