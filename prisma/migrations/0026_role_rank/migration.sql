-- What most spaces and collections say comes first: comparing it with every role before was a third of listing them.
CREATE OR REPLACE FUNCTION role_rank(role text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE role WHEN 'inherit' THEN NULL WHEN 'none' THEN 0 WHEN 'read' THEN 1 WHEN 'comment' THEN 2
    WHEN 'edit' THEN 3 WHEN 'review' THEN 4 WHEN 'create' THEN 5 WHEN 'admin' THEN 6 END
$$;
