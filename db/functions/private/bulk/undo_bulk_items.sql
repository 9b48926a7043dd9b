-- Puts some testimonials of a bulk action back into their kept state. The caller has locked their rows.
create or replace function private.undo_bulk_items(j public.bulk_jobs, ids uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
	if j.action = 'tag' then
		delete from public.testimonial_tags g
		where g.space_id = j.space_id and g.testimonial_id = any (ids) and g.tag_id = j.value;
	elsif j.action = 'untag' then
		insert into public.testimonial_tags (space_id, testimonial_id, tag_id)
		select j.space_id, u.id, j.value from unnest(ids) u (id) on conflict do nothing;
	elsif j.action = 'assign' then
		-- A former member is no one.
		update public.testimonials t set assigned_to = (
			select m.user_id from public.space_members m where m.space_id = j.space_id and m.user_id = i.assigned_to)
		from private.bulk_items i
		where i.space_id = j.space_id and i.bulk_id = j.id and i.testimonial_id = t.id and t.space_id = j.space_id and t.id = any (ids);
	else
		update public.testimonials t set status = i.status, spam_state = i.spam_state, approved_version = i.approved_version,
			approved_at = i.approved_at
		from private.bulk_items i
		where i.space_id = j.space_id and i.bulk_id = j.id and i.testimonial_id = t.id and t.space_id = j.space_id and t.id = any (ids);
		-- A new approval is dated now: the former date is written after it, and keeps the place on walls.
		update public.testimonials t set approved_at = i.approved_at
		from private.bulk_items i
		where i.space_id = j.space_id and i.bulk_id = j.id and i.testimonial_id = t.id and t.space_id = j.space_id and t.id = any (ids)
			and t.approved_at is distinct from i.approved_at;
	end if;
end
$$;
