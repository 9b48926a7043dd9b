-- The number of testimonials that came through each form of a space, for its members, and when the newest came that is no spam. Forms without any
-- are left out.
create or replace function public.form_counts(space_id uuid) returns table (form_id uuid, number bigint, last_sent_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
	asked constant uuid := form_counts.space_id;
begin
	if asked is null or asked <> all (private.spaces_for('viewer', 'numbers:read')) then
		raise exception using errcode = '42501', message = 'Only members of a space may see its counts.';
	end if;
	return query
	select n.form_id, n.number, coalesce((
		-- Testimonials of other forms since that day are few where this form still gets some.
		select t.submitted_at from public.testimonials t
		where t.space_id = asked and t.form_id = n.form_id and t.spam_state <> 'spam' and t.submitted_at >= d.day
		order by t.submitted_at desc limit 1
	), (
		-- Its day had spam alone, or was counted before a change of the last seconds.
		select t.submitted_at from public.testimonials t
		where t.space_id = asked and t.form_id = n.form_id and t.spam_state <> 'spam'
		order by t.submitted_at desc limit 1
	))
	from (select c.form_id, sum(c.number)::bigint as number from private.counted_testimonials(asked) c
		where c.form_id is not null group by c.form_id having sum(c.number) > 0) n
	left join lateral (select c.day::timestamp at time zone 'UTC' as day from private.daily_counts c
		where c.space_id = asked and c.form_id = n.form_id and c.submitted > 0 order by c.sends > 0 desc, c.day desc limit 1) d on true;
end
$$;

grant execute on function public.form_counts(uuid) to authenticated;
