-- Notes what a statement changed in the counts of testimonials. A change of nothing that is counted notes nothing.
create or replace function private.count_testimonials() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	if tg_op = 'INSERT' then
		insert into private.count_changes (space_id, form_id, submitted_on, approved_on, number, state)
		select n.space_id, n.form_id, (n.submitted_at at time zone 'UTC')::date,
			case n.status when 'approved' then (n.approved_at at time zone 'UTC')::date end, count(*),
			private.testimonial_state(n.status, n.spam_state, n.kind, n.rating, n.is_pinned, n.withdrawn_at is not null, n.is_public, n.source = 'form')
		from new_rows n group by 1, 2, 3, 4, 6;
	elsif tg_op = 'DELETE' then
		insert into private.count_changes (space_id, form_id, submitted_on, approved_on, number, state)
		select o.space_id, o.form_id, (o.submitted_at at time zone 'UTC')::date,
			case o.status when 'approved' then (o.approved_at at time zone 'UTC')::date end, -count(*),
			private.testimonial_state(o.status, o.spam_state, o.kind, o.rating, o.is_pinned, o.withdrawn_at is not null, o.is_public, o.source = 'form')
		from old_rows o group by 1, 2, 3, 4, 6;
	else
		insert into private.count_changes (space_id, form_id, submitted_on, approved_on, number, state)
		select r.space_id, r.form_id, (r.submitted_at at time zone 'UTC')::date,
			case r.status when 'approved' then (r.approved_at at time zone 'UTC')::date end, sum(r.number),
			private.testimonial_state(r.status, r.spam_state, r.kind, r.rating, r.is_pinned, r.is_withdrawn, r.is_public, r.is_sent)
		from (
			select n.space_id, n.form_id, n.submitted_at, n.status, n.approved_at, n.spam_state, n.kind, n.rating, n.is_pinned,
				n.withdrawn_at is not null as is_withdrawn, n.is_public, n.source = 'form' as is_sent, 1 as number from new_rows n
			union all
			select o.space_id, o.form_id, o.submitted_at, o.status, o.approved_at, o.spam_state, o.kind, o.rating, o.is_pinned,
				o.withdrawn_at is not null, o.is_public, o.source = 'form', -1 from old_rows o
		) r group by 1, 2, 3, 4, 6 having sum(r.number) <> 0;
	end if;
	return null;
end
$$;
