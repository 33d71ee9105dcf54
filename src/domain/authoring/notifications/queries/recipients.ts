import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import { contentTypes, discussionTypes, type NotifiedType } from '../../../core/events/notified.ts';
import { notificationReasons, type NotificationReason } from '../fields.ts';

/** An event, and one of the people who are notified of it. */
export interface Recipient {
  readonly userId: string;
  readonly reason: NotificationReason;
  readonly position: number;
  readonly type: NotifiedType;
  /** What it is about for this person, as `node` takes it. */
  readonly subjectId: string;
  readonly subjectLabel: string | null;
  readonly spaceId: string | null;
  readonly changeRequestId: string | null;
  readonly actorId: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Author of the change request to which it belongs while that is a draft, or an empty text; null for all else. */
  readonly draftBy: string | null;
}

interface EventRange {
  readonly organizationId: string;
  /** Position before the first event. */
  readonly after: number;
  readonly upTo: number;
}

/**
 * SQL condition: event `e` of an organization may concern somebody. What concerns watchers alone does not, from before anybody
 * watched something.
 */
export const mayConcern = (organizationId: string): Fragment => sql`(e.type = any(${discussionTypes}::text[])
    or (e.type = any(${contentTypes}::text[]) and (e."changeRequestId" is not null or e."createdAt" >=
      (select min(w."createdAt") from watches w where w."organizationId" = ${organizationId}))))`;

/** Relation `notified`: the events. `pageId` is the page that a comment or reply is on, or the only one that a revision has written. */
const rangeEvents = ({ organizationId, after, upTo }: EventRange): Fragment => sql`notified as materialized (
    select e.position, e.type, e."subjectId", e."subjectLabel", e."spaceId", e."changeRequestId", e."actorId",
      e."createdAt", e.data ->> 'revision' as "revisionId", e.data ->> 'reviewer' as "reviewerId",
      case when e.type = 'page.review_due' then e.data ->> 'owner' end as "ownerId",
      case when e.type in ('comment.created', 'comment_reply.created') then e.data -> 'mentions' end as mentions,
      case when e.type = 'comment_reply.created' then e.data ->> 'comment' else e."subjectId" end as "threadId",
      case when e.type like 'comment%' then e.data ->> 'page' else written.page ->> 'id' end as "pageId",
      written.page ->> 'title' as "pageTitle"
    from events e left join lateral (
      select e.data #> '{changes,0}' as page where e.type = 'content.updated' and (e.data ->> 'total')::int = 1
        and e.data #>> '{changes,0,change}' <> 'removed' and e.data #>> '{changes,0,kind}' = 'page'
    ) written on true
    where e."organizationId" = ${organizationId} and e.position > ${after}::bigint and e.position <= ${upTo}::bigint
      and ${mayConcern(organizationId)}
  )`;

/** Relation `above`: the collections around each space. */
const collectionsAbove = raw(`above("spaceId", id, distance) as (
    select s.id, s."parentId", 2 from spaces s
    where s.id in (select notified."spaceId" from notified) and s."parentId" is not null
    union all
    select above."spaceId", c."parentId", above.distance + 1
    from above join collections c on c.id = above.id where c."parentId" is not null
  )`);

/**
 * Relation `watched`: for each event and person, the watch that is nearest to it. A page is watched in what a revision has
 * changed; one that is muted mutes only revisions of it alone.
 */
const nearestWatches = raw(`watched as materialized (
    select distinct on (position, "userId") position, "userId", level, distance, "watchedPage", "watchedTitle" from (
      select notified.position, w."userId", w.level, 0 as distance, null as "watchedPage", null as "watchedTitle"
      from notified join watches w on w."nodeId" = coalesce(notified."changeRequestId", notified."subjectId")
      where (notified."changeRequestId" is not null or notified."spaceId" is null) and w."createdAt" <= notified."createdAt"
      union all
      select notified.position, w."userId", w.level, 0, null, null
      from notified join watches w on w."nodeId" = notified."pageId" || '.' || notified."spaceId"
      where notified.type like 'comment%' and notified."changeRequestId" is null and w."createdAt" <= notified."createdAt"
      union all
      select notified.position, w."userId", w.level, 0, w."nodeId", entry.title
      from notified join revisions r on r.id = notified."revisionId"
      join watches w on w."spaceId" = notified."spaceId" and w."nodeId" <> notified."spaceId"
      join lateral (
        select c.title from content_entries c
        where c.line = notified."spaceId" and c."entryId" = split_part(w."nodeId", '.', 1)
          and (c."fromSeq" = r.seq or c."toSeq" = r.seq)
        order by c."fromSeq" desc limit 1
      ) entry on true
      where notified.type = 'content.updated' and w."createdAt" <= notified."createdAt"
        and (w.level <> 'nothing' or notified."pageId" is not null)
      union all
      select notified.position, w."userId", w.level, 1, null, null
      from notified join watches w on w."nodeId" = notified."spaceId" where w."createdAt" <= notified."createdAt"
      union all
      select notified.position, w."userId", w.level, above.distance, null, null
      from notified join above on above."spaceId" = notified."spaceId" join watches w on w."nodeId" = above.id
      where w."createdAt" <= notified."createdAt"
    ) found order by position, "userId", distance, "watchedPage"
  )`);

