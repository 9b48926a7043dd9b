-- The testimonials of a space by state and form; a state may come in several rows. Those of a space that no job has counted yet are read.
create or replace function private.counted_testimonials(space uuid) returns table (state smallint, form_id uuid, number bigint)
language sql stable rows 100 set search_path = '' as $$
	select c.state, nullif(c.form_id, '00000000-0000-0000-0000-000000000000'), c.number
	from private.testimonial_counts c where c.space_id = space and not exists (select from private.uncounted_spaces u where u.space_id = space)
	union all
	select c.state, c.form_id, c.number
	from private.count_changes c where c.space_id = space and not exists (select from private.uncounted_spaces u where u.space_id = space)
	union all
	select private.testimonial_state(t.status, t.spam_state, t.kind, t.rating, t.is_pinned, t.withdrawn_at is not null, t.is_public, t.source = 'form'),
		t.form_id, count(*)
	from public.testimonials t where t.space_id = space and exists (select from private.uncounted_spaces u where u.space_id = space)
	group by 1, 2
$$;
