-- The next picture of an import to fetch, as {testimonial_id, row, role, seq, url, attempts}; null when none is due.
create or replace function private.next_import_picture(space uuid, import uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object('testimonial_id', p.testimonial_id, 'row', p.row, 'role', p.role, 'seq', p.seq, 'url', p.url,
		'attempts', p.attempts)
	from private.import_pictures p where p.space_id = $1 and p.import_id = $2 and p.not_before <= now()
	order by p.not_before, p.testimonial_id, p.role, p.seq limit 1
$$;

grant execute on function private.next_import_picture(uuid, uuid) to service_role;
