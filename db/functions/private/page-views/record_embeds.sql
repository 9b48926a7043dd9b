-- Notes the sites that a node has seen: [{wall_id, host, kind, reserves}], each at most once. Only published walls have sites; a wall
-- holds at most 200, so that invented hosts cannot fill the disk; a known one is written once an hour, or when its code changed.
create or replace function private.record_embeds(seen jsonb) returns void
language sql volatile security definer set search_path = '' as $$
	insert into public.wall_embeds as e (space_id, wall_id, host, kind, reserves)
	select n.space_id, n.wall_id, n.host, n.kind, n.reserves
	from (
		select w.space_id, w.id as wall_id, s.host, s.kind, s.reserves, k.wall_id is not null as is_known,
			row_number() over (partition by w.id order by k.wall_id is not null, s.host, s.kind) as number,
			(select count(*) from public.wall_embeds t where t.space_id = w.space_id and t.wall_id = w.id) as present
		from jsonb_to_recordset($1) s (wall_id uuid, host text, kind text, reserves text)
		join public.walls w on w.id = s.wall_id and w.is_published
		left join public.wall_embeds k on k.space_id = w.space_id and k.wall_id = w.id and k.host = s.host and k.kind = s.kind
	) n
	-- New ones are numbered first.
	where n.is_known or n.present + n.number <= 200
	order by n.space_id, n.wall_id, n.host, n.kind
	on conflict (space_id, wall_id, host, kind) do update set reserves = excluded.reserves, seen_at = now()
	where e.reserves <> excluded.reserves or e.seen_at < now() - interval '1 hour'
$$;

grant execute on function private.record_embeds(jsonb) to anon;
