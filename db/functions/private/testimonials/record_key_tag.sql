-- Appends a tag that a key set or took away to the history of its testimonial. The entry has the id of the tag: submitters may read it, and
-- the name is the team's own.
create or replace function private.record_key_tag() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	changed constant public.testimonial_tags := case tg_op when 'DELETE' then old else new end;
begin
	perform from public.testimonials t where t.space_id = changed.space_id and t.id = changed.testimonial_id for no key update;
	if found then
		perform private.add_event(changed.space_id, changed.testimonial_id, case tg_op when 'DELETE' then 'untagged' else 'tagged' end,
			private.actor(), jsonb_build_object('tag', changed.tag_id));
	end if;
	return null;
end
$$;
