-- A query for words that begin with the one or two letters, or up to three digits, that were typed last; null when the last word is longer or complete.
create or replace function private.begun_query(typed text) returns tsquery
language sql immutable set search_path = '' as $$
	select case when w.query ~ '''([^'']{1,2}|\d{3})''$' and typed !~ '"\s*$' and w.query !~ '!' then (w.query || ':*')::tsquery end
	from (select websearch_to_tsquery('simple', replace(private.unaccented(private.spaced_signs(typed)), U&'\0131', 'i'))::text as query) w
$$;
