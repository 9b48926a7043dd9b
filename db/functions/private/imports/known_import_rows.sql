-- Finds the rows of an import that are in the space by the id of their source, and those that name an erased person: by address, words or id.
-- `rows` is [{at, id, email, name, body}]; rows that are neither are missing. Nothing for callers who may not edit.
create or replace function private.known_import_rows(space uuid, source text, rows jsonb)
returns table (at int, testimonial_id uuid, since timestamptz, is_erased boolean)
language sql stable security definer set search_path = '' as $$
	with asked as materialized (
		select x.at, x.id, private.erased_hash($1, 'address', nullif(x.email, '')) as address,
			case when x.body <> '' then private.erased_hash($1, 'words', private.erased_words(x.body, x.name)) end as words,
			private.erased_hash($1, 'source', private.source_key($2, nullif(x.id, ''))) as source
		from jsonb_to_recordset($3) x (at int, id text, email text, name text, body text)
		where auth.role() = 'service_role' or $1 = any (private.spaces_as('editor'))
	), gone as (
		select distinct a.at from asked a
		cross join lateral (values ('address', a.address), ('words', a.words), ('source', a.source)) h (kind, hash)
		join private.erased e on e.space_id = $1 and e.kind = h.kind and e.hash = h.hash
	), here as (
		select a.at, t.id, t.submitted_at from asked a
		join private.import_ids i on i.space_id = $1 and i.source = $2 and i.source_id = a.id
		join public.testimonials t on t.space_id = i.space_id and t.id = i.testimonial_id
		union all
		-- An export of this space names its own ids.
		select a.at, t.id, t.submitted_at from asked a
		join public.testimonials t on t.space_id = $1
			and t.id = case when a.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then a.id::uuid end
		where $2 = 'plaudit'
	)
	select coalesce(h.at, g.at), min(h.id::text)::uuid, min(h.submitted_at), count(g.at) > 0
	from here h full join gone g on g.at = h.at group by 1
$$;

grant execute on function private.known_import_rows(uuid, text, jsonb) to authenticated, service_role;
