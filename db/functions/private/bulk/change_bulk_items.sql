-- Writes the change of a bulk action to some of its testimonials, whose rows the caller has locked.
create or replace function private.change_bulk_items(j public.bulk_jobs, ids uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
	if j.action = 'tag' then
		insert into public.testimonial_tags (space_id, testimonial_id, tag_id)
		select j.space_id, u.id, j.value from unnest(ids) u (id) on conflict do nothing;
	elsif j.action = 'untag' then
		delete from public.testimonial_tags g
		where g.space_id = j.space_id and g.testimonial_id = any (ids) and g.tag_id = j.value;
	elsif j.action = 'assign' then
		update public.testimonials t set assigned_to = j.value where t.space_id = j.space_id and t.id = any (ids);
	else
		update public.testimonials t set status = private.decided_status(j.action, t.status)
		where t.space_id = j.space_id and t.id = any (ids);
	end if;
end
$$;
