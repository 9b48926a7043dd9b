-- Writes the JSON of a testimonial that is public, and deletes that of one which is not.
create or replace function private.keep_item(space uuid, testimonial uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
	insert into private.shown_items (space_id, testimonial_id, item)
	select s.space_id, s.id, private.wall_item(s) from private.shown_testimonials s where s.space_id = $1 and s.id = $2
	on conflict (space_id, testimonial_id) do update set item = excluded.item;
	if not found then
		delete from private.shown_items i where i.space_id = $1 and i.testimonial_id = $2;
	end if;
end
$$;
