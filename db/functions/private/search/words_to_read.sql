-- A query over the words that the caller may read. A key without people:read finds nothing by an address (weight D). An emoji is found as it
-- stands: it has no weight, and comes from the words alone (private.written_words).
create or replace function private.words_to_read(space uuid, query tsquery) returns tsquery
language sql stable security definer set search_path = '' as $$
	select case when auth.jwt() ->> 'api_key' is null or space = any (private.spaces_for('viewer', 'people:read')) then query
		else regexp_replace(regexp_replace(query::text, '(''(?:[^'']|'''')*'')(?::(\*)?)?', '\1:\2ABC', 'g'),
			'(''[^'']{3}[\u2600-\u27bf\u2b50\U0001f000-\U0001faff]''):ABC', '\1', 'g')::tsquery end
$$;
