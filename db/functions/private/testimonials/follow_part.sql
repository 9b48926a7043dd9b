-- Rewrites the stored JSON of a testimonial when a reply, verification or file of it changes.
create or replace function private.follow_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	if tg_op = 'DELETE' then
		perform private.keep_item(old.space_id, old.testimonial_id);
	else
		perform private.keep_item(new.space_id, new.testimonial_id);
	end if;
	return null;
end
$$;
