-- A query for the words of a space, as `private.space_words` has them.
create or replace function private.space_query(space uuid, query tsquery) returns tsquery
language sql immutable set search_path = '' as $$
	select regexp_replace(query::text, '''((?:[^'']|'''')*)''', '''' || private.space_prefix(space) || '\1''', 'g')::tsquery
$$;
