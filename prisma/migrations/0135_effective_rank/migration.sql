-- The rule of access as ranks of role_rank. Its twin is src/access/effective-role.ts, and docs/reference/access.md explains it.

-- What one level sets, from the ranks granted to the user and to the user's teams. Null when it inherits.
CREATE FUNCTION level_rank(direct int, teams int, level text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(direct, teams, role_rank(level))
$$;

-- The effective rank of a member whose nearest level that sets something sets this rank. A membership of null is none.
CREATE FUNCTION effective_rank(membership int, nearest int) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN membership IS NULL THEN 0 WHEN membership = 6 THEN 6 ELSE coalesce(nearest, membership) END
$$;
