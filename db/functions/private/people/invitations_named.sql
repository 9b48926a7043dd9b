-- Invitations of a space to people in whose name stands a text, given as private.lower_undotted: the newest fifty and some more. Words that begin
-- with those of the text are found by the index of names; in the middle of a word it is found in the newest five hundred.
create or replace function private.invitations_named(space uuid, sought text) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
declare
	most constant int := 50;
	near constant int := 500;
	plain constant tsquery := private.words_begun(to_tsvector('simple', sought));
	is_named constant text := 'strpos(private.lower_undotted(i.name), $2) > 0';
	found uuid[];
	others uuid[];
	hits int;
begin
	execute format('select array(select i.id from (select x.* from public.invitations x where x.space_id = $1
		order by x.created_at desc, x.id desc limit %s) i where %s order by i.created_at desc limit %s)',
		case when plain is null then 'all' else near::text end, is_named, most)
	into found using space, sought;
	if plain is null or cardinality(found) = most then
		return found;
	end if;
	select count(*) filter (where to_tsvector('simple', private.lower_undotted(i.name)) @@ plain) into hits from (
		select x.name from public.invitations x where x.space_id = space order by x.created_at desc, x.id desc limit near) i;
	-- Along the order where many have such words, and otherwise by the index of names.
	execute format('select array(select i.id from public.invitations i where i.space_id = $1
		and %s and %s order by i.created_at desc%s limit %s)',
		case when hits >= near / 20 then 'true' else 'to_tsvector(''simple'', private.lower_undotted(i.name)) @@ $3' end, is_named,
		case when hits >= near / 20 then ', i.id desc' else '' end, most)
	into others using space, sought, plain;
	return found || others;
end
$$;
