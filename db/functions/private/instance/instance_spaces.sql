-- Every space with its size and limits, for the operator: no word of a testimonial and no address.
create or replace function private.instance_spaces()
returns table (id uuid, name text, created_at timestamptz, members bigint, testimonials bigint, bytes bigint,
	most_bytes bigint, most_testimonials int)
language sql stable security definer set search_path = '' as $$
	with files as (
		select split_part(o.name, '/', 1) as folder, sum((o.metadata ->> 'size')::bigint)::bigint as bytes
		from storage.objects o group by 1
	), words as (
		select c.space_id, sum(c.number)::bigint as count from (
			select k.space_id, k.number from private.testimonial_counts k
			where not exists (select from private.uncounted_spaces u where u.space_id = k.space_id)
			union all
			select k.space_id, k.number from private.count_changes k
			where not exists (select from private.uncounted_spaces u where u.space_id = k.space_id)
			union all
			select t.space_id, 1 from private.uncounted_spaces u join public.testimonials t on t.space_id = u.space_id
		) c group by 1
	)
	select s.id, s.name, s.created_at, (select count(*) from public.space_members m where m.space_id = s.id),
		coalesce(w.count, 0), coalesce(f.bytes, 0), l.storage_bytes, l.testimonials
	from public.spaces s
	left join words w on w.space_id = s.id
	left join files f on f.folder = s.id::text
	left join private.space_limits l on l.space_id = s.id
	order by coalesce(f.bytes, 0) desc, s.name, s.id
	limit 500
$$;

grant execute on function private.instance_spaces() to service_role;
