-- Compares the counts of a space with its rows, mends them, and returns how many were wrong. A space that was not counted yet is from then
-- on, and nothing of it was wrong. Each comparison is one statement, so writers wait for none of it.
create or replace function private.check_counts(space uuid) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
	no_form constant uuid := '00000000-0000-0000-0000-000000000000';
	wrong int;
	more int;
begin
	-- Two checks at once would both add the same difference.
	perform pg_advisory_xact_lock(hashtextextended('check_counts ' || space, 3408117));
	if not exists (select from public.spaces s where s.id = space) then
		return 0;
	end if;
	with rows as materialized (
		select private.testimonial_state(t.status, t.spam_state, t.kind, t.rating, t.is_pinned, t.withdrawn_at is not null, t.is_public, t.source = 'form') as state,
			coalesce(t.form_id, no_form) as form_id, (t.submitted_at at time zone 'UTC')::date as submitted_on,
			case t.status when 'approved' then (t.approved_at at time zone 'UTC')::date end as approved_on, count(*) as number
		from public.testimonials t where t.space_id = space group by 1, 2, 3, 4
	), changes as materialized (
		select c.state, coalesce(c.form_id, no_form) as form_id, c.submitted_on, c.approved_on, c.number
		from private.count_changes c where c.space_id = space
	), missing as materialized (
		select r.state, r.form_id, r.submitted_on, r.approved_on, r.number from rows r
		union all
		select c.state, c.form_id, c.submitted_on, c.approved_on, -c.number from changes c
	), states as (
		insert into private.testimonial_counts as c (space_id, state, form_id, number)
		select space, d.state, d.form_id, sum(d.number) from (
			select m.state, m.form_id, m.number from missing m
			union all
			select c.state, c.form_id, -c.number from private.testimonial_counts c where c.space_id = space
		) d group by 2, 3 having sum(d.number) <> 0 order by 2, 3
		on conflict (space_id, state, form_id) do update set number = c.number + excluded.number
		returning 1
	), days as (
		insert into private.daily_counts as c (space_id, day, form_id, submitted, sends, approved)
		select space, d.day, d.form_id, sum(d.submitted), sum(d.sends), sum(d.approved) from (
			select m.submitted_on as day, m.form_id, m.number as submitted,
				case when private.is_send(m.state, nullif(m.form_id, no_form)) then m.number else 0 end as sends, 0 as approved from missing m
			union all
			select m.approved_on, m.form_id, 0, 0, m.number from missing m where m.approved_on is not null
			union all
			select c.day, c.form_id, -c.submitted, -c.sends, -c.approved from private.daily_counts c where c.space_id = space
		) d group by 2, 3 having sum(d.submitted) <> 0 or sum(d.sends) <> 0 or sum(d.approved) <> 0 order by 2, 3
		on conflict (space_id, day, form_id) do update
			set submitted = c.submitted + excluded.submitted, sends = c.sends + excluded.sends, approved = c.approved + excluded.approved
		returning 1
	)
	select (select count(*) from states) + (select count(*) from days) into wrong;
	with parts as (
		insert into private.part_counts as c (space_id, part, key, number)
		select space, d.part, d.key, sum(d.number) from (
			select 't'::"char" as part, t.tag_id as key, count(*) as number from public.testimonial_tags t where t.space_id = space group by t.tag_id
			union all
			select 'c', private.wording_key(c.wording_hash), count(*) from private.consents c
			where c.space_id = space and c.scope <> 'private' group by c.wording_hash
			union all
			select 'i', private.invitation_state_key(i.state), count(*) from public.invitations i where i.space_id = space group by i.state
			union all
			select c.part, c.key, -c.number from private.part_changes c where c.space_id = space
			union all
			select c.part, c.key, -c.number from private.part_counts c where c.space_id = space
		) d group by 2, 3 having sum(d.number) <> 0 order by 2, 3
		on conflict (space_id, part, key) do update set number = c.number + excluded.number
		returning 1
	)
	select count(*) into more from parts;
	delete from private.uncounted_spaces u where u.space_id = space;
	wrong := case when found then 0 else wrong + more end;
	insert into private.count_checks as k (space_id, mended_at, mended)
	values (space, case when wrong > 0 then clock_timestamp() end, wrong)
	on conflict (space_id) do update set checked_at = excluded.checked_at,
		mended_at = coalesce(excluded.mended_at, k.mended_at), mended = case when wrong > 0 then wrong else k.mended end;
	return wrong;
end
$$;

grant execute on function private.check_counts(uuid) to service_role;
