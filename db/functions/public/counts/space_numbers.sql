-- The numbers of a space for its members, by day in UTC, both days included, and by form or wall; days without any are left out. A row without
-- form and wall counts approvals of testimonials that came through no form that exists. Spam is not a send.
create or replace function public.space_numbers(space_id uuid, "from" date, "to" date)
returns table (day date, form_id uuid, wall_id uuid, form_views bigint, starts bigint, sends bigint, approved bigint, wall_views bigint, embed_views bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
	no_form constant uuid := '00000000-0000-0000-0000-000000000000';
	asked uuid := space_numbers.space_id;
	first_day date := space_numbers."from";
	last_day date := space_numbers."to";
	first_moment timestamptz;
	end_moment timestamptz;
	is_counted boolean;
begin
	if asked is null or asked <> all (private.spaces_for('viewer', 'numbers:read')) then
		raise exception using errcode = '42501', message = 'Only members of a space may see its numbers.';
	end if;
	if first_day is null or last_day is null or last_day < first_day or last_day - first_day > 366 then
		raise exception using errcode = '22023', message = 'Choose at most 367 days, the first one not after the last one.', column = 'from';
	end if;
	first_moment := first_day::timestamp at time zone 'UTC';
	end_moment := (last_day + 1)::timestamp at time zone 'UTC';
	is_counted := not exists (select from private.uncounted_spaces u where u.space_id = asked);
	return query
	select n.day, n.form_id, n.wall_id, sum(n.form_views)::bigint, sum(n.starts)::bigint, sum(n.sends)::bigint, sum(n.approved)::bigint,
		sum(n.wall_views)::bigint, sum(n.embed_views)::bigint
	from (
		select d.day, d.form_id, d.wall_id, d.form_views, d.starts, 0 as sends, 0 as approved, d.wall_views, d.embed_views
		from private.daily_views d where d.space_id = asked and d.day between first_day and last_day
		union all
		select c.day, nullif(c.form_id, no_form), null, 0, 0, c.sends, c.approved, 0, 0
		from private.daily_counts c where is_counted and c.space_id = asked and c.day between first_day and last_day
		union all
		select c.submitted_on, c.form_id, null, 0, 0, c.number, 0, 0, 0
		from private.count_changes c
		where is_counted and c.space_id = asked and c.submitted_on between first_day and last_day and private.is_send(c.state, c.form_id)
		union all
		select c.approved_on, c.form_id, null, 0, 0, 0, c.number, 0, 0
		from private.count_changes c where is_counted and c.space_id = asked and c.approved_on between first_day and last_day
		union all
		select (t.submitted_at at time zone 'UTC')::date, t.form_id, null, 0, 0, count(*), 0, 0, 0
		from public.testimonials t
		where not is_counted and t.space_id = asked and t.submitted_at >= first_moment and t.submitted_at < end_moment
			and t.source = 'form' and t.form_id is not null and t.spam_state <> 'spam'
		group by 1, 2
		union all
		select (t.approved_at at time zone 'UTC')::date, t.form_id, null, 0, 0, 0, count(*), 0, 0
		from public.testimonials t
		where not is_counted and t.space_id = asked and t.status = 'approved' and t.approved_at >= first_moment and t.approved_at < end_moment
		group by 1, 2
	) n
	group by n.day, n.form_id, n.wall_id
	having sum(n.form_views) <> 0 or sum(n.starts) <> 0 or sum(n.sends) <> 0 or sum(n.approved) <> 0 or sum(n.wall_views) <> 0
		or sum(n.embed_views) <> 0
	order by n.day, n.form_id, n.wall_id;
end
$$;

grant execute on function public.space_numbers(uuid, date, date) to authenticated;
