-- Testimonials that no one has approved, and whose words were last changed, proposed or answered before a moment. One that was approved
-- once stays.
create or replace function private.never_approved(space uuid, until timestamptz) returns setof uuid
language sql stable set search_path = '' as $$
	select t.id from public.testimonials t
	where t.space_id = $1 and t.status in ('pending', 'rejected') and t.submitted_at < $2
		and t.approved_at is null and t.approved_version is null
		and not exists (select from public.testimonial_versions v
			where v.space_id = t.space_id and v.testimonial_id = t.id and v.created_at >= $2)
		and not exists (select from public.proposals p
			where p.space_id = t.space_id and p.testimonial_id = t.id and greatest(p.created_at, p.answered_at) >= $2)
$$;
