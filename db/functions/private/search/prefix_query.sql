-- Parses a typed query in a configuration; the last word may be incomplete, unless it was closed by a quote or excluded by a minus.
-- One or two letters and up to three digits are a whole word here, as too many words and numbers begin with them: only a Korean syllable says enough.
create or replace function private.prefix_query(language text, typed text) returns tsquery
language sql immutable set search_path = '' as $$
	select case when w.query ~ '''([^'']{3,}|[^'']*[\uac00-\ud7a3][^'']*)''$' and w.query !~ '''\d{3}''$' and typed !~ '"\s*$' and w.query !~ '!''([^'']|'''')*''$'
		then (w.query || ':*')::tsquery else w.query::tsquery end
	from (select websearch_to_tsquery(language::regconfig, typed)::text as query) w
$$;
