import { SaveFreshness, Verify } from '../../__generated__/freshness.ts';
import type { FreshnessOfPageFragment } from '../../__generated__/page.ts';
import { Action } from '../../parts/action.tsx';
import { Form, TextField } from '../../parts/form.tsx';
import { List, Row } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { People } from '../../parts/people.tsx';
import { fill, words } from '../../words/words.ts';

interface FreshnessProps {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly freshness: FreshnessOfPageFragment | null;
  readonly mayEdit: boolean;
}

/** The day of an instant, as fields for days have it. */
const dayOf = (instant: string | null | undefined): string => instant?.slice(0, 10) ?? '';

/** The instant of a day in such a field; null for none. */
const instantOf = (day: string): string | null => (day === '' ? null : `${day}T00:00:00.000Z`);

/** Who looks after a page, when it is to be reviewed, and whether somebody has found it to be right. */
export function Freshness({ organizationId, spaceId, pageId, freshness, mayEdit }: FreshnessProps) {
  const { owner = null, reviewAt = null, verifiedAt = null, verifiedBy = null, isDue = false } = freshness ?? {};
  const ids = { spaceId, pageId };
  if (!mayEdit && freshness === null) return null;
  return (
    <List title={words.freshness} id="freshness">
      {[
        <Row
          key="verified"
          title={
            verifiedAt === null
              ? words.notVerified
              : fill(words.verifiedBy, { name: verifiedBy?.displayName ?? words.somebody })
          }
          about={
            <>
              {verifiedAt && <Moment at={verifiedAt} />}
              {verifiedAt && reviewAt && ' · '}
              {reviewAt && (
                <>
                  {isDue ? words.dueSince : words.reviewDue} <Moment at={reviewAt} />
                </>
              )}
            </>
          }
        >
          {isDue && <span className="status failed">{words.due}</span>}
          {mayEdit && <Action onAct={(send) => send(Verify, { ...ids, input: {} })}>{words.verify}</Action>}
        </Row>,
        <Row key="owner" title={words.owner} about={owner?.displayName ?? words.noOwner}>
          {mayEdit && owner && (
            <Action
              className="plain"
              label={fill(words.removeName, { name: owner.displayName })}
              onAct={(send) => send(SaveFreshness, { ...ids, input: { ownerId: null } })}
            >
              {words.remove}
            </Action>
          )}
        </Row>,
        mayEdit && (
          <li key="change" className="entry">
            <details className="panel">
              <summary>{words.changeFreshness}</summary>
              <People
                organizationId={organizationId}
                label={words.owner}
                without={new Set(owner ? [owner.id] : [])}
                onAdd={(send, { userId }) => send(SaveFreshness, { ...ids, input: { ownerId: userId ?? null } })}
              />
              <Form
                submit={words.save}
                isKept
                onSend={({ send, field }) =>
                  send(SaveFreshness, { ...ids, input: { reviewAt: instantOf(field('reviewAt')) } })
                }
              >
                <TextField
                  label={words.reviewOn}
                  name="reviewAt"
                  type="date"
                  value={dayOf(reviewAt)}
                  hint={words.reviewOnHint}
                />
              </Form>
            </details>
          </li>
        ),
      ].filter((row) => row !== false)}
    </List>
  );
}
