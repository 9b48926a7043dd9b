-- Adds what triggers noted to the counts, and returns how many notes there were. Of two calls at once one does all the work. Counts of
-- spaces that are gone are removed.
create or replace function private.fold_counts() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
	no_form constant uuid := '00000000-0000-0000-0000-000000000000';
	touched uuid[];
	folded int;
	more int;
begin
	if not pg_try_advisory_xact_lock(hashtextextended('fold_counts', 3408117)) then
		return 0;
	end if;
	with gone as (
		delete from private.count_changes returning space_id, coalesce(form_id, no_form) as form_id, submitted_on, approved_on, number, state
	), states as (
		insert into private.testimonial_counts as c (space_id, state, form_id, number)
		select g.space_id, g.state, g.form_id, sum(g.number) from gone g group by 1, 2, 3 having sum(g.number) <> 0 order by 1, 2, 3
		on conflict (space_id, state, form_id) do update set number = c.number + excluded.number
	), days as (
		insert into private.daily_counts as c (space_id, day, form_id, submitted, sends, approved)
		select d.space_id, d.day, d.form_id, sum(d.submitted), sum(d.sends), sum(d.approved) from (
			select g.space_id, g.submitted_on as day, g.form_id, g.number as submitted,
				case when private.is_send(g.state, nullif(g.form_id, no_form)) then g.number else 0 end as sends, 0 as approved from gone g
			union all
			select g.space_id, g.approved_on, g.form_id, 0, 0, g.number from gone g where g.approved_on is not null
		) d group by 1, 2, 3 having sum(d.submitted) <> 0 or sum(d.sends) <> 0 or sum(d.approved) <> 0 order by 1, 2, 3
		on conflict (space_id, day, form_id) do update
			set submitted = c.submitted + excluded.submitted, sends = c.sends + excluded.sends, approved = c.approved + excluded.approved
	)
	select count(*), array_agg(distinct g.space_id) into folded, touched from gone g;
	delete from private.testimonial_counts c where c.space_id = any (touched)
		and (c.number = 0 or not exists (select from public.spaces s where s.id = c.space_id));
	delete from private.daily_counts c where c.space_id = any (touched)
		and (c.submitted = 0 and c.sends = 0 and c.approved = 0 or not exists (select from public.spaces s where s.id = c.space_id));
	with gone as (
		delete from private.part_changes returning space_id, part, key, number
	), parts as (
		insert into private.part_counts as c (space_id, part, key, number)
		select g.space_id, g.part, g.key, sum(g.number) from gone g group by 1, 2, 3 having sum(g.number) <> 0 order by 1, 2, 3
		on conflict (space_id, part, key) do update set number = c.number + excluded.number
	)
	select count(*), array_agg(distinct g.space_id) into more, touched from gone g;
	delete from private.part_counts c where c.space_id = any (touched)
		and (c.number = 0 or not exists (select from public.spaces s where s.id = c.space_id));
	return folded + more;
end
$$;

grant execute on function private.fold_counts() to service_role;
