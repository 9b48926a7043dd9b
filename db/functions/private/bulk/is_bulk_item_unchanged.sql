-- True for a testimonial that is as a bulk action kept it, or as the action left it when it is undone: no one has decided, edited or withdrawn it since.
create or replace function private.is_bulk_item_unchanged(j public.bulk_jobs, i private.bulk_items, t public.testimonials) returns boolean
language sql stable set search_path = '' as $$
	select case
		when j.action = 'assign' then t.assigned_to is not distinct from case when j.state = 'undoing' then j.value else i.assigned_to end
			and (j.state = 'undoing' or j.value is null or exists (
				select from public.space_members m where m.space_id = j.space_id and m.user_id = j.value))
		when j.action in ('tag', 'untag') then exists (select from public.tags g where g.space_id = j.space_id and g.id = j.value)
			and exists (select from public.testimonial_tags g
				where g.space_id = j.space_id and g.testimonial_id = t.id and g.tag_id = j.value)
			= ((j.action = 'untag') = (j.state <> 'undoing'))
		else t.status = case when j.state = 'undoing' then private.decided_status(j.action, i.status) else i.status end
			and (j.state = 'undoing' or t.spam_state = i.spam_state)
			and case when j.state = 'undoing' then i.changed_seq else i.seq end is not distinct from coalesce((
				select max(e.seq) from public.testimonial_events e where e.space_id = j.space_id and e.testimonial_id = t.id), 0)
	end
$$;
