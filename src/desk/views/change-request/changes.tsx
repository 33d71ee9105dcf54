import { useState } from 'react';
import { at } from '../../frame/place.ts';
import { CommentForm } from '../../parts/comment-form.tsx';
import { Rich } from '../../parts/rich.tsx';
import { Thread } from '../../parts/threads.tsx';
import { fill, wordOf, words } from '../../words/words.ts';
import { isAlive, type Change, type Facts } from './facts.ts';
import { Hunks } from './hunks.tsx';
import { NewPage } from './new-page.tsx';

const looks = ['rendered', 'markdown', 'beside'] as const;
type Look = (typeof looks)[number];

/** What a change request changes, entry by entry: as readers see it, as Markdown, or both beside each other. */
export function Changes({ onMore, ...facts }: Facts & { readonly onMore: () => void }) {
  const { changes } = facts.request;
  const [look, setLook] = useState<Look>('rendered');
  return (
    <section className="list changes" data-look={look}>
      <div className="list-head">
        <h2>{words.changes}</h2>
        {changes.items.length > 0 && (
          <fieldset className="looks">
            <legend className="unseen">{words.showAs}</legend>
            {looks.map((one) => (
              <label key={one}>
                <input type="radio" name="look" checked={look === one} onChange={() => setLook(one)} />
                {wordOf('look', one)}
              </label>
            ))}
          </fieldset>
        )}
      </div>
      {changes.items.length === 0 && <p className="quiet">{words.noChanges}</p>}
      {changes.items.map((change) => (
        <ChangeOf key={change.type + change.subjectId} change={change} look={look} {...facts} />
      ))}
      <NewPage {...facts} />
      <p>
        <a href={at('spaces', facts.space.id, 'change-requests', facts.request.id, 'pages')}>{words.arrange}</a>
      </p>
      {changes.more > 0 && (
        <button type="button" onClick={onMore}>
          {words.showMore}
        </button>
      )}
    </section>
  );
}

function ChangeOf({ change, look, ...facts }: Facts & { readonly change: Change; readonly look: Look }) {
  const { space, request } = facts;
  const { type, subjectId, title, hunks, html } = change;
  const isPage = type.startsWith('PAGE_');
  const isGone = type === 'PAGE_DELETED';
  const isMove = type === 'PAGE_MOVED';
  const threads = request.comments?.edges.filter(({ node }) => node.target.page?.pageId === subjectId) ?? [];
  const hasText = html !== null || hunks.length > 0;
  return (
    <details className="change-of" open>
      <summary>
        <span className={`kind ${type.toLowerCase()}`}>{wordOf('change', type)}</span> {title}
      </summary>
      <Attributes change={change} />
      {hasText && (
        <div className="looks-at">
          {look !== 'markdown' && html !== null && <Rich html={html} />}
          {(look !== 'rendered' || html === null) && <Hunks hunks={hunks} />}
        </div>
      )}
      {isPage && !isGone && !isMove && (
        <>
          <p className="actions">
            <a href={at('spaces', space.id, 'change-requests', request.id, 'pages', subjectId)}>{words.wholePage}</a>
            {space.permissions.edit && isAlive(request) && (
              <a href={at('spaces', space.id, 'change-requests', request.id, 'pages', subjectId, 'edit')}>
                {words.edit}
              </a>
            )}
          </p>
          {threads.map(({ node }) => (
            <Thread key={node.id} thread={node} />
          ))}
          {space.permissions.comment && (
            <details>
              <summary>{words.commentOnPage}</summary>
              <CommentForm
                spaceId={space.id}
                requestId={request.id}
                pageId={subjectId}
                label={fill(words.commentOn, { title })}
              />
            </details>
          )}
        </>
      )}
    </details>
  );
}

/** What differs besides the text. */
function Attributes({ change }: { readonly change: Change }) {
  const { title, previousTitle, path, previousPath, fields } = change;
  const others = fields.filter((field) => !['document', 'title', 'slug'].includes(field));
  return (
    <>
      {previousTitle !== null && previousTitle !== title && (
        <p className="quiet">
          <del>{previousTitle}</del> → <ins>{title}</ins>
        </p>
      )}
      {previousPath !== null && path !== null && previousPath !== path && (
        <p className="quiet">
          <del>/{previousPath}</del> → <ins>/{path}</ins>
        </p>
      )}
      {others.length > 0 && (
        <p className="quiet">
          {words.alsoChanged} {others.join(', ')}
        </p>
      )}
    </>
  );
}
