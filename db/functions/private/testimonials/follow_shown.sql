-- Rewrites the stored JSON of a testimonial when it changes.
create or replace function private.follow_shown() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	perform private.keep_item(new.space_id, new.id);
	return null;
end
$$;
