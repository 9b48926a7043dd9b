-- True where a bulk action would change a testimonial as it is now. A withdrawn one needs no decision.
create or replace function private.bulk_applies(action text, value uuid, t public.testimonials) returns boolean
language sql stable set search_path = '' as $$
	select case
		when action = 'assign' then t.assigned_to is distinct from value
		when action in ('tag', 'untag') then (action = 'untag') = exists (
			select from public.testimonial_tags g where g.space_id = t.space_id and g.testimonial_id = t.id and g.tag_id = value)
		else t.withdrawn_at is null and private.decided_status(action, t.status) is not null
	end
$$;