/**
 * Relation `concerned`: who took part in what each event belongs to when it happened, and the reason by its place among the
 * reasons.
 */
const takingPart = raw(`concerned(position, "userId", reason) as (
    select notified.position, notified."reviewerId", 1 from notified where notified.type = 'review.requested'
    union all
    select notified.position, mentioned.id, 2 from notified cross join jsonb_array_elements_text(notified.mentions) mentioned(id)
    where notified.mentions is not null
    union all
    select notified.position, notified."ownerId", 6 from notified where notified."ownerId" is not null
    union all
    select notified.position, q."userId", 1 from notified join requested_reviewers q on q."changeRequestId" = notified."changeRequestId"
    where notified.type not in ('review.requested', 'change_request.opened') and q."createdAt" <= notified."createdAt"
    union all
    select notified.position, cr."createdById", 3 from notified join change_requests cr on cr.id = notified."changeRequestId"
    where notified.type <> 'review.requested'
    union all
    select notified.position, thread."authorId", 3 from notified join comments thread on thread.id = notified."threadId"
    union all
    select notified.position, reply."authorId", 4 from notified join comments reply on reply."parentId" = notified."threadId"
    where reply."postedAt" <= notified."createdAt"
    union all
    select notified.position, said."authorId", 4
    from notified join comments thread on thread."changeRequestId" = notified."changeRequestId" and thread."parentId" is null
    cross join lateral (
      select thread."authorId", thread."postedAt"
      union all
      select reply."authorId", reply."postedAt" from comments reply where reply."parentId" = thread.id
    ) said
    where notified.type <> 'review.requested' and said."postedAt" <= notified."createdAt"
    union all
    select notified.position, review."reviewerId", 4
    from notified join change_request_reviews review on review."changeRequestId" = notified."changeRequestId"
    where notified.type <> 'review.requested' and review."createdAt" <= notified."createdAt"
  )`);

/**
 * Relation `due`: who is notified of which event, and the strongest reason. What belongs to a change request is for those who watch
 * that; those who watch the space are notified when it is opened.
 */
const duePeople = sql`due as materialized (
    select why.position, why."userId", min(why.reason) as reason, max(why."watchedPage") as "watchedPage",
      max(why."watchedTitle") as "watchedTitle"
    from (
      select position, "userId", reason, false as muted, null as "watchedPage", null as "watchedTitle" from concerned
      union all
      select watched.position, watched."userId",
        case when (watched.level = 'everything' or notified.type = any(${contentTypes}::text[]))
          and notified.type <> 'review.requested'
          and (notified."changeRequestId" is null or watched.distance = 0 or notified.type = 'change_request.opened') then 5 end,
        watched.level = 'nothing', watched."watchedPage", watched."watchedTitle"
      from watched join notified on notified.position = watched.position
    ) why
    where why."userId" is not null
    group by why.position, why."userId" having min(why.reason) is not null and not bool_or(why.muted)
  )`;

const reasons = Object.keys(notificationReasons);

/**
 * Lists whom the events of an organization in a range of positions concern, without those who did it, whether they may read it
 * or not. Ordered by position.
 */
export const listRecipients = (reader: Sql, range: EventRange): Promise<Recipient[]> =>
  reader.rows(sql`with recursive ${rangeEvents(range)}, ${collectionsAbove}, ${nearestWatches}, ${takingPart}, ${duePeople}
    select due."userId", (${reasons}::text[])[due.reason] as reason, notified.position, notified.type,
      case when notified.type = 'page.review_due' then notified."subjectId" || '.' || notified."spaceId"
        when notified.type <> 'content.updated' then notified."subjectId"
        else coalesce(due."watchedPage", notified."pageId" || '.' || notified."spaceId", notified."subjectId") end as "subjectId",
      case when notified.type <> 'content.updated' then notified."subjectLabel"
        else coalesce(due."watchedTitle", notified."pageTitle", notified."subjectLabel") end as "subjectLabel",
      notified."spaceId", notified."changeRequestId", notified."actorId", notified."createdAt",
      case when cr.status = 'draft' then coalesce(cr."createdById", '') end as "draftBy"
    from due join notified on notified.position = due.position
    left join change_requests cr on cr.id = notified."changeRequestId"
    where due."userId" is distinct from notified."actorId" and (notified."changeRequestId" is null or cr.id is not null)
    order by notified.position, due."userId"`);
