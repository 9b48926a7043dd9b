-- When the retention time of its space deletes a testimonial that no one approves; null for one that stays.
create or replace function private.kept_until(t public.testimonials) returns timestamptz
language sql stable set search_path = '' as $$
	select greatest(t.submitted_at, (select max(v.created_at) from public.testimonial_versions v
			where v.space_id = t.space_id and v.testimonial_id = t.id),
		(select max(greatest(p.created_at, p.answered_at)) from public.proposals p
			where p.space_id = t.space_id and p.testimonial_id = t.id)) + make_interval(days => s.retention_days)
	from public.spaces s
	where s.id = t.space_id and s.retention_days is not null
		and t.status in ('pending', 'rejected') and t.approved_at is null and t.approved_version is null
$$;
