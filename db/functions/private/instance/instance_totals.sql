-- The numbers of the whole installation, for the operator; `today` begins at midnight in UTC.
create or replace function private.instance_totals(out accounts bigint, out spaces bigint, out testimonials bigint, out today bigint, out files bigint, out bytes bigint)
language sql stable security definer set search_path = '' as $$
	with counted as materialized (
		select s.id from public.spaces s where not exists (select from private.uncounted_spaces u where u.space_id = s.id)
	), testimonials as (
		select sum(c.number) as number, 0::numeric as today from private.testimonial_counts c where c.space_id in (select k.id from counted k)
		union all
		select 0, sum(c.submitted) from private.daily_counts c
		where c.day >= (now() at time zone 'UTC')::date and c.space_id in (select k.id from counted k)
		union all
		select sum(c.number), sum(c.number) filter (where c.submitted_on >= (now() at time zone 'UTC')::date)
		from private.count_changes c where c.space_id in (select k.id from counted k)
		union all
		select count(*), count(*) filter (where t.submitted_at >= date_trunc('day', now(), 'UTC'))
		from private.uncounted_spaces u join public.testimonials t on t.space_id = u.space_id
	)
	select (select count(*) from auth.users u), (select count(*) from public.spaces s), t.number, t.today, o.files, o.bytes
	from (select coalesce(sum(x.number), 0)::bigint as number, coalesce(sum(x.today), 0)::bigint as today from testimonials x) t,
		(select count(*) as files, coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint as bytes from storage.objects o) o
$$;

grant execute on function private.instance_totals() to service_role;
