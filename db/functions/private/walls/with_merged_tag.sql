-- A wall's selection that names another tag instead of one, each once and in the same order; what is no list of tags is left as it is.
create or replace function private.with_merged_tag(selection jsonb, tag uuid, into_tag uuid) returns jsonb
language sql immutable set search_path = '' as $$
	select case when jsonb_typeof(selection -> 'tags') = 'array' and selection -> 'tags' ? tag::text then jsonb_set(selection, '{tags}', (
			select jsonb_agg(kept.id order by kept.place)
			from (select case e.id when tag::text then into_tag::text else e.id end as id, min(e.place) as place
				from jsonb_array_elements_text(selection -> 'tags') with ordinality e (id, place) group by 1) kept))
		else coalesce(selection, '{}') end
$$;

grant execute on function private.with_merged_tag(jsonb, uuid, uuid) to authenticated;
